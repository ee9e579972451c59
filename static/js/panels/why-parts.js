/** Parts of the Why panel that do not depend on where the cursor stands: arithmetic, scores, preemption. */
import { el } from "../el.js";
import { icon } from "../icons.js";
import { t } from "../i18n.js";
import { quantity } from "../format.js";
import { scorePlugins } from "../board/into.js";

export const short = (key) => key.slice(key.indexOf("/") + 1);

const COLOURS = {
  TaintToleration: "k1", NodeResourcesFit: "k2", PodTopologySpread: "k3", NodeResourcesBalancedAllocation: "k4",
  NodeAffinity: "k5", ImageLocality: "k6", InterPodAffinity: "k7",
};
const LEGEND = { NodeResourcesBalancedAllocation: "BalancedAllocation" };
const CRITERIA = ["pdb", "highest", "sum", "count", "start", "order"];

/** "2 + 1 − 1 = 2 > 1": count, self, minimum, skew against maxSkew. Pure. */
export function skewText(row) {
  return `${row.count} + ${row.self} − ${row.min} = ${row.skew} ${row.ok ? "≤" : ">"} ${row.maxSkew}`;
}

/** Distance of a resource in words: "needs 500m, 300m free". */
export function distanceText(row) {
  const args = { need: quantity(row.resource, row.needs), free: quantity(row.resource, Math.max(0, row.free)), nominated: quantity(row.resource, row.nominated ?? 0) };
  return t(row.nominated ? "ui.why.needs_nominated" : "ui.why.needs", args);
}

/** How far a node is from taking the pod: distances of resources and skews of spread constraints, or nothing. */
export function distances(verdict) {
  const out = [];
  for (const row of verdict?.distance ?? []) {
    if (verdict.code !== "Success" && row.free >= row.needs && (verdict.distance.length > 1)) continue;
    out.push(el("div.dist.tn", null, `${row.resource} ${distanceText(row)}`));
  }
  for (const row of verdict?.spread ?? []) {
    out.push(el(`div.dist.tn${row.ok ? "" : ".bad"}`, { title: t("ui.why.skew_title", { key: row.key, domain: row.domain, count: row.count, min: row.min, max: row.maxSkew }) },
      el("span.dim", null, `${row.key}=${row.domain} `), el("span.nowrap", null, skewText(row), " ", icon(row.ok ? "check" : "cross"))));
  }
  return out;
}

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
  const names = ranked(decision);
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

/** raw → normalised → weighted, a row a plugin, a column a node. */
export function scoreTable(decision, upTo = null) {
  const plugins = scorePlugins(decision);
  const shown = upTo === null ? plugins : plugins.slice(0, plugins.indexOf(upTo) + 1);
  const names = ranked(decision, 4);
  return el("div.scroll", { tabindex: "0", role: "group", "aria-label": t("ui.why.score_table") },
    el("table.scores", null, el("caption", { text: t("ui.why.score_table") }),
      el("thead", null, el("tr", null, el("th", { text: t("ui.why.col_plugin") }), names.map((n) => el("th.n", { text: n })))),
      el("tbody", null,
        shown.map((p) => el("tr", null, el("th", { scope: "row", title: p }, LEGEND[p] ?? p, " ", el("span.dim.nowrap", { text: t("ui.why.weight", { weight: decision.weights?.[p] ?? 1 }) })),
          names.map((n) => {
            const cell = decision.scores[n][p];
            return el("td.n", null, cell ? [el("span.dim.nowrap", null, `${cell[0]} → ${cell[1]}`), " ", el("span.nowrap", null, "→ ", el("b", { text: String(cell[2]) }))] : "–");
          }))),
        el("tr", null, el("th", { scope: "row", text: t("ui.why.sum") }),
          names.map((n) => el("td.n", null, el("b", null, String(shown.reduce((sum, p) => sum + (decision.scores[n][p]?.[2] ?? 0), 0)))))))));
}

/** Scores of a decision with ties and the toss; empty where nothing was scored. */
export function scoresSection(decision) {
  if (!decision.scored) {
    const fits = Object.entries(decision.nodes ?? {}).filter(([, v]) => v.code === "Success");
    return fits.length === 1 && decision.result === "bound" ? [el("p.small.ink2", { text: t("ui.why.only", { node: fits[0][0] }) })] : [];
  }
  return [el("section", null, el("h3", { text: t("ui.why.scores") }), scoreBars(decision), legend(decision),
    decision.tie ? el("p.note", null, icon("arrow"), el("span", null, t("ui.why.tie", { nodes: decision.best ?? [], node: decision.node ?? "" }))) : null,
    scoreTable(decision))];
}

/** Victims as "report-2 100, etl-1 0 · 1 PDB violation". */
export function victims(candidate) {
  const out = [];
  candidate.victims.forEach((v, i) => out.push(i ? ", " : "", el("span.victim", null, el("b", { text: short(v.pod) }), `\u00a0${v.priority}`)));
  if (candidate.violations) out.push(el("span.warn", null, ` · ${t("ui.why.violations", { n: candidate.violations })}`));
  return out;
}

/** Which candidates a criterion threw out: those of the row before that are not left after it. Pure. */
export function criteriaRows(preemption) {
  let left = preemption.candidates.map((c) => c.node);
  const rows = [];
  for (const row of preemption.criteria ?? []) {
    const before = left;
    left = row.left ?? left;
    rows.push({ id: row.id, values: row.values ?? {}, before, left, decided: before.length > 1 && left.length === 1 });
    if (left.length <= 1) break;
  }
  return rows;
}

/** Which node was chosen for the victims, criterion by criterion. */
export function preemptionSection(decision) {
  const p = decision.preemption;
  if (!p) return [];
  if (!p.chosen) {
    return p.reason || !p.eligible ? [el("section", null, el("h3", { text: t("ui.why.preemption_none") }), p.reason ? el("p.msg", { text: p.reason }) : null)] : [];
  }
  const chosen = p.candidates.find((c) => c.node === p.chosen);
  const n = chosen?.victims.length ?? 0;
  const title = el("h3", { text: n > 1 ? t("ui.why.preemption_many", { node: p.chosen, n }) : t("ui.why.preemption", { node: p.chosen }) });
  if (p.candidates.length === 1) {
    return [el("section", null, title, el("p.small", { text: t("ui.why.only_candidate", { node: p.chosen }) }), el("p.small", null, victims(chosen)))];
  }
  const nodes = [p.chosen, ...p.candidates.map((c) => c.node).filter((node) => node !== p.chosen)].slice(0, 4);
  const rows = criteriaRows(p);
  const last = rows.length ? CRITERIA.indexOf(rows[rows.length - 1].id) : -1;
  const number = (id) => CRITERIA.indexOf(id) + 1;
  const cell = (row, node) => {
    const value = String(row.values[node] ?? "–");
    if (!row.before.includes(node)) return el("td.n.dim", { text: "–" });
    if (!row.left.includes(node)) return el("td.n", null, el("s", { text: value }), ` ${t("ui.why.out")}`);
    return el(`td.n${row.decided ? ".nomc" : ""}`, null, row.decided ? el("b", { text: value }) : value);
  };
  return [el("section", null, title,
    el("div.scroll", { tabindex: "0", role: "group", "aria-label": t("ui.why.criterion") }, el("table.crit", null,
      el("thead", null, el("tr", null, el("th", { text: t("ui.why.criterion") }), nodes.map((node) => el("th.n", { text: node })))),
      el("tbody", null,
        rows.map((row) => el("tr", null, el("th", { scope: "row" }, `${number(row.id)} ${t(`ui.why.crit_${row.id}`)}`, ...(row.decided ? [" ", el("span.tag.nom.decided", { text: t("ui.why.crit_decided") })] : [])), nodes.map((node) => cell(row, node)))),
        last >= 0 && last < 4 ? el("tr.out", null, el("td", null, last + 2 < 5 ? `${last + 2} … 5` : "5"), el("td.n", { colspan: nodes.length, text: t("ui.why.not_needed") })) : null))))];
}
