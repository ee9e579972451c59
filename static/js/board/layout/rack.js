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

/** 0 for a pod that was bound to its nominated node: it stays on the floor, where its slot was; 1 for the others. */
const kept = (pod) => (pod.node && pod.nominated === pod.node ? 0 : 1);

/** The pods of a node by what becomes of them: victims that make space, others that stay, and those that are over. */
function parts(pods, nominated, doomed) {
  const here = [...pods].sort((a, b) => kept(a) - kept(b) || (a.bound ?? 0) - (b.bound ?? 0) || a.order - b.order);
  const live = here.filter((p) => p.holds);
  const victims = nominated.length ? live.filter((p) => p.terminating || doomed.has(p.uid)) : [];
  return { live, victims, others: live.filter((p) => !victims.includes(p)), gone: here.filter((p) => !p.holds) };
}

/** How many rows a plain node needs: victims share theirs with the slots beside them. */
export function rowsNeeded(pods, nominated) {
  const victims = new Set(nominated.flatMap((pod) => pod.victims ?? []));
  const leaving = pods.filter((p) => p.holds && (p.terminating || victims.has(p.uid))).length;
  return pods.length + Math.max(0, nominated.length - leaving);
}

/** Low blocks stand on top of the others, so that their names have space above them. */
function lowOnTop(pods, px, k) {
  const low = (p) => p.cpu > 0 && px(p.cpu) < TEXT_ROW_PX * k;
  return [...pods.filter((p) => !low(p)), ...pods.filter(low)];
}

const cpuOf = (pods) => pods.reduce((sum, p) => sum + p.cpu, 0);

/** Reserved slots on the floor: [{key, bottom, height, beside, column}]. `top` = pixels of the rack. */
function slotsOf(nominated, heightOf, { top, beside }) {
  const slots = [];
  let at = 0;
  let column = 0;
  for (const pod of nominated) {
    const height = heightOf(pod);
    // pods that are promised the same space stand side by side: only one of them will get it
    if (at > 0 && at + height > top + 1) {
      at = 0;
      column += 1;
    }
    slots.push({ key: pod.key, bottom: at, height, beside, column });
    at += height;
  }
  return slots;
}

/**
 * Names for the pods on top of the stack whose blocks are too low for one: `keys` from the floor up as many as fit in
 * the free space above them, `more` = how many do not. Null where there are none, or no space.
 */
function namesAbove(blocks, pods, top, k) {
  const low = new Set(pods.filter((p) => p.cpu > 0 && p.holds).map((p) => p.key));
  const first = blocks.findLastIndex((b) => b.mode !== "sliver" || !low.has(b.key)) + 1;
  const keys = blocks.slice(first).map((b) => b.key);
  const bottom = blocks.length ? blocks.at(-1).bottom + blocks.at(-1).height : 0;
  const rows = Math.floor((top - bottom) / (CAPTION_ROW_PX * k));
  if (!keys.length || rows < 1 || (rows === 1 && keys.length > 1)) return null;
  const shown = keys.length > rows ? keys.slice(0, rows - 1) : keys;
  return { bottom, keys: shown, more: keys.length - shown.length };
}

/**
 * The rack of one node. Victims that make space (they leave, or are `doomed`: chosen, not asked yet) stand on the
 * floor, beside the reserved slot; the others above them.
 *
 * `unit` = pixels of a cpu, `plain` = {height, row} in pixels where all pods stand as rows, `k` = size of what is read.
 * @returns {{blocks: {key, bottom, height, mode, beside}[], slots: {key, bottom, height, beside, column}[],
 *   names: {bottom, keys: string[], more: number} | null, memory: {key, share, state}[]}}
 */
export function rackLayout(node, pods, nominated, { unit, plain = null, doomed = NOBODY, k = 1 }) {
  const px = (milli) => (plain ? 0 : (milli / 1000) * unit);
  const { live, victims, others, gone } = parts(pods, nominated, doomed);
  const floor = Math.max(cpuOf(victims), Math.min(cpuOf(nominated), node.cpu - cpuOf(others)));

  const rows = new Set([...live.filter((p) => plain || p.cpu === 0), ...gone]);
  const space = (plain ? plain.height : px(node.cpu)) - px(cpuOf(others) + floor);
  const mostPx = plain ? plain.row : ROW_PX * k;
  // a slot stands beside the victims, and as high as they are
  const rowSlots = plain || victims.length ? 0 : nominated.filter((p) => p.cpu === 0).length;
  const count = plain ? Math.max(victims.length, nominated.length) + others.length + gone.length : rows.size + rowSlots;
  const rowPx = count ? Math.max(LEAST_ROW_PX, Math.min(mostPx, space / count)) : mostPx;
  const slotPx = (pod) => (plain || pod.cpu === 0 ? rowPx : Math.max(ROW_PX * k, px(pod.cpu)));

  const blocks = [];
  let bottom = 0;
  const stack = (list, beside) => {
    for (const pod of list) {
      const height = rows.has(pod) ? rowPx : px(pod.cpu);
      blocks.push({ key: pod.key, bottom, height, mode: mode(height, k), beside });
      bottom += height;
    }
  };
  stack(victims, true);
  bottom = Math.max(bottom, plain ? nominated.length * rowPx : px(floor) + rowSlots * rowPx);
  stack([...lowOnTop(others, px, k), ...gone], false);

  const memory = [...victims, ...others]
    .filter((p) => p.mem > 0 && node.mem > 0)
    .map((p) => ({ key: p.key, share: p.mem / node.mem, state: p.terminating ? "v" : "" }));
  return {
    blocks, memory,
    slots: slotsOf(nominated, slotPx, { top: plain ? plain.height : px(node.cpu), beside: victims.length > 0 }),
    names: plain ? null : namesAbove(blocks, live, px(node.cpu), k),
  };
}
