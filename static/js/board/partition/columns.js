/** The columns of a board on which something is broken. Pure. */

const NARROW_PX = 148;
const WIDE_PX = 440;
const GAP_PX = 12;
const MOST_NARROW_PX = 460;
const MOST_ACROSS = 4;
const LEAST_WRAPPED_PX = 190;
const SPARE_SHARE = 0.25; // of what is left over, for the narrow cards

function inOneRow(names, split, width, narrowest, least) {
  const wide = names.filter((name) => split.has(name)).length;
  const narrow = names.length - wide;
  const share = narrow ? Math.min(MOST_NARROW_PX, narrowest + ((width - least) * SPARE_SHARE) / narrow) : 0;
  const template = names.map((name) => (split.has(name) ? "minmax(0, 1fr)" : `${Math.floor(share)}px`)).join(" ");
  const rest = (width - GAP_PX * (names.length - 1) - narrow * share) / wide;
  return { template, narrow: share, wide: rest, rows: 1, oneRow: true };
}

/**
 * All nodes in one row where they fit, else split ones in rows of their own.
 * @returns {{template: string, narrow: number, wide: number, rows: number, oneRow: boolean}} widths in pixels
 */
export function partedColumns(names, split, width, narrowest = NARROW_PX) {
  const wide = names.filter((name) => split.has(name)).length;
  const narrow = names.length - wide;
  const least = narrow * narrowest + wide * WIDE_PX + GAP_PX * (names.length - 1);
  if (wide && least <= width) return inOneRow(names, split, width, narrowest, least);
  const fit = Math.floor((width + GAP_PX) / (Math.max(narrowest, LEAST_WRAPPED_PX) + GAP_PX));
  const across = Math.max(1, Math.min(MOST_ACROSS, Math.max(wide ? 2 : 1, narrow), fit));
  const each = Math.min(MOST_NARROW_PX, (width - GAP_PX * (across - 1)) / across);
  // the only node keeps its width when its last pod goes
  const track = wide || names.length === 1 ? "1fr" : `${MOST_NARROW_PX}px`;
  const rows = wide + Math.ceil(narrow / across);
  return { template: `repeat(${across}, minmax(0, ${track}))`, narrow: each, wide: width, rows, oneRow: false };
}
