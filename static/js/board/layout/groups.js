/** How the nodes of a large board stand together, and what colours them: a person's choice. Pure. */
import { zonesOf } from "./places.js";

export const COLOURS = ["verdict", "cpu", "memory", "pods", "pressure", "drains"];
export const WORK = "drains"; // what a maintenance does to the nodes; squares show it, cards have signs of it
export const ZONE = "zone";
export const VERDICT = "verdict";
export const NAMESPACE = "namespace"; // that requests the most of a node
const OF_LABEL = "label:";
const MOST_VALUES = 24; // of a label that makes groups
const MOST_KEYS = 12;
const NO_VALUE = "–";

/** Labels that divide these nodes: two values at least, and not one for each node; those with the fewest first. */
export function labelsOf(nodes) {
  const values = new Map();
  for (const { labels } of nodes) {
    for (const [key, value] of Object.entries(labels ?? {})) values.set(key, (values.get(key) ?? new Set()).add(value));
  }
  const dividing = [...values].filter(([, { size }]) => size > 1 && size <= MOST_VALUES && size < nodes.length);
  dividing.sort(([a, group], [b, other]) => group.size - other.size || (a < b ? -1 : 1));
  return dividing.slice(0, MOST_KEYS).map(([key]) => OF_LABEL + key);
}

/** The groups of a choice: zones, one for each value of a label, namespace, or verdict (`wordsOf(name)`). */
export function groupsOf(nodes, by, wordsOf) {
  if (by === VERDICT) return zonesOf(nodes, ({ name }) => wordsOf(name) || NO_VALUE);
  if (by !== NAMESPACE && !by.startsWith(OF_LABEL)) return zonesOf(nodes);
  const key = by.slice(OF_LABEL.length);
  const ofNode = by === NAMESPACE
    ? ({ requested }) => requested.namespace || NO_VALUE
    : ({ labels }) => labels?.[key] ?? NO_VALUE;
  const groups = zonesOf(nodes, ofNode);
  return groups.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * What the colours of a board mean, as message ids with the class of their sample. `judged` = there was a cycle,
 * `skips` = it did not ask all nodes.
 */
export function keyOf({ colour, judged, skips = false }) {
  if (colour === "pressure") return [["heat", "ui.key.pressure"]];
  if (colour !== VERDICT && colour !== WORK) return [["heat low", "ui.key.little"], ["heat", "ui.key.all"]];
  if (!judged) return [["", "ui.key.no_cycle"]];
  const verdicts = [["fit", "ui.key.fits"], ["no", "ui.key.refused"], ["win", "ui.key.chosen"]];
  return [...verdicts, ...(skips ? [["skip", "ui.key.not_asked"]] : [])];
}

/** What colours a node: {share: percent, text}; null where its verdict does. */
export function heatOf(node, colour) {
  if (colour === VERDICT || colour === WORK) return null;
  if (colour === "pressure") {
    const list = node.need?.conditions ?? [];
    return { share: list.length ? 100 : 0, text: list.map(({ type }) => type.replace("Pressure", "")).join(" ") };
  }
  const share = node.requested.shares[colour] ?? null;
  return { share: Math.min(100, share ?? 0), text: share === null ? "" : `${share}%` };
}
