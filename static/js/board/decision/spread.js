/**
 * Topology spread of a decision, gathered by constraint. Pure.
 *
 * Constraint = {n, key, maxSkew, min, selector, domains: [{domain, count, self, skew, ok, nodes: [names]}], lacking: [nodes without the key]}
 * Count + self − min = skew, which may be maxSkew at most; so min + maxSkew is the ceiling of a column.
 */
import { holds, leaving } from "../pods.js";
import { matcher, shortSelector } from "./selector.js";

/** The hard constraints that were checked, in the order of the spec. */
export function constraintsOf(decision) {
  const found = [];
  const names = decision?.order?.length ? decision.order : Object.keys(decision?.nodes ?? {});
  for (const name of [...names, ...Object.keys(decision?.nodes ?? {}).filter((n) => !names.includes(n))]) {
    (decision.nodes[name]?.spread ?? []).forEach((row, i) => {
      const constraint = (found[i] ??= { n: i + 1, key: row.key, maxSkew: row.maxSkew, min: row.min, selector: row.selector ?? null, domains: [], lacking: [] });
      if (row.domain === null || row.domain === undefined) {
        constraint.lacking.push(name);
        return;
      }
      let domain = constraint.domains.find((d) => d.domain === row.domain);
      if (!domain) constraint.domains.push((domain = { domain: row.domain, count: row.count, self: row.self, skew: row.skew, ok: row.ok, nodes: [] }));
      domain.nodes.push(name);
    });
  }
  for (const c of found) c.domains.sort((a, b) => (a.domain < b.domain ? -1 : a.domain > b.domain ? 1 : 0));
  return found;
}

/** Which constraint turned a node down: its number, 0 for none. The first that fails decides. */
export function decidedBy(verdict) {
  return (verdict?.spread ?? []).findIndex((row) => !row.ok) + 1;
}

/** Pods that count in a domain: of the namespace, meant by the selector, running on its nodes, not on their way out. */
export function matching(model, { ns, selector, domainKey, domain, except }) {
  const means = matcher(selector);
  return [...model.pods.values()].filter((pod) => pod.ns === ns && pod.key !== except && pod.node && !leaving(pod) && holds(pod) && means(pod.labels)
    && model.nodes.get(pod.node)?.labels?.[domainKey] === domain);
}

/** What a zone's header counts for this pod: {ns, text, means: labels => boolean}, or null where nothing speaks for one. */
export function zoneLabel(decision, pod) {
  if (!pod) return null;
  const told = decision?.pod === pod.key ? constraintsOf(decision)[0]?.selector ?? decision.spreadScores?.constraints[0]?.selector : null;
  const app = ["app", "app.kubernetes.io/name"].find((key) => pod.labels?.[key]);
  const selector = told ?? (app ? `${app}=${pod.labels[app]}` : null);
  return selector ? { ns: pod.ns, text: shortSelector(selector), means: matcher(selector) } : null;
}
