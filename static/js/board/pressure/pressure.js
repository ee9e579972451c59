/**
 * A node short of memory (or disk, inodes, processes) as the board draws it: what is used by whom, thresholds, ranking. Pure.
 *
 * View = the `pressure` view of docs/protocol.md. Amounts are bytes, of inodes and processes numbers.
 */
const MI = 2 ** 20;
const CONDITIONS = [["memory", "MemoryPressure", "memory-pressure"], ["nodefs", "DiskPressure", "disk-pressure"], ["imagefs", "DiskPressure", "disk-pressure"], ["containerfs", "DiskPressure", "disk-pressure"], ["pid", "PIDPressure", "pid-pressure"]];
const CRITICAL = 2000000000;

export const criticalFrom = CRITICAL;

/** "memory", "disk", "inodes" or "processes": what a signal is about, as usage is given. */
export function resourceOf(signal) {
  if (signal.includes("emory")) return "memory";
  if (signal.startsWith("pid")) return "processes";
  return signal.endsWith("inodesFree") ? "inodes" : "disk";
}

/** Whether a signal counts bytes. */
export const inBytes = (signal) => ["memory", "disk"].includes(resourceOf(signal));

/** An amount as one reads it: Mi without digits after the point, big ones in Gi; counts as they are. */
export function amount(signal, value) {
  if (!inBytes(signal)) return String(Math.round(value));
  const mi = Math.round(value / MI);
  if (Math.abs(mi) < 10000) return `${mi}Mi`;
  return `${Math.round(mi / 102.4) / 10}Gi`;
}

/** The sum, as one says it of the whole: "8Gi" where it is even. */
export function whole(signal, value) {
  if (!inBytes(signal)) return String(value);
  return value % 2 ** 30 === 0 ? `${value / 2 ** 30}Gi` : amount(signal, value);
}

/** A signed difference, with a real minus. */
export function difference(signal, value) {
  const text = amount(signal, Math.abs(value));
  return value < 0 ? `−${text}` : `+${text}`;
}

/** The signal that the page speaks of: the first that is crossed or held, else memory, else the first. */
export function mainSignal(view) {
  const crossed = view.signals.find((s) => s.state === "active") ?? view.signals.find((s) => s.state === "pending");
  return (crossed ?? view.signals.find((s) => s.signal === "memory.available") ?? view.signals[0])?.signal ?? null;
}

/** Whether a node is in need: a threshold crossed, a pass under way, or a condition that is still held. */
export function pressed(view) {
  return view.conditions.length > 0 || view.signals.some((s) => s.state !== "ok") || view.steps.some((s) => s.state === "now");
}

/**
 * The bar of a node: who uses how much, in the order in which they stand.
 * @returns {{signal, capacity, free, parts: {kind: "system" | "pod" | "rest" | "dying", name, key, value}[], lines: {kind: "hard" | "soft" | "reclaim", free, seconds, least}[]}}
 */
export function barOf(view, signal = mainSignal(view)) {
  const told = view.signals.filter((s) => s.signal === signal);
  if (!told.length) return null;
  const capacity = told[0].capacity ?? view.capacity[signal];
  const free = told[0].available;
  const system = view.system?.[resourceOf(signal)] ?? 0;
  const rows = view.ranking.filter((row) => row.state !== "evicted" && row.usage > 0);
  const parts = [];
  if (system > 0) parts.push({ kind: "system", name: null, key: null, value: system });
  const dying = rows.filter((row) => row.state === "evicting");
  for (const row of rows.filter((r) => r.state !== "evicting").toReversed()) parts.push({ kind: "pod", name: row.name, key: row.pod, value: row.usage });
  for (const row of dying) parts.push({ kind: "dying", name: row.name, key: row.pod, value: row.usage });
  const rest = capacity - free - parts.reduce((sum, part) => sum + part.value, 0);
  if (rest > capacity / 500) parts.splice(system > 0 ? 1 : 0, 0, { kind: "rest", name: null, key: null, value: rest });
  const lines = told.map((s) => ({ kind: s.soft ? "soft" : "hard", free: s.threshold, seconds: s.graceSeconds, state: s.state }));
  for (const s of told) if (s.minReclaim) lines.push({ kind: "reclaim", free: s.threshold + s.minReclaim, least: s.minReclaim, threshold: s.threshold, state: s.state });
  return { signal, capacity, free, parts, lines };
}

/** What decides between two pods of one group and priority: how much they are over. */
function mostOver(ranking, row) {
  return row.group === "above" && !critical(row) && ranking.some((other) => other !== row && other.group === row.group && other.priority === row.priority && other.over < row.over)
    && !ranking.some((other) => other !== row && other.group === row.group && other.priority === row.priority && other.over > row.over);
}

const critical = (row) => row.state === "critical";

/** Reason of a row's place: [strong message, quiet message]. */
export function whyThere(row, ranking) {
  const { priority } = row;
  if (critical(row)) return [{ id: "ui.press.critical" }, priority >= CRITICAL ? { id: "ui.press.critical_priority" } : { id: "ui.press.critical_static" }];
  const place = row.group === "above" ? { id: mostOver(ranking, row) ? "ui.press.above_most" : "ui.press.above", args: { priority } } : { id: "ui.press.late", args: { priority } };
  if (row.state === "evicting") return [{ id: "ui.press.evicting" }, place];
  if (row.state === "evicted") return [null, row.group === "above" ? { id: "ui.press.above", args: { priority } } : place];
  if (row.state === "next") return [{ id: "ui.press.next" }, place];
  return row.group === "above" ? [place, { id: "ui.press.not_yet" }] : [{ id: "ui.press.within" }, place];
}

/** Rows of the table: the dead of earlier passes, those above their request, a rule, the others. `earlier` = [{row, pass}]. */
export function rowsOf(view, earlier = []) {
  const here = new Set(view.ranking.map((row) => row.pod));
  const dead = earlier.filter(({ row }) => !here.has(row.pod)).map(({ row, pass }) => ({ ...row, state: "evicted", pass }));
  const now = view.ranking.map((row) => (row.state === "evicted" ? { ...row, pass: view.pass } : row));
  const gone = now.filter((row) => row.state === "evicted");
  const alive = now.filter((row) => row.state !== "evicted");
  const places = [...dead, ...gone, ...alive.map((row, i) => ({ ...row, rank: i + 1 }))];
  const rule = places.findIndex((row) => row.state !== "evicted" && row.group === "within");
  return { rows: places, rule };
}

/** Share of the widest bar: usage and request of a row, 0…1. */
export function shares(rows) {
  const most = Math.max(1, ...rows.map((row) => Math.max(row.usage, row.request)));
  return rows.map((row) => ({ usage: row.usage / most, request: row.request / most }));
}

/** Conditions of a node that speak of pressure, with the taint that follows: [{type, status, reason, taint}]. `held` = the kubelet's own. */
export function conditionsOf(node, view) {
  const out = [];
  for (const [, type, taint] of CONDITIONS) {
    if (out.some((c) => c.type === type)) continue;
    const posted = node?.conditions?.find((c) => c.type === type) ?? null;
    const held = view?.conditions.includes(type) ?? false;
    if (!posted && !held) continue;
    out.push({ type, held, posted, taint: (node?.taints ?? []).find((each) => each.key === `node.kubernetes.io/${taint}`) ?? null });
  }
  return out;
}

/** Whether a node is in no other trouble: heard, powered, and whatever is wrong with it is pressure. */
export function onlyPressed(node) {
  return !node.link && node.power !== false && node.kubelet !== false && node.registered !== false && (node.conditions ?? []).every((c) => CONDITIONS.some(([, type]) => type === c.type));
}

/** Seconds until the condition may be taken back: {left, whole} or null. */
export function transitionOf(model, name, now) {
  const timer = model.timers?.get(`transition:${name}`) ?? null;
  const until = timer?.to ?? model.pressures.get(name)?.conditionUntil ?? null;
  if (until === null || until === undefined) return null;
  const from = timer?.from ?? until;
  return { left: Math.max(0, until - now), whole: Math.max(1e-3, until - from), until };
}

/** Pods that are dead but not deleted: their status says why. In the order in which they came. */
export function tombstones(pods) {
  return [...pods].filter((pod) => pod.phase === "Failed" && pod.message).sort((a, b) => a.order - b.order);
}

/** Which node's pressure the board shows. `wish` = {open: name | null, closed: Set of names}. */
export function shownNode(model, chosen, wish) {
  if (wish.open && model.pressures.has(wish.open)) return wish.open;
  const focused = chosen.node ?? model.pods.get(chosen.pod)?.node ?? null;
  const needy = (name) => model.pressures.has(name) && !wish.closed.has(name) && pressed(model.pressures.get(name));
  if (focused) return needy(focused) ? focused : null;
  return (model.frame?.focus?.nodes ?? []).find(needy) ?? [...model.pressures.keys()].find(needy) ?? null;
}
