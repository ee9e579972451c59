/** Soft topology spread (ScheduleAnyway) as columns: nothing is refused, each domain gives its nodes a part of their score. */
import { el } from "../../el.js";
import { t } from "../../i18n.js";
import { arithmetic, caption, firstDomains, measures, notes, plot } from "./spread-plot.js";
import { short } from "./why-parts.js";

const PLUGIN = "PodTopologySpread";
const MOST_ROWS = 12;

/** What a domain adds to the raw score of its nodes: matching pods times weight, and maxSkew − 1. Pure. */
export const partOf = (count, { weight, maxSkew }) => count * weight + maxSkew - 1;

/** "2 × 1.386 + 1 = 3.77". Pure. */
export function partText(count, constraint) {
  const { weight, maxSkew } = constraint;
  return `${count} × ${weight.toFixed(3)}${maxSkew > 1 ? ` + ${maxSkew - 1}` : ""} = ${partOf(count, constraint).toFixed(2)}`;
}

/**
 * Soft constraints with their domains, in the order of the spec: [{n, key, maxSkew, weight, counted: number of domains the weight counts, selector, lacking: [names],
 *   domains: [{domain, count, nodes: [names], scores: [normalised, each once, best first]}]}]. Pure.
 */
export function softConstraintsOf(decision, model, before = 0) {
  const told = decision?.spreadScores;
  if (!told) return [];
  return told.constraints.map((constraint, i) => {
    const domains = new Map();
    const lacking = [];
    for (const [name, { counts }] of Object.entries(told.nodes)) {
      const domain = model.nodes.get(name)?.labels?.[constraint.key];
      if (counts[i] === null || domain === undefined) {
        lacking.push(name);
        continue;
      }
      if (!domains.has(domain)) domains.set(domain, { domain, count: counts[i], nodes: [], scores: [] });
      const found = domains.get(domain);
      found.nodes.push(name);
      const score = decision.scores?.[name]?.[PLUGIN]?.[1];
      if (score !== undefined && !told.ignored.includes(name) && !found.scores.includes(score)) found.scores.push(score);
    }
    for (const found of domains.values()) found.scores.sort((a, b) => b - a);
    return { ...constraint, n: before + i + 1, counted: constraint.domains, lacking, domains: [...domains.values()].sort((a, b) => (a.domain < b.domain ? -1 : a.domain > b.domain ? 1 : 0)) };
  });
}

/** "100 × 2 = 200"; where another constraint tells the nodes of a domain apart: "33 … 100". Pure. */
export function scoreText(scores, weight) {
  if (!scores.length) return "–";
  if (scores.length > 1) return `${scores[scores.length - 1]} … ${scores[0]}`;
  return weight === 1 ? String(scores[0]) : `${scores[0]} × ${weight} = ${scores[0] * weight}`;
}

/** One constraint; where it is `alone` its domains give the score, else they give a part of it. */
function chart(constraint, decision, model, place, room, alone) {
  const weight = decision.weights?.[PLUGIN] ?? 1;
  const score = (d) => (alone ? scoreText(d.scores, weight) : partOf(d.count, constraint).toFixed(2));
  const m = measures(Math.max(1, ...constraint.domains.map((d) => d.count + (d.nodes.includes(decision.node) ? 1 : 0))), place, room);
  const best = Math.max(...constraint.domains.flatMap((d) => d.scores));
  return el("figure.spc.soft", { "data-constraint": constraint.n },
    caption(constraint, "ScheduleAnyway"),
    plot(constraint, m, {
      pod: model.pods.get(decision.pod) ?? null, name: short(decision.pod), model,
      lines: () => ({}),
      under: (d) => [arithmetic(partText(d.count, constraint).replace(" +", "  +").replace(" =", "  =")), alone ? el(`b.tn${d.scores[0] === best ? ".ok" : ""}`, { text: score(d) }) : null],
      me: (d) => (d.nodes.includes(decision.node) ? "ok" : null),
      words: (d) => t("ui.spread.soft_column", { domain: d.domain, count: d.count, score: score(d) }),
    }),
    el("p.splegend", null, el("span", null, t("ui.spread.weight"), " ", el("b.tn", { text: `ln(${constraint.counted} + 2) = ${constraint.weight.toFixed(3)}` })),
      alone ? el("span", { text: t("ui.spread.soft_hint") }) : null),
    notes(constraint, "ui.spread.soft_lacking"));
}

/** How the parts of several constraints make the score of a node, best first. */
function together(decision, constraints) {
  const told = decision.spreadScores;
  const names = Object.keys(told.nodes).filter((name) => decision.scores?.[name]?.[PLUGIN]);
  const cell = (name) => decision.scores[name][PLUGIN];
  names.sort((a, b) => cell(b)[1] - cell(a)[1]);
  const title = t("ui.spread.soft_all");
  const weight = decision.weights?.[PLUGIN] ?? 1;
  return el("section.spall", null, el("h3", null, title, " ", el("span.dim.light", { text: t("ui.spread.soft_all_hint") })),
    el("div.scroll", { tabindex: "0", role: "group", "aria-label": title }, el("table", null,
      el("thead", null, el("tr", null, el("th", { text: t("ui.why.col_node") }), constraints.map((c) => el("th.n", { text: `${c.n} ${c.key}` })), el("th.n", { text: t("ui.why.sum") }), el("th.n", { text: "0…100" }), el("th.n", { text: t("ui.why.weight", { weight }) }))),
      el("tbody", null, names.slice(0, MOST_ROWS).map((name) => {
        const { counts, sum } = told.nodes[name];
        const ignored = told.ignored.includes(name);
        const part = (c, i) => el("td.n", { text: ignored || counts[i] === null ? "–" : partOf(counts[i], c).toFixed(2) });
        return el("tr", null, el("th", { scope: "row" }, el("b", { text: name })), constraints.map(part), el("td.n", { text: ignored ? t("ui.walk.is_ignored") : `${sum.toFixed(2)} → ${cell(name)[0]}` }), el("td.n", { text: String(cell(name)[1]) }), el("td.n", null, el("b", { text: String(cell(name)[2]) })));
      })))),
    names.length > MOST_ROWS ? el("p.small.dim", { text: t("ui.queue.more", { n: names.length - MOST_ROWS }) }) : null);
}

/** {charts, table}: a chart a soft constraint, numbered after the `before` hard ones, and where there are several how they add up. */
export function softCharts(decision, model, place, room, before = 0) {
  const constraints = softConstraintsOf(decision, model, before);
  const shown = constraints.filter((c) => c.domains.length);
  return {
    charts: shown.map((c) => chart(firstDomains(c, (d) => -(d.scores[0] ?? 0)), decision, model, place, room, shown.length === 1)),
    table: shown.length > 1 ? together(decision, constraints) : null,
  };
}
