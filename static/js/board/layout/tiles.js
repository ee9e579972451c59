/** Squares of the grid: how large they are, and how many groups stand side by side, so that all are seen. Pure. */

const NAMED_PX = [96, 84, 72, 60, 52, 44]; // of squares that hold a name
const MOST_PX = 40; // of a tile without a name: it must not look like one whose name is missing
const LEAST_PX = 12; // still hit with a pointer; more nodes are scrolled to
const TILE_GAP_PX = 2;
const NAMED_GAP_PX = 4;
const HEAD_PX = 30; // of a group, with the gap below it
const GROUPS_GAP_PX = 12;
const PADDING_PX = 24;
const MOST_COLUMNS = 4;
const LEAST_COLUMN_PX = 180; // of a group, times the size of what is read: its head says its name and its sum

/** Pixels of all groups, `columns` of them side by side. `counts` = nodes of each group. */
function heightOf(counts, width, { px, gap, head, columns }) {
  const columnPx = (width - GROUPS_GAP_PX * (columns - 1)) / columns;
  const across = Math.max(1, Math.floor((columnPx + gap) / (px + gap)));
  const heights = counts.map((n) => head + Math.ceil(n / across) * (px + gap) - gap);
  const lines = Math.ceil(counts.length / columns);
  let tall = PADDING_PX + GROUPS_GAP_PX * Math.max(0, lines - 1);
  for (let i = 0; i < counts.length; i += columns) tall += Math.max(...heights.slice(i, i + columns));
  return tall;
}

/** Sizes from the largest: those with a name, then those without. */
const SIZES = [
  ...NAMED_PX.map((px) => ({ px, gap: NAMED_GAP_PX, named: true })),
  ...Array.from({ length: MOST_PX - LEAST_PX + 1 }, (_, i) => ({ px: MOST_PX - i, gap: TILE_GAP_PX, named: false })),
];

/**
 * The squares of a grid: {px, named, columns}, pixels of a side, whether they hold a name, and groups side by side.
 * On a phone they have the size that a finger needs. `counts` = nodes of each group, `headed` = groups have heads.
 */
export function squaresFor(counts, space, headed) {
  if (space.phone) return { px: NAMED_PX.at(-1), named: true, columns: 1 };
  const head = headed ? HEAD_PX * space.k : 0;
  const fit = Math.floor((space.width + GROUPS_GAP_PX) / (LEAST_COLUMN_PX * space.k + GROUPS_GAP_PX));
  const most = Math.max(1, Math.min(MOST_COLUMNS, counts.length, fit));
  for (const { px, gap, named } of SIZES) {
    for (let columns = 1; columns <= most; columns += 1) {
      if (heightOf(counts, space.width, { px, gap, head, columns }) <= space.height) return { px, named, columns };
    }
  }
  return { px: LEAST_PX, named: false, columns: most };
}
