/** Topology spread as columns: what matches stands, the pod to place is dashed, minimum and ceiling are lines. */
import { el } from "../el.js";
import { icon } from "../icons.js";
import { t } from "../i18n.js";
import { middleCut } from "../format.js";
import { constraintsOf, decidedBy, matching } from "../board/spread.js";
import { shortSelector } from "../board/selector.js";
import { short, skewText } from "./why-parts.js";

const ROOM_PX = 150;
const STAGE_ROOM_PX = [100, 216];
const CHART_WITHOUT_PLOT_PX = 150;
const TABLE_PX = 44;
const TABLE_ROW_PX = 26;
const BLOCK_PX = { stage: [14, 44], panel: [10, 26] };
const NAMED_FROM_PX = 20;
const ONE_BY_ONE = 30;
const MOST_DOMAINS = 12;

/** Levels of a chart (the ceiling, what would stand, and half a level of air) and pixels of one. Pure. */
export function measures(constraint, place = "panel", room = ROOM_PX) {
  const ceiling = constraint.min + constraint.maxSkew;
  const highest = Math.max(ceiling, ...constraint.domains.map((d) => d.count + d.self));
  const levels = highest + 0.5;
  const [least, most] = BLOCK_PX[place];
  const px = highest > ONE_BY_ONE ? room / levels : Math.round(Math.max(least, Math.min(most, room / levels)));
  return { ceiling, levels, px, named: px >= NAMED_FROM_PX };
}

function column(domain, { px, named }, pod, names, ceiling) {
  const blocks = domain.count > ONE_BY_ONE
    ? [el("i.blk", { vars: { height: `${domain.count * px}px` }, text: String(domain.count) })]
    : Array.from({ length: domain.count }, (_, i) => el("i.blk", { vars: { height: `${px}px` }, title: names?.[i] ?? null, text: named ? middleCut(names?.[i] ?? "", 10) : "" }));
  const over = !domain.ok;
  return el("div.col", null, blocks,
    domain.self ? el(`i.blk.me${over ? ".over" : ""}`, { vars: { height: `${px}px` }, text: named ? middleCut(pod, 10) : "" }) : null,
    el("span.sr", null, t("ui.spread.column", { domain: domain.domain, count: domain.count, ceiling })));
}

/** What is counted, in the caption. */
function counted({ selector }) {
  return selector ? el("span.dim.mono.small", { title: `labelSelector: ${selector}`, text: middleCut(shortSelector(selector), 28) }) : null;
}

/** The first domains of a constraint that has very many, those that refuse before the others. */
function firstDomains(constraint) {
  if (constraint.domains.length <= MOST_DOMAINS) return constraint;
  const some = [...constraint.domains].sort((a, b) => a.ok - b.ok).slice(0, MOST_DOMAINS);
  return { ...constraint, domains: constraint.domains.filter((d) => some.includes(d)), more: constraint.domains.length - MOST_DOMAINS };
}

function chart(constraint, decision, pod, model, place, room) {
  const m = measures(constraint, place, room);
  const { px, ceiling, levels } = m;
  const at = (level) => `${level * px}px`;
  const every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((n) => n * px >= 16) ?? 1000;
  const axis = Array.from({ length: Math.floor(levels / every) + 1 }, (_, i) => i * every);
  const names = (domain) => {
    const found = pod ? matching(model, { ns: pod.ns, selector: constraint.selector, domainKey: constraint.key, domain: domain.domain, except: pod.key }) : [];
    return found.length === domain.count ? found.map((p) => p.name) : null;
  };
  return el("figure.spc", { "data-constraint": constraint.n },
    el("figcaption", null, el("b.no", { "aria-hidden": "true", text: String(constraint.n) }), el("b", { text: `topologyKey: ${constraint.key}` }), el("span.tag", { text: `maxSkew ${constraint.maxSkew}` }), el("span.tag", { text: "DoNotSchedule" }), counted(constraint)),
    el("div.spscroll", { tabindex: "0", role: "group", "aria-label": t("ui.spread.chart", { key: constraint.key }) },
      el("div.spgrid", { vars: { "--cols": constraint.domains.length } },
        el("div.axis", { "aria-hidden": "true", vars: { height: at(levels) } }, axis.map((n) => el("i", { vars: { bottom: at(n) }, text: String(n) }))),
        el("div.plot", { vars: { height: at(levels), "--lv": `${px * every}px` } },
          el("i.fine", { vars: { bottom: at(constraint.min), height: at(constraint.maxSkew) } }), el("i.beyond", { vars: { bottom: at(ceiling) } }),
          el("div.cols", null, constraint.domains.map((d) => column(d, m, short(decision.pod), names(d), ceiling))),
          el("i.minl", { vars: { bottom: at(constraint.min) } }), el("i.maxl", { vars: { bottom: at(ceiling) } })),
        el("div.under", null, constraint.domains.map((d) => el("div", { title: d.domain }, el("b", { text: middleCut(d.domain, 14) }), el("span.tn", { text: skewText({ ...d, min: constraint.min, maxSkew: constraint.maxSkew }).replace(/ [≤>] .*/, "") }),
          el(`b.tn.${d.ok ? "ok" : "bad"}`, null, `${d.skew} ${d.ok ? "≤" : ">"} ${constraint.maxSkew} `, icon(d.ok ? "check" : "cross"))))))),
    el("p.splegend", null, el("span", null, el("i.lmin"), t("ui.spread.minimum"), " ", el("b.tn", { text: String(constraint.min) })), el("span", null, el("i.lmax"), t("ui.spread.ceiling"), " ", el("b.tn", { text: String(ceiling) }))),
    constraint.more ? el("p.small.dim", { text: t("ui.queue.more", { n: constraint.more }) }) : null,
    constraint.lacking.length ? el("p.small.dim", { text: t("ui.spread.lacking", { nodes: constraint.lacking.slice(0, MOST_DOMAINS), key: constraint.key, n: constraint.lacking.length }) }) : null);
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
 * Charts of a decision's hard constraints, one each, and the table of who decided; empty where there are none.
 * `place` = "stage" | "panel", `room` = pixels for the columns of a chart.
 */
export function spreadCharts(decision, model, place = "panel", room = ROOM_PX) {
  const constraints = constraintsOf(decision);
  if (!constraints.some((c) => c.domains.length)) return [];
  const pod = model.pods.get(decision.pod) ?? null;
  return [
    el("div.spcs", null, constraints.filter((c) => c.domains.length).map((c) => chart(firstDomains(c), decision, pod, model, place, room))),
    constraints.length > 1 ? decisive(decision, constraints) : null,
  ].filter(Boolean);
}

/** The charts below the nodes, where the board has room for them: plain nodes on a wide page. */
export function createSpreadStage(root) {
  const element = el("section.spread-stage", { "aria-label": t("ui.spread.title"), hidden: true });
  root.append(element);
  const wide = matchMedia("(min-width: 1200px)");
  let shown = [];

  /** What the nodes leave, without the captions of the charts and the table below them. */
  function roomFor(decision) {
    const zones = root.querySelector(".zones");
    const table = constraintsOf(decision).length > 1 ? TABLE_PX + TABLE_ROW_PX * Math.min(12, Object.keys(decision.nodes).length) : 0;
    const bottom = Math.max(0, ...[...zones.querySelectorAll("[data-node-card]")].map((card) => card.getBoundingClientRect().bottom));
    const left = root.getBoundingClientRect().bottom - bottom - zones.scrollTop - CHART_WITHOUT_PLOT_PX - table;
    return Math.round(Math.max(STAGE_ROOM_PX[0], Math.min(STAGE_ROOM_PX[1], left)) / 4) * 4;
  }

  return {
    /** @returns {boolean} whether the charts stand here, so that the panel need not show them */
    render(model, decision, plain) {
      const here = Boolean(decision) && plain && wide.matches;
      const room = here ? roomFor(decision) : 0;
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
