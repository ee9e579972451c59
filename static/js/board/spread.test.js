import { equal, test } from "../harness.js";
import { constraintsOf, countedLabel, decidedBy, zoneLabel } from "./spread.js";

const row = (key, domain, count, min, ok) => ({ key, domain, count, self: 1, min, maxSkew: 1, skew: count + 1 - min, ok });
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

test("the label that gives the counts of the decision is the one that was counted; pods on their way out do not count", () => {
  const [zone] = constraintsOf(decision);

  equal(countedLabel([zone], model.pods.get("default/p"), model), ["foo", "bar"]);
  equal(countedLabel([{ ...zone, domains: [{ domain: "a", count: 9 }] }], model.pods.get("default/p"), model), null);
});

test("a zone counts the label of the constraint, else the pod's app, else none", () => {
  const one = { ...decision, nodes: { n1: { spread: decision.nodes.n1.spread.slice(0, 1) }, n2: { spread: decision.nodes.n2.spread.slice(0, 1) } } };

  equal(zoneLabel(one, model.pods.get("default/p"), model), ["foo", "bar"]);
  equal(zoneLabel(null, model.pods.get("default/p"), model), ["app", "x"]);
  equal([zoneLabel(null, model.pods.get("default/q"), model), zoneLabel(null, null, model)], [null, null]);
});
