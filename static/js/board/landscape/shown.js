/** What the squares of a landscape show: groups of nodes, and of each its look. Pure. */
import { trouble } from "./squares.js";

const REASON = "no";
const WORKS = ["held", "going", "failed", "next", "done", "back", "took"]; // looks of a maintenance (`work.js`)

/** Groups in their order → [[name, [[pool, nodes]]]]; `pooled`: each stands in its pools. Trouble comes first. */
export function areasOf(groups, pooled) {
  return groups.map(({ name, nodes }) => {
    const pools = new Map();
    for (const node of nodes) {
      const pool = pooled ? node.pool ?? "" : "";
      if (!pools.has(pool)) pools.set(pool, []);
      pools.get(pool).push(node);
    }
    return [name, [...pools].map(([pool, here]) => [pool, here.toSorted((a, b) => trouble(a) - trouble(b))])];
  });
}

/** [[name, [[pool, number of nodes]]]] of what `areasOf` gives. */
export const counted = (areas) =>
  areas.map(([name, pools]) => [name, pools.map(([pool, { length }]) => [pool, length])]);

/** The reasons of refusals with the number of nodes, the most frequent first: [[word, n]]. */
export function reasonsOf(verdicts) {
  const counts = new Map();
  for (const { kind, word } of verdicts) if (kind === REASON) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([, n], [, m]) => m - n);
}

/** How a node without a verdict looks. */
function stateOf(node) {
  if (trouble(node) === 0) return "lost";
  if (trouble(node) === 1) return "press";
  return node.cordoned ? "off" : "";
}

/** Percent of a node that pods request, of cpu or memory, whichever is more; 0 where nothing is known. */
export const useOf = ({ requested: { shares } }) => Math.max(shares.cpu ?? 0, shares.memory ?? 0);

/**
 * The look of a node: {kind, reason, share, word}. `kind` = that of its verdict, else "lost", "press", "off", "heat" or
 * ""; `reason` = the number of the reason of a refusal, else null; `share` = percent that is filled; `word` for it.
 * `heat` = what colours it in place of its verdict, or null.
 */
export function lookOf(node, verdict, numbers, heat) {
  if (heat) return { kind: "heat", reason: null, share: heat.share, word: heat.text };
  const kind = ["no", "fit", "win", "nom", "lit"].includes(verdict.kind) ? verdict.kind : stateOf(node);
  const reason = kind === REASON ? numbers.get(verdict.word) ?? 0 : null;
  return { kind, reason, share: Math.min(100, useOf(node)), word: verdict.word };
}

/** Entries of the legend: [{kind, reason, word, n}], kinds that no square has are left out. */
export function legendOf(looks, reasons) {
  const counts = new Map();
  for (const { kind } of looks) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const rest = ["win", "fit", "nom", "lit", ...WORKS, "lost", "press", "off"];
  return [
    ...(counts.has(REASON) ? reasons.map(([word, n], reason) => ({ kind: REASON, reason, word, n })) : []),
    ...rest.filter((kind) => counts.has(kind)).map((kind) => ({ kind, reason: null, word: "", n: counts.get(kind) })),
  ];
}

/** The index of the square nearest to square `from` in a direction, or `from`. `places` = x, y, x, y, … */
export function neighbour(places, from, [dx, dy]) {
  let [best, nearest] = [from, Infinity];
  for (let i = 0; i * 2 < places.length; i += 1) {
    const [x, y] = [places[i * 2] - places[from * 2], places[i * 2 + 1] - places[from * 2 + 1]];
    const along = x * dx + y * dy;
    const across = Math.abs(x * dy) + Math.abs(y * dx);
    const far = along + 4 * across;
    if (along > 0 && far < nearest) [best, nearest] = [i, far];
  }
  return best;
}

/** The square under a point, or -1. */
export function squareAt(places, px, x, y) {
  for (let i = 0; i * 2 < places.length; i += 1) {
    const [dx, dy] = [x - places[i * 2], y - places[i * 2 + 1]];
    if (dx >= 0 && dy >= 0 && dx <= px && dy <= px) return i;
  }
  return -1;
}

/** Squares that a frame touches. `frame` = {x, y, width, height} */
export function squaresIn(places, px, { x, y, width, height }) {
  const inside = [];
  for (let i = 0; i * 2 < places.length; i += 1) {
    const [left, top] = [places[i * 2], places[i * 2 + 1]];
    if (left < x + width && left + px > x && top < y + height && top + px > y) inside.push(i);
  }
  return inside;
}
