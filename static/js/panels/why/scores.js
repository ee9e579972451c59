/** Scores of a decision: stacked bars, their legend, raw → normalised → weighted, the toss, and the what-if below. */
import { el } from "../../el.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";
import { middleCut, shortNames } from "../../format.js";
import { scorePlugins } from "../../board/decision/into.js";
import { whatIf } from "./what-if.js";

const COLUMNS = 5;
const COLOURS = {
  TaintToleration: "k1", NodeResourcesFit: "k2", PodTopologySpread: "k3", NodeResourcesBalancedAllocation: "k4",
  NodeAffinity: "k5", ImageLocality: "k6", InterPodAffinity: "k7",
};
const LEGEND = { NodeResourcesBalancedAllocation: "BalancedAllocation" };

/** Nodes with a score, best first; at most `most`. Pure. */
export function ranked(decision, most = 12) {
  const names = Object.keys(decision.scores ?? {});
  const order = decision.order ?? names;
  names.sort((a, b) => (decision.totals?.[b] ?? 0) - (decision.totals?.[a] ?? 0) || (b === decision.node) - (a === decision.node) || order.indexOf(a) - order.indexOf(b));
  return names.slice(0, most);
}

/** Stacked bars. `upTo` = last plugin counted (null = all); the newest segment may grow. */
export function scoreBars(decision, upTo = null) {
  const plugins = scorePlugins(decision);
  const shown = upTo === null ? plugins : plugins.slice(0, plugins.indexOf(upTo) + 1);
  const names = ranked(decision, COLUMNS);
  const top = Math.max(1, ...names.map((n) => plugins.reduce((sum, p) => sum + (decision.scores[n][p]?.[2] ?? 0), 0)));
  return el("div.bars", null, names.map((name) => {
    const row = decision.scores[name];
    const total = shown.reduce((sum, p) => sum + (row[p]?.[2] ?? 0), 0);
    const best = upTo === null && (decision.node === name);
    return el(`div.sbar${best ? ".win" : ""}`, null, el("b", { title: name, text: name }),
      el("div.tr", { "aria-hidden": "true" }, shown.filter((p) => (row[p]?.[2] ?? 0) > 0).map((p) => {
        const share = row[p][2] / top;
        return el(`i.${COLOURS[p] ?? "k8"}${p === upTo ? ".grow" : ""}`, { vars: { width: `${share * 86}%` }, title: `${p} ${row[p][2]}` }, share >= 0.06 ? String(row[p][2]) : "");
      })),
      el("span.t", null, String(total)));
  }));
}

export function legend(decision) {
  return el("div.legend", null, scorePlugins(decision).map((p) => {
    const weight = decision.weights?.[p] ?? 1;
    return el("span", null, el(`i.${COLOURS[p] ?? "k8"}`), `${LEGEND[p] ?? p}${weight !== 1 ? ` ×${weight}` : ""}`);
  }));
}

/** A long word may break where a hump begins. */
function breakable(word) {
  return word.split(/(?<=[a-z])(?=[A-Z])/).flatMap((hump, i) => (i ? [el("wbr"), hump] : [hump]));
}

function cells(cell) {
  return cell ? [el("span.dim", { text: `${cell[0]}→${cell[1]}` }), el("span.sr", { text: "→" }), el("b", { text: String(cell[2]) })] : "–";
}

/** raw → normalised → weighted, a row a plugin, a column a node: the best few, so that it fits beside the board. */
export function scoreTable(decision, upTo = null) {
  const plugins = scorePlugins(decision);
  const shown = upTo === null ? plugins : plugins.slice(0, plugins.indexOf(upTo) + 1);
  const names = ranked(decision, COLUMNS);
  const all = Object.keys(decision.scores ?? {});
  const shortened = shortNames(all);
  const sum = (n) => shown.reduce((total, p) => total + (decision.scores[n][p]?.[2] ?? 0), 0);
  const title = (p) => [breakable(LEGEND[p] ?? p), el("span.dim.nowrap", null, ` ${t("ui.why.weight", { weight: decision.weights?.[p] ?? 1 })}`)];
  return el("div.scoretables", null, el("div.scroll", { tabindex: "0", role: "group", "aria-label": t("ui.why.score_table") },
    el("table.scores", null, el("caption", { text: t("ui.why.score_table") }),
      el("thead", null, el("tr", null, el("th", { text: t("ui.why.col_plugin") }), names.map((n) => el(`th.n${n === decision.node ? ".ok" : ""}`, { title: n, text: middleCut(shortened.get(n) ?? n, 9) })))),
      el("tbody", null,
        shown.map((p) => el("tr", null, el("th", { scope: "row", title: p }, title(p)), names.map((n) => el("td.n", null, cells(decision.scores[n][p]))))),
        el("tr", null, el("th", { scope: "row", text: t("ui.why.sum") }), names.map((n) => el("td.n", null, el("b", { text: String(sum(n)) }))))))),
  all.length > names.length ? everyScore(decision, shown, sum) : null);
}

/** All nodes with a score, a row a node; it scrolls. */
function everyScore(decision, plugins, sum) {
  const names = ranked(decision, Infinity);
  const body = el("div.scroll.all", { tabindex: "0", role: "group", "aria-label": t("ui.why.score_all", { n: names.length }) });
  return el("details", { ontoggle: () => {
    if (body.childElementCount) return;
    body.append(el("table", null, el("thead", null, el("tr", null, el("th", { text: t("ui.why.col_node") }), el("th.n", { text: t("ui.why.sum") }), plugins.map((p) => el("th.n", { text: LEGEND[p] ?? p })))),
      el("tbody", null, names.map((n) => el("tr", null, el("th", { scope: "row", text: n }), el("td.n", null, el("b", { text: String(sum(n)) })), plugins.map((p) => el("td.n", { text: decision.scores[n][p]?.join(" → ") ?? "–" })))))));
  } }, el("summary", { text: t("ui.why.score_all", { n: names.length }) }), body);
}

/** Scores of a decision with ties and the toss; empty where nothing was scored. */
export function scoresSection(decision) {
  if (!decision.scored) {
    const fits = Object.entries(decision.nodes ?? {}).filter(([, v]) => v.code === "Success");
    return fits.length === 1 && decision.result === "bound" ? [el("p.small.ink2", { text: t("ui.why.only", { node: fits[0][0] }) })] : [];
  }
  return [el("section", null, el("h3", { text: t("ui.why.scores") }), scoreBars(decision), legend(decision),
    decision.tie ? el("p.note", null, icon("arrow"), el("span", null, t("ui.why.tie", { nodes: decision.best ?? [], node: decision.node ?? "" }))) : null,
    scoreTable(decision), whatIf(decision))];
}
