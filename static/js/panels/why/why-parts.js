/** Parts of the Why panel that do not depend on where the cursor stands: arithmetic and preemption. */
import { el } from "../../el.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";
import { quantity } from "../../format.js";

export const short = (key) => key.slice(key.indexOf("/") + 1);

const MOST_CANDIDATES = 12;
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
    if (row.domain === null) {
      out.push(el("div.dist.bad", null, t("ui.spread.no_key", { key: row.key }), " ", icon("cross")));
      continue;
    }
    out.push(el(`div.dist.tn${row.ok ? "" : ".bad"}`, { title: t("ui.why.skew_title", { key: row.key, domain: row.domain, count: row.count, min: row.min, max: row.maxSkew }) },
      el("span.dim", null, `${row.key}=${row.domain} `), el("span.nowrap", null, skewText(row), " ", icon(row.ok ? "check" : "cross"))));
  }
  return out;
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

/** Node → the criterion that threw it out; "chosen" for who was left, "" where nothing told them apart. Pure. */
export function outAt(preemption) {
  const out = new Map(preemption.candidates.map((c) => [c.node, c.node === preemption.chosen ? "chosen" : ""]));
  for (const row of criteriaRows(preemption)) for (const node of row.before) if (!row.left.includes(node)) out.set(node, row.id);
  return out;
}

/** Every candidate: who must leave, who was put back in the dry run, where it fell out. The chosen one first. */
function candidateTable(p) {
  const out = outAt(p);
  const order = [...p.candidates].sort((a, b) => (b.node === p.chosen) - (a.node === p.chosen));
  const verdict = (id) => (id === "chosen" ? el("b.nomc", { text: t("ui.why.chosen") }) : id ? `${CRITERIA.indexOf(id) + 1} ${t(`ui.why.crit_${id}`)}` : "–");
  return el("div.scroll", { tabindex: "0", role: "group", "aria-label": t("ui.why.candidates") }, el("table.cands", null,
    el("thead", null, el("tr", null, ["ui.why.col_node", "ui.why.victims_leave", "ui.why.reprieved", "ui.why.out_at"].map((id) => el("th", { text: t(id) })))),
    el("tbody", null, order.slice(0, MOST_CANDIDATES).map((c) => el(c.node === p.chosen ? "tr.pick" : "tr", null, el("th", { scope: "row", text: c.node }),
      el("td", null, victims(c)), el("td", null, (c.reprieved ?? []).length ? c.reprieved.map((pod, i) => [i ? ", " : "", short(pod)]) : "–"), el("td", null, verdict(out.get(c.node))))))));
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
    return [el("section", null, title, el("p.small", { text: t("ui.why.only_candidate", { node: p.chosen }) }), (chosen.reprieved ?? []).length ? candidateTable(p) : el("p.small", null, victims(chosen)))];
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
  return [el("section", null, title, candidateTable(p)), el("section", null,
    el("div.scroll", { tabindex: "0", role: "group", "aria-label": t("ui.why.criterion") }, el("table.crit", null,
      el("thead", null, el("tr", null, el("th", { text: t("ui.why.criterion") }), nodes.map((node) => el("th.n", { text: node })))),
      el("tbody", null,
        rows.map((row) => el("tr", null, el("th", { scope: "row" }, `${number(row.id)} ${t(`ui.why.crit_${row.id}`)}`, ...(row.decided ? [" ", el("span.tag.nom.decided", { text: t("ui.why.crit_decided") })] : [])), nodes.map((node) => cell(row, node)))),
        last >= 0 && last < 4 ? el("tr.out", null, el("td", null, last + 2 < 5 ? `${last + 2} … 5` : "5"), el("td.n", { colspan: nodes.length, text: t("ui.why.not_needed") })) : null))))];
}
