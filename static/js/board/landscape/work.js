/** What a maintenance does to the nodes: the look of each, and from when on pods have arrived because of it. */
import { readJson } from "../../net/http.js";
import { t } from "../../i18n.js";
import { WORK } from "../layout/groups.js";
import { useOf } from "./shown.js";

const NONE = { since: Infinity, nodes: new Set() };
const nameOf = (key) => key.slice(key.indexOf("/") + 1);

/**
 * The looks of nodes while `colour` shows a maintenance, else null: (nodes, model, colour) → [{kind, reason, share,
 * word, lines}], as `lookOf` of shown.js gives them without one. `options` are those of `createWork`.
 */
export function createWorks(options) {
  const workNow = createWork(options);
  return (nodes, model, colour) => {
    if (colour !== WORK) return null;
    const work = workNow(model);
    return nodes.map(({ node, pods }) => ({
      ...workOf(node, { drain: model.drains.get(node.name), work, pods }),
      reason: null, share: Math.min(100, useOf(node)),
    }));
  };
}

/** The newest maintenance of a run. `onCome()`: it is there. `read` is `readJson`, or a test's. */
export function createWork({ run, onCome, read = readJson }) {
  let [asked, known] = ["", NONE];

  async function ask(key, id, seq) {
    asked = key;
    const answer = await read(`/r/${id}/upkeep/begun?${new URLSearchParams({ at: seq })}`);
    if (!answer?.nodes || asked !== key) return;
    known = { since: answer.since, nodes: new Set(answer.nodes), run: id };
    onCome();
  }

  /** {since: second, nodes: Set of names} of the run whose step `model` is; of none before it is known. */
  return (model) => {
    const id = run?.();
    if (!id) return NONE;
    const key = `${id}|${model.drains.size > 0}`; // once more when the first drain begins
    if (known.run !== id && key !== asked) ask(key, id, model.seq);
    return known.run === id ? known : NONE;
  };
}

function drained(node, { held, left, error, done }) {
  if (error) return { kind: "failed", word: t("ui.land.kind.failed"), lines: [error] };
  if (done) return node.cordoned ? { kind: "done", word: t("ui.land.kind.done"), lines: [] } : null;
  const word = held.length ? t("ui.land.held", { n: held.length }) : t("ui.land.left", { n: left.length });
  return { kind: held.length ? "held" : "going", word, lines: held.map(({ pod, why }) => `${nameOf(pod)}: ${why}`) };
}

/**
 * What is said of a node: {kind, word, lines}. `drain` = its view, or undefined; `work` as `createWork` gives it,
 * `pods` those on the node.
 */
export function workOf(node, { drain, work, pods }) {
  if (!node.ready || node.apart || node.power === false) return { kind: "lost", word: "", lines: [] };
  const going = drain && drained(node, { ...drain, held: drain.waiting });
  if (going) return going;
  const chosen = work.nodes.has(node.name);
  if (node.cordoned && !drain && !chosen) return { kind: "off", word: "cordon", lines: [] };
  const n = pods.filter(({ bound }) => bound !== null && bound >= work.since).length;
  const arrived = { word: n ? `+${n}` : "", lines: n ? [t("ui.land.arrived", { n })] : [] };
  if (drain) return { kind: "back", ...arrived };
  if (chosen) return { kind: "next", ...arrived };
  return { kind: n ? "took" : "", ...arrived };
}
