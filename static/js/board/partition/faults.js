/**
 * What is broken, and how the two truths of a machine differ: what the API server says and what runs there. Pure.
 *
 * A machine is `split` where the two may differ; Row = {key, pod: PodView | null, process: ProcessView | null, same:
 *   bool, cpu}.
 */
import { holds } from "../pods.js";

const MOST_SPLIT = 3;
const REACHES = { "node.kubernetes.io/unreachable": true, "node.kubernetes.io/not-ready": true };

export const nodeOf = (endpoint) => (endpoint.startsWith("node/") ? endpoint.slice(5) : null);

/** The processes shown of a node, in their order. */
export function processesOf(node, model) {
  return [...model.processes.values()].filter((p) => p.node === node).sort((a, b) => a.order - b.order);
}

/** Whether a node's machine is anything but ordinary. */
export function odd(node) {
  return (
    Boolean(node.link) ||
    node.power === false ||
    node.kubelet === false ||
    Boolean(node.fenced) ||
    node.registered === false ||
    Boolean(node.clock) ||
    Boolean(node.destroyed)
  );
}

/** A stopped scheduler is said by its rail, and an actor more is nothing broken. */
function tampered(network) {
  return Boolean(
    network &&
    (network.cuts.length ||
      network.delays.length ||
      network.second.length ||
      network.down.some((name) => name !== "scheduler")),
  );
}

/** Anything broken, or somebody alive who should not be: then the board shows both truths. */
export function troubled(model) {
  if (tampered(model.network) || model.processes.size) return true;
  for (const identity of model.identities.values()) if (identity.alarm) return true;
  for (const node of model.nodes.values()) if (odd(node)) return true;
  return false;
}

/** Nobody hears the machine, or it hears nobody, or nobody there listens. */
export function apart(node) {
  return (
    Boolean(node.link && (!node.link.hears || !node.link.speaks)) ||
    node.power === false ||
    node.kubelet === false ||
    node.registered === false
  );
}

const storeCut = (model) => (model.network?.cuts ?? []).some((cut) => cut.between.includes("store"));

/**
 * Names of the nodes that are drawn as two racks: those that are apart, as far as there is room, and those where a
 * ghost runs.
 */
export function splitNodes(model, size) {
  const names = [];
  if (size !== "cards") return new Set();
  for (const node of [...model.nodes.values()].sort((a, b) => a.order - b.order)) {
    const rows = rowsOf(node, model);
    const ghost = rows.some((row) => row.process?.ghost);
    const own =
      (model.network?.cuts ?? []).some((cut) => cut.between.includes(`node/${node.name}`)) ||
      node.power === false ||
      node.kubelet === false ||
      node.registered === false ||
      Boolean(node.fenced);
    // the store cuts everybody off alike: two racks only where something differs
    if (ghost || (apart(node) && rows.length > 0 && (own || !storeCut(model) || rows.some((row) => !row.same))))
      names.push(node.name);
  }
  return new Set(names.slice(0, MOST_SPLIT));
}

const leaves = (pod) => Boolean(pod.leaving) || pod.state === "Terminating";

/** Pod and process of the same uid side by side, from the floor up: what both have first, ghosts on top. */
export function rowsOf(node, model) {
  const processes = new Map(processesOf(node.name, model).map((p) => [p.uid, p]));
  const told = apart(node); // else only what differs is told: the rest runs as the API server says
  const rows = [];
  const pods = [...model.pods.values()]
    .filter((pod) => pod.node === node.name && holds(pod))
    .sort((a, b) => (a.bound ?? 0) - (b.bound ?? 0) || a.order - b.order);
  for (const pod of pods) {
    const process = processes.get(pod.uid) ?? null;
    processes.delete(pod.uid);
    const running =
      process ??
      (told
        ? null
        : { state: pod.term ? "terminating" : "running", knowsDeletion: leaves(pod), writes: [], implied: true });
    rows.push({
      key: pod.key,
      pod,
      process: running,
      cpu: pod.cpu,
      cpuText: pod.cpuText,
      priority: pod.priority,
      band: pod.band,
      same: same(pod, running),
    });
  }
  for (const process of processes.values())
    rows.push({
      key: process.pod,
      pod: null,
      process,
      cpu: process.cpu,
      cpuText: process.cpuText,
      priority: process.priority,
      band: process.band,
      same: false,
    });
  return rows;
}

function same(pod, process) {
  if (!process || process.ghost) return false;
  return leaves(pod) ? process.knowsDeletion : process.state === "running";
}

/**
 * Seconds since the API server heard of a node last: since the last renewal of its lease, which the rules say the
 * interval of.
 */
export function heardAgo(node, now, rules) {
  const every = rules.leaseRenewSeconds;
  const at =
    node.link && node.link.lease !== null && node.link.lease !== undefined
      ? node.link.lease
      : Math.floor(now / every + 1e-9) * every;
  return Math.max(0, now - at);
}

/** "17 s", "6 min 47 s", "2 h 5 min". */
export function duration(seconds) {
  const s = Math.max(0, Math.floor(seconds + 1e-6));
  if (s < 60) return `${s} s`;
  if (s < 3600) return s % 60 ? `${Math.floor(s / 60)} min ${s % 60} s` : `${Math.floor(s / 60)} min`;
  const minutes = Math.floor(s / 60) % 60;
  return minutes ? `${Math.floor(s / 3600)} h ${minutes} min` : `${Math.floor(s / 3600)} h`;
}

/** The same as kubectl writes an age: "17s", "5m52s", "2h5m". */
export function age(seconds) {
  const s = Math.max(0, Math.floor(seconds + 1e-6));
  if (s < 60) return `${s}s`;
  if (s < 3600) return s % 60 ? `${Math.floor(s / 60)}m${s % 60}s` : `${Math.floor(s / 60)}m`;
  return `${Math.floor(s / 3600)}h${Math.floor(s / 60) % 60 ? `${Math.floor(s / 60) % 60}m` : ""}`;
}

/** What fits into a ring: "12", "4:13", "10m". */
export function ringTime(seconds, most = 4) {
  const text = shortTime(seconds);
  return text.length <= most ? text : `${Math.floor(seconds / 60)}m`;
}

/** "4:13", "12" below a minute. */
export function shortTime(seconds) {
  const s = Math.max(0, Math.ceil(seconds - 1e-6));
  return s < 60 ? String(s) : `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

/** The ring of a pod on the API server's side: {text, share, kind: "over" | "left" | "wait", message}, or null. */
export function countdownOf(pod, model, now) {
  if (pod.leaving) {
    const { deadline, effectiveGraceSeconds } = pod.leaving;
    const left = deadline - now;
    if (left < 0)
      return {
        kind: "over",
        text: `+${ringTime(Math.floor(-left + 1e-6), 3)}`,
        share: 1,
        message: { id: "ui.truth.passed", args: { time: duration(-left) } },
      };
    return {
      kind: "left",
      text: ringTime(left),
      share: Math.min(1, left / Math.max(1, effectiveGraceSeconds)),
      message: { id: "ui.truth.to_be_gone", args: { time: duration(Math.ceil(left - 1e-6)) } },
    };
  }
  const timer = timersOf(model, pod.key).find((each) => each.kind === "toleration" || each.kind === "quarantine");
  if (!timer) return null;
  const left = timer.to - now;
  return {
    kind: "wait",
    text: ringTime(left),
    share: Math.max(0, Math.min(1, left / Math.max(1, timer.to - timer.from))),
    message: {
      id: timer.kind === "quarantine" ? "ui.truth.removed_in" : "ui.truth.evicted_in",
      args: { time: duration(Math.ceil(left - 1e-6)) },
    },
  };
}

/** What is waited for because of a pod; of its volumes too. */
export function timersOf(model, key) {
  return [...model.timers.values()].filter((timer) => timer.pod === key);
}

/** Taints that lie on a node because it is not heard of. */
export function silentTaint(node) {
  return (node.taints ?? []).find((taint) => REACHES[taint.key] && taint.effect === "NoExecute") ?? null;
}

/** The Ready condition where it is not True. */
export const readyOf = (node) => (node.conditions ?? []).find((condition) => condition.type === "Ready") ?? null;

/**
 * What must hold in spite of everything: [{ok, message}], and how many ghosts there are.
 * One process a StatefulSet name, one node that writes to a volume of one node.
 */
export function invariants(model) {
  const out = [];
  const identities = [...model.identities.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  const alarms = identities.filter((identity) => identity.alarm);
  for (const { key, unfenced, nodes } of alarms)
    out.push({ ok: false, message: { id: "ui.api.two_of", args: { n: unfenced, pod: short(key), nodes } } });
  if (identities.length && !alarms.length) out.push({ ok: true, message: { id: "ui.api.one_of" } });
  const writers = writersOf(model);
  const shared = [...writers].filter(([, nodes]) => nodes.size > 1);
  for (const [claim, nodes] of shared)
    out.push({
      ok: false,
      message: { id: "ui.api.two_write", args: { n: nodes.size, claim: short(claim), nodes: [...nodes] } },
    });
  if (writers.size === 1 && !shared.length)
    out.push({ ok: true, message: { id: "ui.api.one_writes", args: { claim: short([...writers.keys()][0]) } } });
  else if (writers.size && !shared.length) out.push({ ok: true, message: { id: "ui.api.one_writes_each" } });
  return out;
}

const short = (key) => key.slice(key.indexOf("/") + 1);

/** Claim of one node (RWO, RWOP) → the nodes from which somebody may write to it. */
export function writersOf(model) {
  const writers = new Map();
  for (const node of model.nodes.values()) {
    for (const { volume, claim, writer } of node.volumes ?? []) {
      const modes = model.volumes.get(volume)?.modes ?? [];
      if (!claim || !writer.length || modes.some((mode) => mode === "ReadWriteMany" || mode === "ReadOnlyMany"))
        continue;
      if (!writers.has(claim)) writers.set(claim, new Set());
      writers.get(claim).add(node.name);
    }
  }
  return writers;
}

export function ghosts(model) {
  return [...model.processes.values()].filter((process) => process.ghost && process.state !== "dead").length;
}

/** Parts of the cluster that are cut off or down, as messages: store, scheduler, controllers, ways between nodes. */
export function brokenParts(model) {
  const network = model.network;
  if (!network) return [];
  const out = [];
  for (const { between } of network.cuts) {
    const nodes = between.map(nodeOf).filter(Boolean);
    if (between.includes("store")) out.push({ icon: "cut", kind: "bad", message: { id: "ui.api.store_cut" } });
    else if (nodes.length === 2)
      out.push({
        icon: "cut",
        kind: "warn",
        message: { id: "ui.api.nodes_cut", args: { first: nodes[0], second: nodes[1] } },
      });
    else if (!nodes.length)
      out.push({
        icon: "cut",
        kind: "bad",
        message: { id: "ui.api.part_cut", args: { name: partName(between.find((end) => end !== "api-server")) } },
      });
  }
  for (const { between, seconds } of network.delays) {
    const nodes = between.map(nodeOf).filter(Boolean);
    if (nodes.length !== 1 || !between.includes("api-server"))
      out.push({
        icon: "clock",
        kind: "warn",
        message: { id: "ui.api.late", args: { first: partName(between[0]), second: partName(between[1]), seconds } },
      });
  }
  for (const name of network.down)
    out.push({ icon: "cross", kind: "bad", message: { id: "ui.api.down", args: { name: partName(name) } } });
  for (const name of network.second)
    out.push({ icon: "people", kind: "warn", message: { id: "ui.api.second", args: { name: partName(name) } } });
  for (const name of network.extra)
    out.push({ icon: "plus", kind: "", message: { id: "ui.api.extra", args: { name } } });
  return out;
}

const NAMED = {
  "api-server": "ui.part.api_server",
  store: "ui.part.store",
  storage: "ui.part.storage",
  scheduler: "ui.part.scheduler",
  "controller-manager": "ui.part.controller_manager",
};

/** A part in a sentence: a message, or the name of a node or controller. */
export function partName(part) {
  return NAMED[part] ? { id: NAMED[part] } : nodeOf(part) ?? part;
}

/**
 * The cable from the API server to a node: {state: "whole" | "late" | "cut" | "deaf" | "mute" | "down", ago, delay}.
 * deaf: nothing arrives there; mute: nothing it says arrives; down: the way is whole, but nobody speaks.
 */
export function cableOf(node, model, now) {
  const ago = heardAgo(node, now, model.rules);
  const { link } = node;
  const silent = node.power === false || node.kubelet === false;
  if (!link) return { state: silent ? "down" : "whole", ago, delay: 0 };
  const toStore =
    storeCut(model) && !(model.network?.cuts ?? []).some((cut) => cut.between.includes(`node/${node.name}`));
  if (silent && link.hears && link.speaks) return { state: "down", ago, delay: link.delay };
  if (!link.hears && !link.speaks) return { state: "cut", ago, delay: link.delay };
  if (!link.hears) return { state: "deaf", ago, delay: link.delay };
  if (!link.speaks) return { state: toStore ? "down" : "mute", ago, delay: link.delay };
  return {
    state: link.delay ? "late" : link.lease !== null && ago > model.rules.leaseRenewSeconds ? "down" : "whole",
    ago,
    delay: link.delay,
  };
}

/** Signs of a machine, in words: [{icon, kind, message}]. */
export function signsOf(node) {
  const out = [];
  const sign = (name, kind, id, args = {}) => out.push({ icon: name, kind, message: { id, args } });
  if (node.registered === false) sign("slot", "bad", "ui.sign.unregistered");
  if (node.destroyed) sign("cross", "bad", "ui.sign.destroyed");
  else if (node.power === false) sign("power", "bad", "ui.sign.power_off");
  else if (node.kubelet === false) sign("cross", "bad", "ui.sign.kubelet_down");
  if (node.fenced)
    sign("fence", "warn", node.fenced.isolated ? "ui.sign.fenced_off" : "ui.sign.fenced", { by: node.fenced.by });
  if (node.link && !node.link.storage && node.power !== false) sign("disk", "bad", "ui.sign.no_storage");
  if (node.clock)
    sign("clock", "warn", node.clock > 0 ? "ui.sign.clock_ahead" : "ui.sign.clock_behind", {
      seconds: Math.abs(node.clock),
    });
  for (const condition of node.conditions ?? [])
    if (condition.type !== "Ready" && condition.status === "True")
      sign("warn", "warn", "ui.sign.condition", { type: condition.type });
  return out;
}

/**
 * STATUS in Kubernetes' word and, in ours, why it stays: "(node unreachable 4m)". Null where there is nothing to add.
 */
export function besideStatus(pod, model, now) {
  const node = pod.node ? model.nodes.get(pod.node) : null;
  if (!node) return null;
  if (node.registered === false) return { id: "ui.status.no_node" };
  const taint = silentTaint(node);
  const unreachable =
    !node.ready && (taint?.key === "node.kubernetes.io/unreachable" || readyOf(node)?.status === "Unknown");
  if (!unreachable) return null;
  return { id: "ui.status.unreachable", args: { age: age(heardAgo(node, now, model.rules)) } };
}
