/**
 * Stepping into a decision: a cursor through a DecisionView, while the board still shows the state before it. Pure.
 *
 * Stop = {point, node?, k?, of?, plugin?}. Filter stops once a node, in judging order; Score once a plugin.
 */

/** All stops of a decision, in order. */
export function stopsOf(decision) {
  const stops = [{ point: "PreFilter" }];
  const judged = decision.order ?? [];
  judged.forEach((node, i) => stops.push({ point: "Filter", node, k: i + 1, of: judged.length }));
  const state = new Map((decision.points ?? []).map((p) => [p.point, p.state]));
  const ran = (point) => state.has(point) && state.get(point) !== "skipped" && state.get(point) !== "todo";
  if (decision.preemption || ran("PostFilter")) stops.push({ point: "PostFilter" });
  if (decision.scored) {
    if (ran("PreScore")) stops.push({ point: "PreScore" });
    for (const plugin of scorePlugins(decision)) stops.push({ point: "Score", plugin });
    stops.push({ point: "Score", choice: true });
  }
  if (decision.node && (decision.result === "bound" || ran("Reserve"))) stops.push({ point: "Reserve" });
  return stops;
}

/** Score plugins that gave a score, in the order of the weights. */
export function scorePlugins(decision) {
  const given = new Set();
  for (const row of Object.values(decision.scores ?? {})) for (const plugin of Object.keys(row)) given.add(plugin);
  const ordered = Object.keys(decision.weights ?? {}).filter((p) => given.has(p));
  for (const plugin of given) if (!ordered.includes(plugin)) ordered.push(plugin);
  return ordered;
}

/**
 * Points of the rail at a stop: [{point, state}] with state "done", "skipped", "rejected", "failed", "on" or "todo".
 * `stop` null = all is done.
 */
export const POINTS = ["PreFilter", "Filter", "PostFilter", "PreScore", "Score", "Reserve", "Bind"];

export function railAt(decision, stop) {
  const known = new Map((decision?.points ?? []).map((p) => [p.point, p.state]));
  const at = stop ? POINTS.indexOf(stop.point) : POINTS.length;
  return POINTS.map((point, i) => {
    if (i === at) return { point, state: "on" };
    if (i > at) return { point, state: "todo" };
    return { point, state: decision ? known.get(point) ?? (stop ? "skipped" : "todo") : "todo" };
  });
}

/** The plugin that speaks for a node in Filter, with its number among the filter plugins: {plugin, n, of}. */
export function speakerOf(decision, node) {
  const verdict = decision.nodes?.[node];
  const plugins = decision.filterPlugins ?? [];
  const plugin = verdict?.plugin ?? plugins[plugins.length - 1] ?? "";
  return { plugin, n: Math.max(1, plugins.indexOf(plugin) + 1), of: plugins.length };
}

/** Weighted sum of a node over the plugins scored so far (all when `upTo` is null). */
export function totalOf(decision, node, upTo = null) {
  const row = decision.scores?.[node] ?? {};
  let sum = 0;
  for (const plugin of scorePlugins(decision)) {
    sum += row[plugin]?.[2] ?? 0;
    if (plugin === upTo) break;
  }
  return sum;
}
