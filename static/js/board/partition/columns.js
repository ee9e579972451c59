/** The columns of a board on which something is broken. Pure. */

/** Pixels of a whole node beside one with two truths, at reading size 1. */
export const NARROW_PX = 148;
const WIDE_PX = 360;
const GOOD_PX = 440; // of a split one, before the narrow ones share what is left over
const LEAST_WIDE_PX = 312; // of several in a row of their own
const GAP_PX = 12;
const MOST_NARROW_PX = 460;
const MOST_ACROSS = 4;
const SPARE_SHARE = 0.25; // of what is left over, for the narrow cards

function inOneRow(names, split, width, narrowest, least) {
  const wide = names.filter((name) => split.has(name)).length;
  const narrow = names.length - wide;
  const spare = Math.max(0, width - least - wide * (GOOD_PX - WIDE_PX));
  const share = narrow ? Math.min(MOST_NARROW_PX, narrowest + (spare * SPARE_SHARE) / narrow) : 0;
  const template = names.map((name) => (split.has(name) ? "minmax(0, 1fr)" : `${Math.floor(share)}px`)).join(" ");
  const rest = (width - GAP_PX * (names.length - 1) - narrow * share) / wide;
  return { template, narrow: share, wide: rest, rows: 1, oneRow: true };
}

/** The least number that both divide. */
function common(a, b) {
  let n = Math.max(a, b);
  while (n % a || n % b) n += 1;
  return n;
}

/**
 * All nodes in one row where they fit, else split ones in rows above the others, side by side as far as they fit.
 * `spans`: columns of the grid that a split and another node take, where they stand in rows of their own.
 * @returns {{template: string, narrow: number, wide: number, rows: number, splitRows?: number, oneRow: boolean,
 *   spans?: number[]}} widths in pixels
 */
export function partedColumns(names, split, width, narrowest = NARROW_PX) {
  const wide = names.filter((name) => split.has(name)).length;
  const narrow = names.length - wide;
  const least = narrow * narrowest + wide * WIDE_PX + GAP_PX * (names.length - 1);
  if (wide && least <= width) return inOneRow(names, split, width, narrowest, least);
  const most = (px) => Math.max(1, Math.floor((width + GAP_PX) / (px + GAP_PX)));
  const fit = most(narrowest);
  const across = Math.max(1, Math.min(MOST_ACROSS, Math.max(wide ? 2 : 1, narrow), fit));
  const px = (width - GAP_PX * (across - 1)) / across;
  const abreast = Math.max(1, Math.min(wide, most(LEAST_WIDE_PX * (narrowest / NARROW_PX))));
  const grid = common(across, abreast);
  return {
    template: `repeat(${grid}, minmax(0, 1fr))`, spans: [grid / abreast, grid / across],
    narrow: px, wide: (width - GAP_PX * (abreast - 1)) / abreast,
    rows: Math.ceil(wide / abreast) + Math.ceil(narrow / across), splitRows: Math.ceil(wide / abreast), oneRow: false,
  };
}
