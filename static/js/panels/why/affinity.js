/** Affinity between pods: how many matching pods each domain has, and whether the term holds there. */
import { el } from "../../el.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";

const DOTS = 6;

/**
 * Required terms of a decision by rule and topology key: [{rule, key, domains: [{domain, count, ok, nodes}]}]. A domain of null is
 * nodes without the key. Pure.
 */
export function termsOf(decision) {
  const terms = [];
  for (const [node, verdict] of Object.entries(decision?.nodes ?? {})) {
    const nth = new Map(); // a pod may have two terms of one rule and key
    for (const row of verdict.affinity ?? []) {
      const kind = `${row.rule} ${row.key}`;
      const n = nth.get(kind) ?? 0;
      nth.set(kind, n + 1);
      let term = terms.find((x) => x.id === `${kind} ${n}`);
      if (!term) terms.push((term = { id: `${kind} ${n}`, rule: row.rule, key: row.key, domains: [] }));
      const domain = term.domains.find((d) => d.domain === row.domain);
      if (domain) domain.nodes.push(node);
      else term.domains.push({ domain: row.domain, count: row.count, ok: row.ok, nodes: [node] });
    }
  }
  return terms.map(({ rule, key, domains }) => ({ rule, key, domains }));
}

function dots(count) {
  return el("span.afdots", { "aria-hidden": "true" }, Array.from({ length: Math.min(count, DOTS) }, () => el("i.dot")));
}

/** One table a term; empty where nothing asked for pods near or far. */
export function affinitySections(decision) {
  return termsOf(decision).map(({ rule, key, domains }) => el("section.affinity", null,
    el("h3", null, t(`ui.affinity.${rule}`), " ", el("span.dim.light.mono", { text: key })),
    el("table", null, el("thead", null, el("tr", null, ["ui.affinity.domain", "ui.affinity.matching", "ui.affinity.nodes"].map((id) => el("th", { text: t(id) })))),
      el("tbody", null, domains.map((d) => el("tr", null, el("th", { scope: "row" }, el("b", { text: d.domain ?? t("ui.spread.no_key", { key }) })),
        el(`td.nowrap.${d.ok ? "ok" : "bad"}`, null, icon(d.ok ? "check" : "cross"), " ", el("b.tn", { text: String(d.count) }), " ", dots(d.count)),
        el("td", { text: d.nodes.length > 4 ? t("ui.zone.nodes", { n: d.nodes.length }) : d.nodes.join(", "), title: d.nodes.join(", ") })))))));
}
