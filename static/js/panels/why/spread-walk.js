/** What PodTopologySpread keeps, point by point: pairs and critical paths, weights, and the arithmetic of the scores. */
import { el } from "../../el.js";
import { t } from "../../i18n.js";

const PLUGIN = "PodTopologySpread";
const FREE = 2 ** 31 - 1;
const MOST_ROWS = 12;
const MOST_STEPS = 20;

/** An entry of the critical paths: "zone1 3"; a place nobody has taken keeps the largest int32. Pure. */
export function pathText([value, number]) {
  return number === FREE ? "“” 2³¹−1" : `${value} ${number}`;
}

/** The raw score before and after rounding: "2·1.6094 + 2·1.3863 = 5.9915 → 6". Null = the node lacks the key. Pure. */
export function rawText(entry, constraints, raw) {
  const parts = entry.counts.flatMap((count, i) => {
    if (count === null) return [];
    const { weight, maxSkew } = constraints[i];
    return [`${count}·${weight}`, ...(maxSkew > 1 ? [String(maxSkew - 1)] : [])];
  });
  return parts.length ? `${parts.join(" + ")} = ${entry.sum} → ${raw}` : String(raw);
}

/** How a raw score is normalised: "100·(3+1−3)/3 = 33". Pure. */
export function normalText({ lowest, highest }, raw, normalized) {
  return highest > 0 ? `100·(${highest}+${lowest}−${raw})/${highest} = ${normalized}` : String(normalized);
}

/** The weight of a soft constraint: "ln(2+2) = 1.3863". Pure. */
export function weightText({ domains, weight }) {
  return `ln(${domains}+2) = ${weight}`;
}

function path(place, entry, words) {
  return el("tr", null, el("th.mono", { scope: "row", text: `[${place}]` }), el("td", null, el("b.tn", { text: pathText(entry) })), el("td.dim", { text: words }));
}

function scrolled(label, table) {
  return el("div.scroll", { tabindex: "0", role: "group", "aria-label": label }, table);
}

function constraintState(state, n) {
  const title = `${n} ${state.key}`;
  const few = state.domains < state.minDomains;
  return el("section.walk", { "data-constraint": n },
    el("h3", null, title, " ", el("span.dim.light", { text: t("ui.walk.domains", { n: state.domains }) })),
    el("p.small.tn", { text: `maxSkew ${state.maxSkew} · minDomains ${state.minDomains} · selfMatchNum ${state.self}` }),
    scrolled(`TpValueToMatchNum ${title}`, el("table", null, el("caption.mono", { text: "TpValueToMatchNum" }),
      el("thead", null, el("tr", null, el("th", { text: t("ui.affinity.domain") }), el("th.n", { text: t("ui.affinity.matching") }))),
      el("tbody", null, state.pairs.slice(0, MOST_ROWS).map(([value, count]) => el("tr", null, el("th", { scope: "row", text: value }), el("td.n", null, el("b", { text: String(count) }))))))),
    state.domains > MOST_ROWS ? el("p.small.dim", { text: t("ui.queue.more", { n: state.domains - MOST_ROWS }) }) : null,
    el("table.paths", null, el("caption.mono", { text: "CriticalPaths" }), el("tbody", null,
      path(0, state.paths[0], t("ui.walk.first")), path(1, state.paths[1], t("ui.walk.second")))),
    el("p.small", { text: few ? t("ui.walk.too_few", { min: state.minDomains }) : t("ui.walk.subtracts", { min: state.min }) }));
}

/** PreFilter: one section a hard constraint; empty where there are none. */
export function spreadStates(decision) {
  const states = decision.spreadState ?? [];
  if (!states.length) return [];
  return [el("h3", { text: `${PLUGIN} · ${t("ui.walk.state")}` }), ...states.map((state, i) => constraintState(state, i + 1))];
}

/** PostFilter: the critical paths through the dry run of the chosen candidate; empty where it changed none. */
export function spreadDrill(decision) {
  const { candidates = [], chosen } = decision.preemption ?? {};
  const candidate = candidates.find((c) => c.node === chosen) ?? candidates[0];
  const steps = candidate?.spread ?? [];
  if (!steps.length) return [];
  const title = t("ui.walk.drill", { node: candidate.node });
  const keys = (decision.spreadState ?? []).map((state) => state.key);
  const start = (decision.spreadState ?? []).map((state, i) => el("tr", null, el("th.dim", { scope: "row", text: `${i + 1} ${state.key}` }), state.paths.map((entry) => el("td.tn", { text: pathText(entry) }))));
  return [el("section.walk", null, el("h3", { text: title }), scrolled(title, el("table", null,
    el("thead", null, el("tr", null, el("th", { text: t("ui.walk.change") }), el("th.mono", { text: "[0]" }), el("th.mono", { text: "[1]" }))),
    el("tbody", null, start, steps.slice(0, MOST_STEPS).map((step) => el("tr", null, el("th.tn", { scope: "row", title: keys[step.constraint] ?? null, text: `${step.domain} → ${step.count}` }),
      step.paths.map((entry) => el("td.tn", { text: pathText(entry) }))))))))];
}

/** PreScore: the weight of each soft constraint and who is left out. */
export function spreadWeights(decision) {
  const scores = decision.spreadScores;
  if (!scores) return [];
  return [el("section.walk", null, el("h3", { text: `${PLUGIN} · ${t("ui.walk.weights")}` }),
    el("table", null, el("tbody", null, scores.constraints.map((c, i) => el("tr", null, el("th", { scope: "row", text: `${i + 1} ${c.key}` }),
      el("td.tn", null, el("b", { text: weightText(c) })), el("td.dim", { text: `maxSkew ${c.maxSkew} · ${t("ui.walk.domains", { n: c.domains })}` }))))),
    scores.ignored.length ? el("p.small", { text: t("ui.walk.ignored", { nodes: scores.ignored.slice(0, MOST_ROWS) }) }) : null)];
}

/** Score: raw before rounding, normalised, weighted, a row a node. */
export function spreadArithmetic(decision) {
  const scores = decision.spreadScores;
  if (!scores) return [];
  const title = `${PLUGIN} · ${t("ui.walk.arithmetic")}`;
  const weight = decision.weights?.[PLUGIN] ?? 1;
  const names = Object.keys(scores.nodes).filter((name) => decision.scores?.[name]?.[PLUGIN]);
  const row = (name) => {
    const [raw, normalized, weighted] = decision.scores[name][PLUGIN];
    const sums = scores.ignored.includes(name) ? el("td.dim", { text: t("ui.walk.is_ignored") })
      : el("td.tn", null, el("div", { text: rawText(scores.nodes[name], scores.constraints, raw) }), el("div", { text: normalText(scores, raw, normalized) }));
    return el("tr", null, el("th", { scope: "row", text: name }), sums, el("td.n", null, el("b", { text: String(weighted) })));
  };
  return [...spreadWeights(decision), el("section.walk", null, el("h3", { text: title }), scrolled(title, el("table", null,
    el("thead", null, el("tr", null, el("th", { text: t("ui.why.col_node") }), el("th", { text: t("ui.walk.raw_normalised") }), el("th.n", { text: t("ui.why.weight", { weight }) }))),
    el("tbody", null, names.slice(0, MOST_ROWS).map(row)))),
    names.length > MOST_ROWS ? el("p.small.dim", { text: t("ui.queue.more", { n: names.length - MOST_ROWS }) }) : null)];
}
