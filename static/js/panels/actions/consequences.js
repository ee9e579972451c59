/**
 * What dangerous acts change, as rows now → after. Pure.
 *
 * Row = {what, now, after}: messages; `kind` of after: "bad" | "ok" | "". A `sign` says the same as the colour.
 */
import { duration, processesOf } from "../../board/partition/faults.js";
import { podsRemoved } from "../faults/fault-list.js";

const m = (id, args = {}) => ({ id, args });
const short = (key) => key.slice(key.indexOf("/") + 1);
const shortUid = (uid) => (uid ?? "").slice(0, 4);

/**
 * What is known of a pod's process: "none", "ends" (its kubelet will hear and end it), "isolated", "cut" or
 * "unwatched".
 */
export function processFate(pod, model) {
  const node = pod.node ? model.nodes.get(pod.node) : null;
  if (!node || node.power === false || node.destroyed) return "none";
  const alive = processesOf(node.name, model).some((process) => process.uid === pod.uid && process.state !== "dead");
  if (node.apart && !alive) return "none";
  if (node.fenced?.isolated) return "isolated";
  if (node.kubelet === false) return "unwatched";
  return node.apart ? "cut" : "ends";
}

const alone = (modes) => !modes.some((mode) => mode === "ReadWriteMany" || mode === "ReadOnlyMany");

/** {rows, says, safe} of a force delete. */
export function forceDelete(pod, model) {
  const fate = processFate(pod, model);
  const safe = fate === "none" || fate === "isolated";
  const lives = model.identities.get(pod.key)?.live ?? (fate === "none" ? 0 : 1);
  const after = {
    none: { kind: "ok", message: m("ui.danger.none") },
    ends: { kind: "ok", message: m("ui.danger.ends_soon") },
    isolated: { kind: "ok", message: m("ui.danger.replaced") },
    cut: { kind: "bad", message: m("ui.danger.up_to_two", { n: lives + 1, node: pod.node }) },
    unwatched: { kind: "bad", message: m("ui.danger.up_to_two_down", { n: lives + 1, node: pod.node }) },
  }[fate];
  const rows = [
    {
      what: m("ui.danger.name", { name: pod.name }),
      now: { sign: "lock", message: m("ui.danger.held", { uid: shortUid(pod.uid) }) },
      after:
        safe || fate === "ends"
          ? { kind: safe ? "ok" : "", message: m(safe ? "ui.danger.released_safe" : "ui.danger.released") }
          : { kind: "bad", message: m("ui.danger.released") },
    },
    { what: m("ui.danger.processes", { name: pod.name }), now: { text: String(lives) }, after },
  ];
  for (const name of pod.claims ?? []) {
    const claim = model.claims.get(`${pod.ns}/${name}`);
    const volume = claim ? model.volumes.get(claim.volume) : null;
    const one = alone(volume?.modes ?? claim?.modes ?? []);
    const held = volume?.attached?.includes(pod.node) && !safe && fate !== "ends";
    rows.push({
      what: m("ui.danger.name", { name }),
      plain: name,
      now: pod.node ? { text: pod.node } : { message: m("ui.danger.nobody") },
      after:
        !one && !safe
          ? { kind: "bad", message: m("ui.danger.volume_both") }
          : held
            ? { kind: "", message: m("ui.danger.volume_waits", { time: duration(model.rules.forceDetachSeconds) }) }
            : { kind: "", message: m("ui.danger.volume_free") },
    });
  }
  return { rows, safe, says: m(safe ? "ui.danger.force_says_safe" : "ui.danger.force_says", { name: pod.name }) };
}

/** {rows, says} of breaking the attachment of a volume to a node. */
export function breakAttachment(volume, node, model) {
  const here = (node.volumes ?? []).find((each) => each.volume === volume);
  const names = new Map([...model.processes.values(), ...model.pods.values()].map((each) => [each.uid, each.name]));
  const writers = (here?.writer ?? []).map((uid) => names.get(uid) ?? shortUid(uid));
  return {
    safe: writers.length === 0,
    rows: [
      {
        what: m("ui.danger.name", { name: volume }),
        plain: volume,
        now: { message: m("ui.danger.on_node", { node: node.name }) },
        after: { kind: "", message: m("ui.danger.attachable") },
      },
      {
        what: m("ui.truth.writer", { pod: "" }),
        plain: here?.claim ? short(here.claim) : volume,
        now: writers.length
          ? { message: m("ui.danger.writers", { pods: writers, node: node.name }) }
          : { message: m("ui.danger.nobody") },
        after: writers.length
          ? { kind: "bad", message: m("ui.danger.may_go_on", { pods: writers }) }
          : { kind: "ok", message: m("ui.danger.nobody") },
      },
    ],
    says: m("ui.danger.break_says", { node: node.name, volume }),
  };
}

/** {rows, says} of deleting a Node object. */
export function deleteNode(node, model) {
  const pods = [...model.pods.values()].filter((pod) => pod.node === node.name);
  const silent = node.apart && node.power !== false;
  const running = silent
    ? processesOf(node.name, model).filter((process) => process.state !== "dead").length
    : node.power === false
      ? 0
      : pods.length;
  return {
    safe: running === 0,
    rows: [
      {
        what: m("ui.danger.objects", { node: node.name }),
        now: { message: m("ui.danger.pods", { n: pods.length }) },
        after: pods.length
          ? { kind: silent ? "bad" : "", message: m("ui.danger.pods_removed", podsRemoved(model.rules)) }
          : { kind: "", message: m("ui.danger.pods", { n: 0 }) },
      },
      {
        what: m("ui.danger.processes_of", { node: node.name }),
        now: { text: String(running) },
        after:
          running && silent
            ? { kind: "bad", message: m("ui.danger.run_on", { n: running }) }
            : running
              ? { kind: "ok", message: m("ui.danger.ends_soon") }
              : { kind: "ok", message: m("ui.danger.none_runs") },
      },
    ],
    says: m("ui.danger.node_says", { node: node.name }),
  };
}
