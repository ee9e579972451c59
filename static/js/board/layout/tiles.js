/** Squares of the grid: how large they are, so that all nodes are seen at once. Pure. */

export const NAMED_PX = 44; // holds a name
const MOST_PX = 36; // of a tile without a name: it must not look like one whose name is missing
const LEAST_PX = 12; // still hit with a pointer; more nodes are scrolled to
export const TILE_GAP_PX = 2;
const NAMED_GAP_PX = 4;
const HEAD_PX = 30; // of a group, with the gap below it
const GROUPS_GAP_PX = 12;
const PADDING_PX = 24;

/** Pixels of all groups below each other. `counts` = nodes of each group. */
function heightOf(counts, width, { px, gap, head }) {
  const across = Math.max(1, Math.floor((width + gap) / (px + gap)));
  const rows = counts.map((n) => Math.ceil(n / across));
  const tall = rows.reduce((sum, n) => sum + head + n * (px + gap) - gap, 0);
  return PADDING_PX + tall + GROUPS_GAP_PX * Math.max(0, counts.length - 1);
}

/**
 * Pixels of a tile without a name; null where all nodes are seen with their names, and on a phone, where a finger needs
 * the larger square. `counts` = nodes of each group, `headed` = groups have heads.
 */
export function tileFor(counts, room, headed) {
  if (room.phone) return null;
  const head = headed ? HEAD_PX * room.k : 0;
  const fits = (px, gap) => heightOf(counts, room.width, { px, gap, head }) <= room.height;
  if (fits(NAMED_PX, NAMED_GAP_PX)) return null;
  for (let px = MOST_PX; px > LEAST_PX; px -= 1) if (fits(px, TILE_GAP_PX)) return px;
  return LEAST_PX;
}
