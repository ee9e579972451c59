/**
 * What can be broken and mended, as data. Pure.
 *
 * Fault = {id, group, icon, kind: "bad" | "ok" | "", args, input | ask}: `input` is sent at once, `ask` names a dialog.
 * Its words are `ui.fault.<id>` and, in one sentence what it does, `ui.fault.<id>_says`.
 */
const API = "api-server";
const OUT_OF_SERVICE = "node.kubernetes.io/out-of-service";
const between = (cut, a, b) => cut.between.includes(a) && cut.between.includes(b);

/** The cut between two ends, or null. */
function cutBetween(model, a, b) {
  return (model.network?.cuts ?? []).find((cut) => between(cut, a, b)) ?? null;
}

const outOfService = (node) => (node.taints ?? []).find((taint) => taint.key === OUT_OF_SERVICE) ?? null;

function outOfServiceInput(node) {
  return { kind: "taint", node: node.name, key: OUT_OF_SERVICE, value: "nodeshutdown", effect: "NoExecute" };
}

/** When the pods of a deleted Node object are removed, as arguments of a message. */
export function podsRemoved(rules) {
  const [from, until] = rules.podsOfDeletedNodeSeconds;
  return { from, until };
}

/** Everything that can be done to one node now. */
export function nodeFaults(node, model) {
  const end = `node/${node.name}`;
  const name = { node: node.name };
  const out = [];
  const add = (group, id, sign, kind, rest, args = {}) =>
    out.push({ group, id, icon: sign, kind, args: { ...name, ...args }, ...rest });
  const cut = cutBetween(model, API, end);
  if (cut || node.fenced?.by === "network")
    add("network", "heal", "check", "ok", { input: { kind: "heal", between: [end, API] } });
  if (!(cut?.to && cut?.from)) {
    add("network", "cut", "cut", "bad", { input: { kind: "cut", between: [end, API], direction: "both" } });
    if (!cut) {
      add("network", "cut_to", "cut", "bad", { input: { kind: "cut", between: [end, API], direction: "from" } });
      add("network", "cut_from", "cut", "bad", { input: { kind: "cut", between: [end, API], direction: "to" } });
    }
  }
  if (node.link?.delay)
    add("network", "undelay", "check", "ok", { input: { kind: "delay", between: [end, API], seconds: 0 } });
  else add("network", "delay", "clock", "bad", { ask: "delay" });
  if (cutBetween(model, "storage", end) || node.fenced?.by === "storage")
    add("network", "heal_storage", "check", "ok", { input: { kind: "heal", between: [end, "storage"] } });
  else
    add("network", "cut_storage", "disk", "bad", {
      input: { kind: "cut", between: [end, "storage"], direction: "both" },
    });
  for (const other of [...model.nodes.keys()].filter((each) => each !== node.name).slice(0, 4)) {
    const there = `node/${other}`;
    if (cutBetween(model, end, there))
      add("network", "heal_node", "check", "ok", { input: { kind: "heal", between: [end, there] } }, { other });
    else
      add(
        "network",
        "cut_node",
        "cut",
        "bad",
        { input: { kind: "cut", between: [end, there], direction: "both" } },
        { other },
      );
  }
  if (!node.destroyed) {
    if (node.power === false)
      add("machine", "power_on", "power", "ok", { input: { kind: "power", node: node.name, on: true } });
    else {
      if (node.kubelet === false)
        add("machine", "kubelet_start", "play", "ok", { input: { kind: "start", component: `kubelet/${node.name}` } });
      else
        add("machine", "kubelet_stop", "pause", "bad", { input: { kind: "crash", component: `kubelet/${node.name}` } });
      add("machine", "power_off", "power", "bad", { input: { kind: "power", node: node.name, on: false } });
      add("machine", "shutdown", "power", "bad", { input: { kind: "shutdown", node: node.name } });
    }
    if (node.clock)
      add("machine", "clock_right", "clock", "ok", { input: { kind: "clock", node: node.name, seconds: 0 } });
    else add("machine", "clock", "clock", "bad", { ask: "clock" });
    add("machine", "fence", "fence", "bad", { ask: "fence" });
    add("machine", "destroy", "cross", "bad", { input: { kind: "destroy", node: node.name } });
  }
  if (node.registered !== false) {
    add("objects", "drain", "arrow", "", { ask: "drain" });
    const taint = outOfService(node);
    if (taint)
      add("objects", "in_service", "check", "ok", {
        input: { kind: "untaint", node: node.name, key: taint.key, effect: taint.effect },
      });
    else add("objects", "out_of_service", "ban", "bad", { input: outOfServiceInput(node) });
    add("objects", "delete_node", "slot", "bad", { ask: "delete_node" }, podsRemoved(model.rules));
  }
  return out;
}

/** What concerns no single node. */
export function clusterFaults(model) {
  const out = [];
  const add = (group, id, sign, kind, rest) => out.push({ group, id, icon: sign, kind, args: {}, ...rest });
  if (
    model.network?.cuts.length ||
    model.network?.delays.length ||
    [...model.nodes.values()].some((node) => node.fenced?.isolated)
  )
    add("network", "heal_all", "check", "ok", { input: { kind: "heal", between: null } });
  for (const [id, end] of [["store", "store"], ["manager", "controller-manager"], ["scheduler", "scheduler"]]) {
    if (cutBetween(model, API, end))
      add("network", `${id}_heal`, "check", "ok", { input: { kind: "heal", between: [API, end] } });
    else add("network", id, "cut", "bad", { input: { kind: "cut", between: [API, end], direction: "both" } });
  }
  return out;
}
