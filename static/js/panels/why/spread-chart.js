/** Topology spread as columns: what matches stands, the pod to place is dashed, minimum and ceiling are lines. */
import { el } from "../../el.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";
import { constraintsOf, decidedBy } from "../../board/decision/spread.js";
import { arithmetic, caption, firstDomains, measures, notes, plot, ROOM_PX } from "./spread-plot.js";
import { softCharts, softConstraintsOf } from "./spread-soft.js";
import { short, skewText } from "./why-parts.js";

const STAGE_ROOM_PX = [100, 216];
const CHART_WITHOUT_PLOT_PX = 150;
const NARROW_PX = 26; // two charts side by side: captions and sums take a line more
const TABLE_PX = 44;
const TABLE_ROW_PX = 26;

function chart(constraint, decision, pod, model, place, room) {
  const ceiling = constraint.min + constraint.maxSkew;
  const m = measures(Math.max(ceiling, ...constraint.domains.map((d) => d.count + d.self)), place, room);
  const lines = (at) => ({
    below: [el("i.fine", { vars: { bottom: at(constraint.min), height: at(constraint.maxSkew) } }), el("i.beyond", { vars: { bottom: at(ceiling) } })],
    above: [el("i.minl", { vars: { bottom: at(constraint.min) } }), el("i.maxl", { vars: { bottom: at(ceiling) } })],
  });
  const under = (d) => [arithmetic(skewText({ ...d, min: constraint.min, maxSkew: constraint.maxSkew }).replace(/ [≤>] .*/, "")),
    el(`b.tn.${d.ok ? "ok" : "bad"}`, null, `${d.skew} ${d.ok ? "≤" : ">"} ${constraint.maxSkew} `, icon(d.ok ? "check" : "cross"))];
  return el("figure.spc", { "data-constraint": constraint.n },
    caption(constraint, "DoNotSchedule"),
    plot(constraint, m, {
      pod, name: short(decision.pod), model, lines, under,
      me: (d) => (d.self ? (d.ok ? "ok" : "over") : null),
      words: (d) => t("ui.spread.column", { domain: d.domain, count: d.count, ceiling }),
    }),
    el("p.splegend", null, el("span", null, el("i.lmin"), t("ui.spread.minimum"), " ", el("b.tn", { text: String(constraint.min) })), el("span", null, el("i.lmax"), t("ui.spread.ceiling"), " ", el("b.tn", { text: String(ceiling) }))),
    notes(constraint, "ui.spread.lacking"));
}

/** Which constraint decided about each node, where there is more than one: the first that fails. */
function decisive(decision, constraints) {
  const names = (decision.order ?? Object.keys(decision.nodes)).filter((n) => decision.nodes[n]?.spread?.length);
  const cell = (row, i, by) => {
    if (!row) return el("td", { text: "–" });
    const sum = row.domain === null ? t("ui.spread.no_key", { key: row.key }) : skewText(row).replace(/ [≤>] .*/, "");
    if (by && i + 1 > by) return el("td.dim", { text: t("ui.spread.not_asked", { sum }) });
    return el(row.ok ? "td.ok" : "td.bad", null, icon(row.ok ? "check" : "cross"), " ", el("span.tn", { text: sum }));
  };
  return el("section.spall", null, el("h3", null, t("ui.spread.all"), " ", el("span.dim.light", { text: t("ui.spread.all_hint") })),
    el("div.scroll", { tabindex: "0", role: "group", "aria-label": t("ui.spread.all") }, el("table", null,
      el("thead", null, el("tr", null, el("th", { text: t("ui.why.col_node") }), constraints.map((c) => el("th", { text: `${c.n} ${c.key}` })), el("th", { text: t("ui.spread.verdict") }))),
      el("tbody", null, names.slice(0, 12).map((name) => {
        const { spread } = decision.nodes[name];
        const by = decidedBy(decision.nodes[name]);
        return el("tr", null, el("th", { scope: "row" }, el("b", { text: name })), constraints.map((_, i) => cell(spread[i], i, by)),
          el(by ? "td.bad" : "td.ok", { text: by ? t("ui.spread.refused_by", { n: by }) : t("ui.spread.holds") }));
      })))));
}

/**
 * Charts of a decision's constraints, one each: the hard ones with the table of who decided, then the soft ones; empty where there are none.
 * `place` = "stage" | "panel", `room` = pixels for the columns of a chart.
 */
export function spreadCharts(decision, model, place = "panel", room = ROOM_PX) {
  const constraints = constraintsOf(decision);
  const hard = constraints.filter((c) => c.domains.length);
  const pod = model.pods.get(decision.pod) ?? null;
  const soft = softCharts(decision, model, place, room, constraints.length);
  const charts = [...hard.map((c) => chart(firstDomains(c, (d) => Number(d.ok)), decision, pod, model, place, room)), ...soft.charts];
  if (!charts.length) return [];
  return [el("div.spcs", null, charts), hard.length && constraints.length > 1 ? decisive(decision, constraints) : null, soft.table].filter(Boolean);
}

/** The charts below the nodes, where the board has room for them: plain nodes on a wide page. */
export function createSpreadStage(root) {
  const element = el("section.spread-stage", { "aria-label": t("ui.spread.title"), hidden: true });
  root.append(element);
  const wide = matchMedia("(min-width: 1200px)");
  let shown = [];

  /** What the nodes leave, without the captions of the charts and the table below them. */
  function roomFor(decision, model) {
    const zones = root.querySelector(".zones");
    const lists = [constraintsOf(decision), softConstraintsOf(decision, model)];
    const tables = lists.filter((list) => list.length > 1).length;
    const narrow = lists.flat().length > 1 ? NARROW_PX : 0;
    const table = tables * (TABLE_PX + TABLE_ROW_PX * Math.min(12, Object.keys(decision.nodes).length));
    const bottom = Math.max(0, ...[...zones.querySelectorAll("[data-node-card]")].map((card) => card.getBoundingClientRect().bottom));
    const left = root.getBoundingClientRect().bottom - bottom - zones.scrollTop - CHART_WITHOUT_PLOT_PX - narrow - table;
    return Math.round(Math.max(STAGE_ROOM_PX[0], Math.min(STAGE_ROOM_PX[1], left)) / 4) * 4;
  }

  return {
    /** @returns {boolean} whether the charts stand here, so that the panel need not show them */
    render(model, decision, plain) {
      const here = Boolean(decision) && plain && wide.matches;
      const room = here ? roomFor(decision, model) : 0;
      const marks = [decision, model.pods, model.nodes, here, room];
      if (!marks.every((mark, i) => mark === shown[i])) {
        shown = marks;
        const parts = here ? spreadCharts(decision, model, "stage", room) : [];
        element.replaceChildren(...parts);
        element.hidden = parts.length === 0;
      }
      return !element.hidden;
    },
  };
}
