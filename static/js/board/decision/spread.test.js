import { equal, test } from "../../harness.js";
import { constraintsOf, decidedBy, matching, zoneLabel } from "./spread.js";

const row = (key, domain, count, min, ok) => ({ key, domain, count, self: 1, min, maxSkew: 1, skew: count + 1 - min, ok, selector: "foo=bar" });
const decision = {
  pod: "default/p", order: ["n2", "n1", "n3"],
  nodes: {
    n1: { code: "Unschedulable", spread: [row("zone", "a", 2, 1, false), row("host", "n1", 2, 1, false)] },
    n2: { code: "Unschedulable", spread: [row("zone", "b", 1, 1, true), row("host", "n2", 2, 1, false)] },
    n3: { code: "UnschedulableAndUnresolvable", spread: [row("zone", null, 0, 1, false), row("host", "n3", 0, 0, true)] },
  },
};
const pod = (name, node, labels, more = {}) => ({ key: `default/${name}`, ns: "default", name, node, labels, phase: "Running", ...more });
const model = {
  nodes: new Map([["n1", { labels: { zone: "a", host: "n1" } }], ["n2", { labels: { zone: "b", host: "n2" } }]]),
  pods: new Map([pod("p", null, { app: "x", foo: "bar" }), pod("q", "n1", { foo: "bar" }), pod("r", "n1", { foo: "bar" }), pod("s", "n2", { app: "x", foo: "bar" }), pod("t", "n2", { foo: "bar" }, { term: {} })].map((p) => [p.key, p])),
};

test("nodes of one domain make one column, in the order of their names", () => {
  const [zone, host] = constraintsOf(decision);

  equal([zone.n, zone.key, zone.domains.map((d) => [d.domain, d.count, d.ok, d.nodes.length]), zone.lacking], [1, "zone", [["a", 2, false, 1], ["b", 1, true, 1]], ["n3"]]);
  equal([host.n, host.domains.length, host.lacking.length], [2, 3, 0]);
});

test("the first constraint that fails decides about a node", () => {
  equal([decidedBy(decision.nodes.n1), decidedBy(decision.nodes.n2), decidedBy({ spread: [] }), decidedBy(undefined)], [1, 2, 0, 0]);
});

test("pods of the selector count in a domain; those on their way out, elsewhere or the pod itself do not", () => {
  const names = (domain, selector = "foo=bar") => matching(model, { ns: "default", selector, domainKey: "zone", domain, except: "default/p" }).map((p) => p.name);

  equal([names("a"), names("b"), names("b", "foo=bar,app=x"), names("a", null)], [["q", "r"], ["s"], ["s"], []]);
});

test("a zone counts what the constraint counts, else the pod's app, else nothing", () => {
  const text = (told, key) => zoneLabel(told, model.pods.get(key))?.text ?? null;
  const soft = { pod: "default/p", nodes: {}, spreadScores: { constraints: [{ key: "zone", selector: "tier in (a,b)" }] } };

  equal([text(decision, "default/p"), text(soft, "default/p"), text(null, "default/p"), text(null, "default/q"), text(null, "default/none")],
    ["foo=bar", "tier in (a,b)", "app=x", null, null]);
});
