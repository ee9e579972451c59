/**
 * Where the squares of a large cluster stand: areas side by side in bands, all squares of one size, so that all nodes
 * are seen at once. Pure. playground/pictures/landscape.py is the same rule for pictures; tests of both read
 * squares.cases.js.
 */
export const MOST_PX = 96;
const GAPS = [[28, 4], [10, 2], [4, 1], [0, 0]]; // [pixels of a side, pixels between two squares]
const AREA_GAP = 14;
const BAND_GAP = 8;
const POOL_GAP = 6;
const LEAST_HEADS = 4; // an area is at least so many times as wide as a line of its head is high
const SMALLER = [3, 2]; // names are given up where squares without them would be more than 3/2 times as large

const sum = (numbers) => numbers.reduce((all, n) => all + n, 0);
const countOf = ([, pools]) => sum(pools.map(([, n]) => n));
const merged = (areas) => [["", [["", sum(areas.map(countOf))]]]];

/** The levels of which there are names. */
const levelsOf = (areas) => [
  areas.some(([, pools]) => pools.some(([pool]) => pool)) && "pools",
  (areas.length > 1 || areas.some(([name]) => name)) && "areas",
].filter(Boolean);

/** The areas as they stand with names of that level. */
const WITH = {
  pools: (areas) => areas,
  areas: (areas) => areas.map((area) => [area[0], [["", countOf(area)]]]),
};

const gapOf = (px) => GAPS.find(([least]) => px >= least)[1];

/** Pixels of an area with `rows` of squares. */
const wideOf = (pools, step, gap, rows, least) =>
  Math.max(least, sum(pools.map(([, n]) => Math.ceil(n / rows) * step - gap)) + POOL_GAP * (pools.length - 1));

/**
 * Areas from left to right in as many bands as they need, `rows` of squares high.
 * `room` = {width, height, heads: pixels of the names above the squares, least: pixels of an area}
 */
function flowed(areas, level, px, rows, { width, heads, least }) {
  const gap = gapOf(px);
  const step = px + gap;
  const placed = [];
  let [x, y] = [0, 0];
  for (const [name, pools] of areas) {
    const wide = wideOf(pools, step, gap, rows, least);
    if (x && x + wide > width) [x, y] = [0, y + heads + rows * step - gap + BAND_GAP];
    let at = x;
    const inside = pools.map(([pool, n]) => {
      const here = { name: pool, x: at, y: y + heads, n, columns: Math.max(1, Math.ceil(n / rows)) };
      at += here.columns * step - gap + POOL_GAP;
      return here;
    });
    placed.push({ name, x, y, width: wide, pools: inside });
    x += wide + AREA_GAP;
  }
  return { level, px, gap, height: y + heads + rows * step - gap, areas: placed };
}

/** The largest squares between `lowest` and `most` pixels that fit, in the fewest pixels of height; or null. */
function largest(areas, level, room, { most, lowest }) {
  const { width, height, heads, least } = room;
  const total = Math.max(1, sum(areas.map(countOf)));
  const fullest = Math.max(0, ...areas.flatMap(([, pools]) => pools.map(([, n]) => n)));
  const start = Math.min(most, Math.floor(Math.sqrt(Math.floor(Math.max(0, width * height) / total))));
  for (let px = start; px >= lowest; px -= 1) {
    const gap = gapOf(px);
    const first = Math.max(1, Math.ceil((fullest * (px + gap)) / Math.max(1, width + gap)));
    let best = null;
    for (let rows = first; rows <= Math.floor((height - heads + gap) / (px + gap)); rows += 1) {
      if (areas.some(([, pools]) => wideOf(pools, px + gap, gap, rows, least) > width)) continue;
      const tried = flowed(areas, level, px, rows, room);
      if (tried.height <= height && (!best || tried.height < best.height)) best = tried;
    }
    if (best) return best;
  }
  return null;
}

/**
 * The largest squares with which all areas fit into `width` × `height` pixels: {level, px, gap, height, areas: {name,
 * x, y, width, pools: {name, x, y, n, columns}[]}[]}. `level` says which names stand above the squares: "pools" (of
 * both), "areas" or "none". `areas` = [[name, [[pool, number of nodes]]]], `head` = pixels of a line of names, `most` =
 * pixels of a side at most. Squares have at least one pixel, even where that does not fit.
 */
export function squaresFor(areas, { width, height, head, most = MOST_PX }) {
  const whole = merged(areas);
  const plain = largest(whole, "none", { width, height, heads: 0, least: 0 }, { most, lowest: 1 });
  if (!plain) return flowed(whole, "none", 1, Math.max(1, height), { width: Math.max(1, width), heads: 0, least: 0 });
  const lowest = Math.ceil((plain.px * SMALLER[1]) / SMALLER[0]);
  for (const level of levelsOf(areas)) {
    const room = { width, height, heads: head * (level === "pools" ? 2 : 1), least: LEAST_HEADS * head };
    const named = largest(WITH[level](areas), level, room, { most, lowest });
    if (named) return named;
  }
  return plain;
}

/** The top left corners of all squares, in the order of the nodes: x, y, x, y, … */
export function placesIn({ px, gap, areas }) {
  const places = [];
  for (const { pools } of areas) {
    for (const { x, y, n, columns } of pools) {
      for (let i = 0; i < n; i += 1) {
        places.push(x + (i % columns) * (px + gap), y + Math.floor(i / columns) * (px + gap));
      }
    }
  }
  return places;
}

/** 0 for a node that is lost, 1 for one under pressure, 2 for any other: who is in trouble comes first. */
export function trouble({ ready, apart, need }) {
  if (!ready || apart) return 0;
  return need?.conditions?.length ? 1 : 2;
}
