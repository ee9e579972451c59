/**
 * Where everything stands on the board, in pixels and shares. Pure: numbers in, numbers out.
 */
export const ROW_PX = 26;
const TEXT_ROW_PX = 17;
const TWO_LINES_PX = 38;
const LEAST_UNIT_PX = 2 * TEXT_ROW_PX; // 500m still shows a name
const LEAST_ROWS = 2;
const NOBODY = new Set();

/** Asked to leave: from the DELETE on, also while its kubelet has not acted on it yet. */
export function leaving(pod) {
  return Boolean(pod.term) || pod.state === "Terminating";
}

/** cards ≤ 12 nodes, racks ≤ 60, grid beyond. */
export function sizeFor(nodes) {
  if (nodes <= 12) return "cards";
  return nodes <= 60 ? "racks" : "grid";
}

/** From 1 000 pods a pod is a plain bar with a title. */
export function detailFor(pods) {
  return pods >= 1000 ? "low" : "full";
}

/** Zones in order of first node; nodes without a zone share one without a name. */
export function zonesOf(nodes) {
  const zones = new Map();
  for (const node of [...nodes].sort((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1))) {
    if (!zones.has(node.zone)) zones.set(node.zone, []);
    zones.get(node.zone).push(node);
  }
  return [...zones].map(([name, list]) => ({ name, nodes: list }));
}

/**
 * Pixels of one cpu, so that the tallest column fits `height` and 500m still shows a name.
 * `k` = size of what is read (1, more on a projector), `columns` = lists of milli-cpu, `overhead` = pixels of a node without its rack (and the gap below it).
 */
export function unitFor(columns, height, overhead = 68, most = 190, k = 1) {
  let fit = most;
  let tallest = 1;
  for (const column of columns) {
    const cores = column.reduce((sum, c) => sum + c, 0) / 1000;
    tallest = Math.max(tallest, ...column.map((c) => c / 1000));
    if (cores > 0) fit = Math.min(fit, (height - overhead * column.length) / cores);
  }
  const least = Math.min(LEAST_UNIT_PX * k, (340 * k) / tallest);
  return Math.round(Math.max(least, fit) * 100) / 100;
}

const OWN_RACK_PX = [68, 150];

/**
 * Pixels of one cpu on this node: `unit` as everywhere, unless a giant beside it leaves it a sliver. It then has a scale of its own, in which
 * its pods can be read.
 */
export function unitOn(milli, unit, k = 1) {
  const own = Math.min(OWN_RACK_PX[1] * k, Math.max(OWN_RACK_PX[0] * k, (milli / 1000) * LEAST_UNIT_PX * k));
  const least = LEAST_UNIT_PX * k;
  if (unit >= least - 0.01 || milli <= 0 || (milli / 1000) * unit >= own) return unit;
  return own / (milli / 1000);
}

/** Where no pod asks for cpu or memory a height says nothing: nodes are then lists of pods, without ruler. */
export function isPlain(pods) {
  let some = false;
  for (const pod of pods) {
    if (pod.cpu > 0 || pod.mem > 0) return false;
    some = true;
  }
  return some;
}

/** Rows of every plain node: enough for the fullest one, and one more to come where that costs little. `counts` = pods of each node. */
export function plainRows(counts) {
  const most = Math.max(0, ...counts);
  return Math.max(LEAST_ROWS, most < 3 ? most + 1 : most);
}

/** Pods that hold resources: neither finished nor failed. */
export function holds(pod) {
  return pod.phase !== "Succeeded" && pod.phase !== "Failed";
}

function mode(height, cpu, k) {
  if (cpu === 0) return height >= TEXT_ROW_PX * k ? "row1" : "sliver";
  if (height < TEXT_ROW_PX * k) return "sliver";
  return height < TWO_LINES_PX * k ? "row1" : "full";
}

/**
 * The rack of one node. Victims that make room (they leave, or are `doomed`: chosen, not asked yet) stand on the floor, beside the
 * reserved slot; the others above them.
 *
 * `plain` = {height, row} in pixels where all pods stand as rows.
 * @returns {{blocks: {key, bottom, height, mode, beside}[], slots: {key, bottom, height, beside, column}[],
 *   memory: {key, share, state}[], cpu: number, mem: number}}
 */
export function rackLayout(node, pods, nominated, unit, plain = null, doomed = NOBODY, k = 1) {
  const rack = plain ? plain.height : (node.cpu / 1000) * unit;
  const px = (milli) => (milli / 1000) * unit;
  const here = [...pods].sort((a, b) => (a.bound ?? 0) - (b.bound ?? 0) || a.order - b.order);
  const live = here.filter(holds);
  const gone = here.filter((p) => !holds(p));
  const wanted = nominated.reduce((sum, p) => sum + p.cpu, 0);
  const victims = nominated.length ? live.filter((p) => leaving(p) || doomed.has(p.key)) : [];
  const others = live.filter((p) => !victims.includes(p));
  const victimCpu = victims.reduce((sum, p) => sum + p.cpu, 0);
  const othersCpu = others.reduce((sum, p) => sum + p.cpu, 0);

  const rows = [...live.filter((p) => p.cpu === 0), ...gone];
  const cpu = victimCpu + othersCpu;
  const floor = Math.max(victimCpu, Math.min(wanted, node.cpu - othersCpu));
  const room = rack - px(othersCpu + floor);
  const mostPx = plain ? plain.row : ROW_PX;
  const rowPx = rows.length ? Math.max(3, Math.min(mostPx, room > 0 ? room / rows.length : 3)) : mostPx;
  const height = (p) => (rows.includes(p) ? rowPx : px(p.cpu));

  const blocks = [];
  let bottom = 0;
  for (const pod of victims) {
    const h = height(pod);
    blocks.push({ key: pod.key, bottom, height: h, mode: mode(h, pod.cpu, k), beside: true });
    bottom += h;
  }
  bottom = Math.max(bottom, px(floor));
  for (const pod of [...others, ...gone]) {
    const h = height(pod);
    blocks.push({ key: pod.key, bottom, height: h, mode: mode(h, pod.cpu, k), beside: false });
    bottom += h;
  }

  const slots = [];
  let at = 0;
  let column = 0;
  for (const pod of nominated) {
    const h = Math.max(ROW_PX, px(pod.cpu));
    // who is promised the same room stands side by side: only one of them will get it
    if (at > 0 && at + h > px(node.cpu) + 1) {
      at = 0;
      column += 1;
    }
    slots.push({ key: pod.key, bottom: at, height: h, beside: victims.length > 0, column });
    at += h;
  }

  const memory = [...victims, ...others]
    .filter((p) => p.mem > 0 && node.mem > 0)
    .map((p) => ({ key: p.key, share: p.mem / node.mem, state: leaving(p) ? "v" : "" }));
  return { blocks, slots, memory, cpu, mem: live.reduce((sum, p) => sum + p.mem, 0) };
}

/** Whole cores of the ruler: 0…n, thinned out so that labels stay 16 px apart. */
export function rulerMarks(milli, unit) {
  if (milli <= 0) return [];
  const whole = Math.floor(milli / 1000);
  const every = [1, 2, 4, 5, 8, 10, 16, 20, 32, 50, 64, 100].find((n) => n * unit >= 18) ?? 100;
  const marks = [];
  for (let n = 0; n <= whole; n += every) marks.push({ label: String(n), share: (n * 1000) / milli });
  if (marks.length === 1 && milli > 0) marks.push({ label: String(milli / 1000), share: 1 });
  return marks;
}
