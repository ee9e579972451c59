/** Where pods and reserved slots stand in the rack of one node, in pixels from the floor. Pure. */
import { ROW_PX, TEXT_ROW_PX } from "./scale.js";

const TWO_LINES_PX = 38;
const LEAST_ROW_PX = 3;
const CAPTION_ROW_PX = 16;
const NOBODY = new Set();

function mode(height, k) {
  if (height < TEXT_ROW_PX * k) return "sliver";
  return height < TWO_LINES_PX * k ? "row1" : "full";
}

/**
 * The pods of a node in the order in which they came: a bar keeps its place until it leaves. `victims` make space for
 * a pod that is promised the node.
 */
function parts(pods, nominated, doomed) {
  const here = [...pods].sort((a, b) => (a.bound ?? 0) - (b.bound ?? 0) || a.order - b.order);
  const live = here.filter((p) => p.holds);
  const victims = new Set(nominated.length ? live.filter((p) => p.terminating || doomed.has(p.uid)) : []);
  return { live, victims, others: live.filter((p) => !victims.has(p)), gone: here.filter((p) => !p.holds) };
}

/** How many rows a plain node needs: victims share theirs with the slots beside them. */
export function rowsNeeded(pods, nominated) {
  const victims = new Set(nominated.flatMap((pod) => pod.victims ?? []));
  const leaving = pods.filter((p) => p.holds && (p.terminating || victims.has(p.uid))).length;
  return pods.length + Math.max(0, nominated.length - leaving);
}

/** Low blocks stand on top of the others, so that their names have space above them. */
const lowOnTop = (pods, isLow) => [...pods.filter((p) => !isLow(p)), ...pods.filter(isLow)];

const cpuOf = (pods) => pods.reduce((sum, p) => sum + p.cpu, 0);

/**
 * Reserved slots, beside the victims, or on top of the others where these have left: [{key, bottom, height, column}].
 * `floor` = on what they stand, `top` = pixels of the rack.
 */
function slotsOf(nominated, heightOf, { floor, top }) {
  const slots = [];
  let at = floor;
  let column = 0;
  for (const pod of nominated) {
    const height = heightOf(pod);
    // pods that are promised the same space stand side by side: only one of them will get it
    if (at > floor && at + height > top + 1) {
      at = floor;
      column += 1;
    }
    slots.push({ key: pod.key, bottom: Math.max(0, Math.min(at, top - height)), height, column });
    at += height;
  }
  return slots;
}

const OVERLAP_PX = 0.5;

/** Whether a block and one of the slots are at one height. */
const overlaps = ({ bottom, height }, slots) => slots.some((slot) =>
  slot.bottom + slot.height > bottom + OVERLAP_PX && bottom + height > slot.bottom + OVERLAP_PX);

/**
 * Names for the pods on top of the stack whose blocks are too low for one: `keys` from the floor up as many as fit in
 * the free space above them, `more` = how many do not. Null where there are none, or no space.
 */
function namesAbove(blocks, pods, { top, slots, k }) {
  const low = new Set(pods.filter((p) => p.cpu > 0 && p.holds).map((p) => p.key));
  const first = blocks.findLastIndex((b) => b.mode !== "sliver" || !low.has(b.key)) + 1;
  const keys = blocks.slice(first).map((b) => b.key);
  const bottom = Math.max(0, ...[...blocks.slice(-1), ...slots].map((place) => place.bottom + place.height));
  const rows = Math.floor((top - bottom) / (CAPTION_ROW_PX * k));
  if (!keys.length || rows < 1 || (rows === 1 && keys.length > 1)) return null;
  const shown = keys.length > rows ? keys.slice(0, rows - 1) : keys;
  return { bottom, keys: shown, more: keys.length - shown.length };
}

/**
 * The rack of one node: pods in the order in which they came, and at the right what is reserved. Blocks share their
 * height with a slot where both are `beside` each other: at the left is what still is, at the right what will be.
 *
 * `unit` = pixels of a cpu, `plain` = {height, row} in pixels where all pods stand as rows, `k` = size of what is read,
 * `doomed` = uids of pods that were chosen to leave and not asked yet.
 * @returns {{blocks: {key, bottom, height, mode, beside}[], slots: {key, bottom, height, beside, column}[],
 *   names: {bottom, keys: string[], more: number} | null, memory: {key, share, state}[]}}
 */
export function rackLayout(node, pods, nominated, { unit, plain = null, doomed = NOBODY, k = 1 }) {
  const px = (milli) => (plain ? 0 : (milli / 1000) * unit);
  const top = plain ? plain.height : px(node.cpu);
  const { live, victims, others, gone } = parts(pods, nominated, doomed);

  const taken = Math.max(cpuOf(live), Math.min(node.cpu, cpuOf(others) + cpuOf(nominated)));
  const rows = new Set([...live.filter((p) => plain || p.cpu === 0), ...gone]);
  const mostPx = plain ? plain.row : ROW_PX * k;
  // a slot without a request is one row, which a row of a victim may give
  const rowSlots = nominated.filter((p) => plain || p.cpu === 0).length;
  const count = Math.max(rows.size, [...rows].filter((p) => !victims.has(p)).length + rowSlots);
  const rowPx = count ? Math.max(LEAST_ROW_PX, Math.min(mostPx, (top - px(taken)) / count)) : mostPx;
  const slotPx = (pod) => (plain || pod.cpu === 0 ? rowPx : Math.max(ROW_PX * k, px(pod.cpu)));
  const heightOf = (pod) => (rows.has(pod) ? rowPx : px(pod.cpu));

  const isLow = (pod) => !rows.has(pod) && px(pod.cpu) < TEXT_ROW_PX * k;
  const stand = [];
  let bottom = 0;
  for (const pod of [...lowOnTop(live, isLow), ...gone]) {
    stand.push({ pod, bottom, height: heightOf(pod) });
    bottom += stand.at(-1).height;
  }
  const below = others.filter((pod) => !isLow(pod)); // a pod that comes stands below low ones
  const floor = stand.find(({ pod }) => victims.has(pod))?.bottom ?? below.reduce((sum, pod) => sum + heightOf(pod), 0);
  const places = slotsOf(nominated, slotPx, { floor, top });
  const blocks = stand.map(({ pod, ...place }) =>
    ({ key: pod.key, ...place, mode: mode(place.height, k), beside: overlaps(place, places) }));
  const slots = places.map((slot) => ({ ...slot, beside: overlaps(slot, blocks) }));

  const memory = live
    .filter((p) => p.mem > 0 && node.mem > 0)
    .map((p) => ({ key: p.key, share: p.mem / node.mem, state: p.terminating ? "v" : "" }));
  return { blocks, memory, slots, names: plain ? null : namesAbove(blocks, live, { top, slots, k }) };
}
