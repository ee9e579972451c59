/**
 * What is broken, and how the two truths of a machine differ: the server says it, here it is picked and put into
 * words. Pure but for the words.
 *
 * Row = {key, uid, pod: PodView | null, process: ProcessView | null, pairing, same: bool, countdown, notReady, lines,
 * cpu}.
 */
import { t } from "../../i18n.js";

const MOST_SPLIT = 3;

/** Anything broken, or somebody alive who should not be: then the board shows both truths. */
export const troubled = (model) => model.safety !== null;

/** Whether either truth of a node says anything: two racks with nothing in them would only take space. */
function saysAnything(node, { truths }) {
  const { rows = [], locks = [] } = truths.get(node.name) ?? {};
  return rows.length + locks.length > 0 || (truths.has(node.name) && (node.volumes ?? []).length > 0);
}

/** Whether a pod waits, or a workload has fewer ready pods than it wants. */
const lacksPods = ({ pods, workloads }) =>
  [...pods.values()].some((pod) => pod.phase === "Pending") ||
  [...workloads.values()].some(({ ready, replicas }) => ready < replicas);

/**
 * Names of the nodes that are drawn as two racks, as far as there is space. A node that is cut off, the only one, or
 * one on which a missing pod may start keeps them while nothing is on it, so that the others stay where they are,
 * unless they would have to give way (`fits`).
 */
export function splitNodes(model, size, fits = () => true) {
  if (size !== "cards") return new Set();
  const nodes = [...model.nodes.values()].sort((a, b) => a.order - b.order);
  const named = (filter) => new Set(nodes.filter(filter).slice(0, MOST_SPLIT).map((node) => node.name));
  const full = named((node) => saysAnything(node, model));
  if (!model.rules.breaks) return full;
  const lacks = lacksPods(model);
  const stays = ({ name, cable, registered }) =>
    model.truths.has(name) && (nodes.length === 1 || cable !== "whole" || (lacks && registered !== false));
  const kept = named((node) => full.has(node.name) || stays(node));
  return kept.size === full.size || fits(kept) ? kept : full;
}

/** The rows of a node that is drawn as two racks, from the floor up. */
export function rowsOf(node, model) {
  return (model.truths.get(node.name)?.rows ?? []).map((row) => {
    const pod = model.pods.get(row.pod) ?? null;
    const stored = model.processes.get(row.process) ?? null;
    // a process that is nowhere else in the picture: it runs as the API server says
    const process =
      stored ?? (row.state ? { state: row.state, knowsDeletion: row.knowsDeletion, writes: [], implied: true } : null);
    const { cpuText, priority, band } = pod ?? process;
    const cpu = pod?.holds === false ? 0 : (pod ?? process).cpu;
    return {
      key: pod?.key ?? process.pod,
      uid: row.uid,
      pod, process, cpu, cpuText, priority, band,
      pairing: row.pairing === "over" ? "no_process" : row.pairing,
      same: row.pairing === "same" || row.pairing === "over",
      countdown: row.countdown,
      notReady: row.notReady,
      lines: row.lines,
    };
  });
}

/**
 * Seconds since a node was heard of. `heard` = {at, next, every}: a renewal at second `at`, unless `next` is null
 * another one at `next`, and from then on one in each `every` seconds.
 */
export function leaseAge({ at, next, every }, now) {
  if (next === null || now < next) return Math.max(0, now - at);
  return (now - next) % every;
}

/** "17 s", "6 min 47 s", "2 h 5 min", in the page's language. */
export function duration(seconds) {
  const s = Math.max(0, Math.floor(seconds + 1e-6));
  const [hours, minutes, rest] = [Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60];
  if (hours) return t(minutes ? "ui.span.hours_minutes" : "ui.span.hours", { hours, minutes });
  if (minutes) return t(rest ? "ui.span.minutes_seconds" : "ui.span.minutes", { minutes, seconds: rest });
  return t("ui.span.seconds", { seconds: rest });
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
function shortTime(seconds) {
  const s = Math.max(0, Math.ceil(seconds - 1e-6));
  return s < 60 ? String(s) : `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

const COUNTED = {
  deletion: "ui.truth.to_be_gone",
  toleration: "ui.truth.evicted_in",
  quarantine: "ui.truth.removed_in",
};

/**
 * The ring of a pod on the API server's side: {text, share, kind: "over" | "left" | "wait", message}, or null.
 * `countdown` = {kind, from, to} in seconds.
 */
export function ringOf(countdown, now) {
  const word = COUNTED[countdown?.kind];
  if (!word) return null;
  const { kind, from, to } = countdown;
  const left = to - now;
  if (kind === "deletion" && left < 0)
    return {
      kind: "over",
      text: `+${ringTime(Math.floor(-left + 1e-6), 3)}`,
      share: 1,
      message: { id: "ui.truth.passed", args: { time: duration(-left) } },
    };
  return {
    kind: kind === "deletion" ? "left" : "wait",
    text: ringTime(left),
    share: Math.max(0, Math.min(1, left / Math.max(1, to - from))),
    message: { id: word, args: { time: duration(Math.ceil(left - 1e-6)) } },
  };
}

/** The Ready condition where it is not True. */
export const readyOf = (node) => (node.conditions ?? []).find((condition) => condition.type === "Ready") ?? null;

/** What must hold in spite of everything: [{ok, message}]. */
export function invariants(model) {
  return (model.safety?.invariants ?? []).map(({ rule, ok, args }) => ({
    ok,
    message: { id: `ui.api.${rule}`, args },
  }));
}

/** How many processes run without an object. */
export const ghosts = (model) => model.safety?.ghosts ?? 0;

const BROKEN_ICONS = {
  store_cut: "cut", nodes_cut: "cut", part_cut: "cut", late: "clock", down: "cross", second: "people", extra: "plus",
};
const NAMED = {
  "api-server": "endpoint.api_server",
  store: "endpoint.store",
  storage: "endpoint.storage",
  scheduler: "endpoint.scheduler",
  "controller-manager": "endpoint.controller_manager",
};

/** An argument of a sentence: {part} of the control plane is a message, all else stands as it is. */
const argument = (value) => (value?.part ? { id: NAMED[value.part] } : value);

/** Parts of the cluster that are cut off, late or down, as messages: [{rule, icon, kind, message}]. */
export function brokenParts(model) {
  return (model.network?.broken ?? []).map(({ rule, level, args }) => {
    const named = Object.entries(args).map(([name, value]) => [name, argument(value)]);
    return {
      rule, icon: BROKEN_ICONS[rule], kind: level, message: { id: `ui.api.${rule}`, args: Object.fromEntries(named) },
    };
  });
}

/** The cable from the API server to a node: {state, ago, delay}, in seconds. */
export function cableOf(node, now) {
  return { state: node.cable, ago: leaseAge(node.heard, now), delay: node.link?.delay ?? 0 };
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
    sign("fence", "warn", node.fenced.isolated ? "ui.sign.fenced_off" : "ui.sign.fenced", {
      by: { id: `fencer.${node.fenced.by}`, args: {} },
    });
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
 * What stands beside STATUS, in our words: "(node unreachable 4m)"; null where there is nothing to add. `outdated` =
 * {because, heard}: why nothing new is known of the pod, and since which second.
 */
export function besideStatus(outdated, now) {
  if (!outdated) return null;
  if (outdated.because === "no_node") return { id: "ui.status.no_node" };
  return { id: "ui.status.unreachable", args: { age: age(now - outdated.heard) } };
}
