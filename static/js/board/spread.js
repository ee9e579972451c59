/**
 * Topology spread of a decision, gathered by constraint. Pure.
 *
 * Constraint = {n, key, maxSkew, min, domains: [{domain, count, self, skew, ok, nodes: [names]}], lacking: [nodes without the key]}
 * Count + self − min = skew, which may be maxSkew at most; so min + maxSkew is the ceiling of a column.
 */
import { holds } from "./layout.js";

/** Labels that controllers write for themselves; nobody's selector means them. */
const TECHNICAL = /^(pod-template-hash|controller-revision-hash|statefulset\.kubernetes\.io\/|apps\.kubernetes\.io\/|batch\.kubernetes\.io\/|job-name$|controller-uid$)/;

/** The hard constraints that were checked, in the order of the spec. */
export function constraintsOf(decision) {
  const found = [];
  const names = decision?.order?.length ? decision.order : Object.keys(decision?.nodes ?? {});
  for (const name of [...names, ...Object.keys(decision?.nodes ?? {}).filter((n) => !names.includes(n))]) {
    (decision.nodes[name]?.spread ?? []).forEach((row, i) => {
      const constraint = (found[i] ??= { n: i + 1, key: row.key, maxSkew: row.maxSkew, min: row.min, domains: [], lacking: [] });
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

function counts(pod, ns, except, key, value) {
  return pod.labels?.[key] === value && pod.ns === ns && pod.key !== except && Boolean(pod.node) && !pod.term && holds(pod);
}

/** Pods that count in a domain: of the namespace, with the label, running on its nodes, not on their way out. */
export function matching(model, { ns, label: [key, value], domainKey, domain, except }) {
  return [...model.pods.values()].filter((pod) => counts(pod, ns, except, key, value) && model.nodes.get(pod.node)?.labels?.[domainKey] === domain);
}

/** The pod's own labels that a selector may mean. */
export function ownLabels(pod) {
  return Object.entries(pod?.labels ?? {}).filter(([key]) => !TECHNICAL.test(key));
}

/** The one label of the pod that gives the very counts of the decision, or null: then the selector is another. */
export function countedLabel(constraints, pod, model) {
  const agrees = ([key, value]) => {
    const counted = new Map(constraints.map((c) => [c, new Map()]));
    for (const other of model.pods.values()) {
      if (!counts(other, pod.ns, pod.key, key, value)) continue;
      for (const [c, sums] of counted) {
        const domain = model.nodes.get(other.node)?.labels?.[c.key];
        sums.set(domain, (sums.get(domain) ?? 0) + 1);
      }
    }
    return constraints.every((c) => c.domains.every((d) => (counted.get(c).get(d.domain) ?? 0) === d.count));
  };
  return constraints.length ? ownLabels(pod).find(agrees) ?? null : null;
}

/** What a zone's header counts for this pod: a label [key, value], or null where nothing speaks for one. */
export function zoneLabel(decision, pod, model) {
  if (!pod) return null;
  const labels = ownLabels(pod);
  const constraints = decision?.pod === pod.key ? constraintsOf(decision) : [];
  const counted = countedLabel(constraints, pod, model);
  if (counted) return counted;
  const app = labels.find(([key]) => key === "app" || key === "app.kubernetes.io/name");
  return app ?? (constraints.length || decision?.scores?.[decision.node]?.PodTopologySpread ? labels[0] ?? null : null);
}
