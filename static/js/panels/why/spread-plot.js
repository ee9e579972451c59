/** What the charts of hard and soft spread constraints have in common: captions, columns of blocks, and the plot they stand in. */
import { el } from "../../el.js";
import { t } from "../../i18n.js";
import { middleCut } from "../../format.js";
import { matching } from "../../board/decision/spread.js";
import { shortSelector } from "../../board/decision/selector.js";

export const ROOM_PX = 150;
export const MOST_DOMAINS = 12;
const BLOCK_PX = { stage: [14, 44], panel: [10, 26] };
const NAMED_FROM_PX = 20;
const ONE_BY_ONE = 30;

/** Levels of a chart (`highest` and half a level of air) and pixels of one. Pure. */
export function measures(highest, place = "panel", room = ROOM_PX) {
  const levels = highest + 0.5;
  const [least, most] = BLOCK_PX[place];
  const px = highest > ONE_BY_ONE ? room / levels : Math.round(Math.max(least, Math.min(most, room / levels)));
  return { levels, px, named: px >= NAMED_FROM_PX };
}

/** The first domains of a constraint that has very many, in their order; those that `weigh` less before the others. */
export function firstDomains(constraint, weigh) {
  if (constraint.domains.length <= MOST_DOMAINS) return constraint;
  const some = [...constraint.domains].sort((a, b) => weigh(a) - weigh(b)).slice(0, MOST_DOMAINS);
  return { ...constraint, domains: constraint.domains.filter((d) => some.includes(d)), more: constraint.domains.length - MOST_DOMAINS };
}

export function caption({ n, key, maxSkew, selector }, effect) {
  return el("figcaption", null, el("b.no", { "aria-hidden": "true", text: String(n) }), el("b", { text: `topologyKey: ${key}` }), el("span.tag", { text: `maxSkew ${maxSkew}` }), el("span.tag", { text: effect }),
    selector === null ? el("span.warn.small", { text: t("ui.spread.nobody") }) : el("span.dim.mono.small", { title: `labelSelector: ${selector}`, text: middleCut(shortSelector(selector), 28) }));
}

/** A sum below a column; a narrow one breaks it where there are two spaces, else before the result. */
export function arithmetic(text) {
  const parts = text.split(text.includes("  ") ? "  " : / (?==)/);
  return el("span.tn.asum", { text: parts.map((part) => part.replaceAll(" ", "\u00a0")).join(" ") });
}

/** Names of the pods that count in a domain, where they are as many as were counted then. */
function namesIn(constraint, domain, pod, model) {
  const found = pod ? matching(model, { ns: pod.ns, selector: constraint.selector, domainKey: constraint.key, domain: domain.domain, except: pod.key }) : [];
  return found.length === domain.count ? found.map((p) => p.name) : null;
}

/** Blocks on top of each other, the pod to place dashed above them. `me` = null | "ok" | "over"; `words` for who cannot see. */
function column(domain, { px, named }, name, names, me, words) {
  const blocks = domain.count > ONE_BY_ONE
    ? [el("i.blk", { vars: { height: `${domain.count * px}px` }, text: String(domain.count) })]
    : Array.from({ length: domain.count }, (_, i) => el("i.blk", { vars: { height: `${px}px` }, title: names?.[i] ?? null, text: named ? middleCut(names?.[i] ?? "", 10) : "" }));
  return el("div.col", null, blocks,
    me ? el(`i.blk.me${me === "over" ? ".over" : ""}`, { vars: { height: `${px}px` }, text: named ? middleCut(name, 10) : "" }) : null,
    el("span.sr", null, words));
}

/**
 * The columns of a constraint with their axis. `lines` = elements over the plot, drawn from `at(level)`; `under(domain)` = what stands below a column;
 * `me(domain)` and `words(domain)` as in `column`.
 */
export function plot(constraint, m, { pod, name, model, lines, under, me, words }) {
  const { px, levels } = m;
  const at = (level) => `${level * px}px`;
  const every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((n) => n * px >= 16) ?? 1000;
  const axis = Array.from({ length: Math.floor(levels / every) + 1 }, (_, i) => i * every);
  const { below = [], above = [] } = lines(at);
  return el("div.spscroll", { tabindex: "0", role: "group", "aria-label": t("ui.spread.chart", { key: constraint.key }) },
    el("div.spgrid", { vars: { "--cols": constraint.domains.length } },
      el("div.axis", { "aria-hidden": "true", vars: { height: at(levels) } }, axis.map((n) => el("i", { vars: { bottom: at(n) }, text: String(n) }))),
      el("div.plot", { vars: { height: at(levels), "--lv": `${px * every}px` } }, below,
        el("div.cols", null, constraint.domains.map((d) => column(d, m, name, namesIn(constraint, d, pod, model), me(d), words(d)))), above),
      el("div.under", null, constraint.domains.map((d) => el("div", { title: d.domain }, el("b", { text: middleCut(d.domain, 14) }), under(d))))));
}

export function notes({ key, more, lacking }, lackingId) {
  return [
    more ? el("p.small.dim", { text: t("ui.queue.more", { n: more }) }) : null,
    lacking.length ? el("p.small.dim", { text: t(lackingId, { nodes: lacking.slice(0, MOST_DOMAINS), key, n: lacking.length }) }) : null,
  ];
}
