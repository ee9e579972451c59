/** Sizes of the board: how much space a node and a cpu take. Pure: numbers in, numbers out. */
import { decimal } from "../../i18n.js";

export const ROW_PX = 26;
export const TEXT_ROW_PX = 17;
export const LEAST_UNIT_PX = 2 * TEXT_ROW_PX; // 500m still shows a name
const LEAST_ROWS = 2;
const OWN_RACK_PX = [68, 150];
const GIANT_RACK_PX = [150, 340]; // a giant node need not show 500m, but all of it
const LABEL_PX = 20; // the topmost one hangs below its mark
const RULER_STEPS = [1, 2, 4, 5, 8, 10, 16, 20, 32, 50, 64, 100];

/** "cards" for at most 12 nodes, "racks" for fewer than 30, "grid" beyond. */
export function sizeFor(nodes) {
  if (nodes <= 12) return "cards";
  return nodes < 30 ? "racks" : "grid";
}

/** From 1 000 pods a pod is a plain bar with a title. */
export function detailFor(pods) {
  return pods >= 1000 ? "low" : "full";
}

/**
 * Pixels of one cpu, so that the tallest of `columns` (lists of milli-cpu) fits `height` and 500m still shows a name.
 * `overhead` = pixels of a node without its rack and of the gap below it, `most` = pixels that a cpu takes at most,
 * `k` = size of what is read (1, more on a projector), `lowest` = pixels that a cpu takes at least, null for those that
 * show 500m.
 */
export function unitFor(columns, { height, overhead, most, k = 1, lowest = null }) {
  let fit = most;
  let tallest = 1;
  let below = 1;
  for (const column of columns) {
    const cores = column.reduce((sum, c) => sum + c, 0) / 1000;
    tallest = Math.max(tallest, ...column.map((c) => c / 1000));
    below = Math.max(below, column.length);
    if (cores > 0) fit = Math.min(fit, (height - overhead * column.length) / cores);
  }
  const [low, high] = GIANT_RACK_PX.map((px) => px * k);
  const giant = Math.max(low, Math.min(high, height / below - overhead));
  const least = lowest ?? Math.min(LEAST_UNIT_PX * k, giant / tallest);
  return Math.round(Math.max(least, fit) * 100) / 100;
}

/**
 * Pixels of one cpu on this node: `unit` as everywhere, unless a giant beside it leaves it a sliver. It then has a
 * scale of its own, in which its pods can be read.
 */
export function unitOn(milli, unit, k = 1) {
  const least = LEAST_UNIT_PX * k;
  const own = Math.min(OWN_RACK_PX[1] * k, Math.max(OWN_RACK_PX[0] * k, (milli / 1000) * least));
  if (unit >= least - 0.01 || milli <= 0 || (milli / 1000) * unit >= own) return unit;
  return own / (milli / 1000);
}

/**
 * Where no pod asks for cpu or memory a height says nothing: nodes are then lists of pods, without a ruler. `empty` is
 * the answer where there is no pod. `charted`: charts of pods are the story below the nodes, so that these stay lists
 * when a few pods ask for something.
 */
export function isPlain(pods, empty = false, charted = false) {
  let [all, asking] = [0, 0];
  for (const pod of pods) {
    all += 1;
    if (pod.cpu > 0 || pod.mem > 0) asking += 1;
  }
  if (!all) return empty;
  return charted ? asking * 2 < all : asking === 0;
}

/**
 * Rows of every plain node: enough for the fullest one, and for an even share of all pods, those that wait included, so
 * that the racks do not grow with each pod that is placed. One row more where that costs little.
 * `counts` = pods of each node, `all` = pods of the cluster, `scarce` = whether a row costs much.
 */
export function plainRows(counts, all = 0, scarce = false) {
  const share = counts.length ? Math.ceil(all / counts.length) : 0;
  const most = Math.max(0, share, ...counts);
  return Math.max(LEAST_ROWS, most < 3 && !scarce ? most + 1 : most);
}

/** Whole cores of the ruler: 0…n, thinned out so that labels stay apart. `share` = 0 at the floor, 1 at the top. */
export function rulerMarks(milli, unit, k = 1) {
  if (milli <= 0) return [];
  const whole = Math.floor(milli / 1000);
  const every = RULER_STEPS.find((n) => n * unit >= LABEL_PX * k) ?? RULER_STEPS.at(-1);
  const marks = [];
  for (let n = 0; n <= whole; n += every) marks.push({ label: String(n), share: (n * 1000) / milli });
  if (marks.length === 1) marks.push({ label: decimal(milli / 1000), share: 1 });
  return marks;
}
