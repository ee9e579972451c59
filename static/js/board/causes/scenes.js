/**
 * What is drawn on a node of the decision that is shown: the pod held against it with what keeps it away, the bars of
 * its scores, or what preemption does there. Pure: the numbers are the core's, and nothing is found out here.
 *
 * Scene = {kind: "refused", pod, obstacles, more, plugin} | {kind: "fits", pod, cpu} |
 *   {kind: "scores", parts: Part[], most, total, best, tie, chosen} |
 *   {kind: "preempts", pods: Map(key → "out" | "back" | "victim"), struck: Criterion | null, chosen} | null
 * Part = {plugin, share, weighted, raw, normalized, weight, now}: `share` is of the largest sum of a node, `now`: the
 *   plugin at whose stop the walk stands; `raw` and `normalized` are null where only the outline is at hand
 */
import { judgedPod } from "../decision/verdicts.js";

const short = (key) => key.slice(key.indexOf("/") + 1);

/** The pod's square: what it is called, how important it is, and the cpu that it requests. */
const square = (key, pod) => ({ key, name: short(key), band: pod?.band ?? 0, cpu: pod?.cpu ?? 0 });

/**
 * Whether an obstacle is still what it was when the decision was made: the room of a node may have changed since. What
 * is reserved may have come with the decision itself.
 */
function holds(obstacle, node) {
  if (obstacle.kind !== "resource" || obstacle.resource !== "cpu") return true;
  return obstacle.requested - obstacle.nominated === node.requested.cpu;
}

function refused(pod, { plugin, obstacles, more }, node) {
  if (!obstacles || !obstacles.every((obstacle) => holds(obstacle, node))) return null;
  return { kind: "refused", pod, obstacles, more, plugin };
}

/** Of the nodes that were scored, what each plugin gave. `triple(plugin, i)` = [raw, normalized, weighted]. */
function scoresOf({ plugins, triple, most, weights, now, upto }) {
  const parts = plugins.slice(0, upto).map((plugin, i) => {
    const [raw, normalized, weighted] = triple(plugin, i);
    const share = most > 0 ? weighted / most : 0;
    return { plugin, share, weighted, raw, normalized, weight: weights?.[plugin] ?? null, now: plugin === now };
  });
  return { parts, total: parts.reduce((sum, { weighted }) => sum + weighted, 0) };
}

const largest = (numbers) => numbers.reduce((most, number) => Math.max(most, number), 0);

/** At rest: the outline of the latest decision. */
function atRest(name, node, model) {
  const { last, frame } = model;
  const pod = judgedPod(model);
  const sign = pod && last?.signs.get(name);
  if (!sign) return null;
  const fresh = frame?.kind === "schedule";
  if (sign.refusal) {
    const stands = (fresh || !pod.node) && pod.nominated !== name; // where it is promised room, a slot stands
    return stands ? refused(square(last.pod, pod), sign.refusal, node) : null;
  }
  const row = last.scores?.rows[name];
  if (!row || !fresh) return null;
  const totals = Object.values(last.scores.rows).map((of) => of.reduce((sum, score) => sum + score, 0));
  const most = largest(totals);
  const { plugins } = last.scores;
  const scores = scoresOf({ plugins, triple: (plugin, i) => [null, null, row[i]], most, upto: plugins.length });
  const best = scores.total === most;
  const equal = totals.filter((total) => total === most).length > 1;
  return { kind: "scores", ...scores, most, best, tie: best && equal, chosen: last.node === name, toss: last.tie };
}

function atFilter(name, node, { decision, stop }, pod) {
  const place = decision.order.indexOf(name);
  if (place < 0 || place >= stop.k) return null;
  const verdict = decision.nodes[name];
  if (verdict?.short) return refused(pod, { plugin: verdict.plugin, ...verdict.short }, node);
  return stop.node === name ? { kind: "fits", pod } : null;
}

function atScore(name, { decision, stop }) {
  const row = decision.scores?.[name];
  if (!row) return null;
  const most = largest(Object.values(decision.totals));
  const { scorePlugins: plugins, weights } = decision;
  const upto = stop.plugin ? plugins.indexOf(stop.plugin) + 1 : plugins.length;
  const triple = (plugin) => row[plugin] ?? [0, 0, 0];
  const scores = scoresOf({ plugins, triple, most, weights, now: stop.plugin, upto });
  const best = Boolean(stop.choice || stop.point === "Reserve") && (decision.best ?? []).includes(name);
  const chosen = best && decision.node === name;
  return { kind: "scores", ...scores, most, best, tie: best && decision.best.length > 1, chosen, toss: decision.tie };
}

/** How many pods of a candidate have tried to come back at a stop. */
const triesAt = (stop) => (stop.act === "remove" ? 0 : stop.tries ?? Infinity);

/** The criterion that struck a node out, up to the stop `k`, or null. */
function strikeOf(name, { criteria }, stops, k) {
  const passed = stops.slice(0, k + 1).filter(({ act }) => act === "criterion").length;
  return criteria.slice(0, passed).find(({ left }) => !left.includes(name)) ?? null;
}

function atPreemption(name, node, { decision, stops, k, stop }, pod) {
  const { preemption, nodes } = decision;
  const candidate = preemption?.candidates.find((row) => row.node === name);
  if (!candidate) {
    const verdict = nodes[name];
    return verdict?.short ? refused(pod, { plugin: verdict.plugin, ...verdict.short }, node) : null;
  }
  const pods = new Map();
  const tries = triesAt(stop);
  candidate.tries.forEach(([key, stays, budget], i) => {
    const state = i >= tries ? "out" : stays ? "back" : "victim";
    pods.set(key, { state, budget, latest: i === tries - 1 });
  });
  for (const { pod: key } of candidate.victims) if (!pods.has(key)) pods.set(key, { state: "victim", budget: false });
  const struck = strikeOf(name, preemption, stops, k);
  return { kind: "preempts", pods, struck, pod, chosen: stop.act === "choice" && stop.node === name };
}

/** What is drawn on the node `name`, or null. */
export function sceneOf(name, { model, into }) {
  const node = model.nodes.get(name);
  if (!into) return atRest(name, node, model);
  const { decision, stops, k } = into;
  const inside = { decision, stops, k, stop: stops[k] };
  const pod = square(decision.pod, model.pods.get(decision.pod));
  const { point } = inside.stop;
  if (point === "Filter") return atFilter(name, node, inside, pod);
  if (point === "PostFilter") return atPreemption(name, node, inside, pod);
  if (point === "Score" || point === "Reserve") return decision.scored ? atScore(name, inside) : null;
  return null;
}
