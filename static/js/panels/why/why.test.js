import { equal, test } from "../../harness.js";
import { setCatalogue } from "../../i18n.js";
import { ranked } from "./scores.js";
import { criteriaRows, distanceText, outAt, skewText } from "./why-parts.js";
import { groupsOf, nodeOrder } from "./why.js";
import { keyAction } from "../transport/transport.js";
import { momentUrl } from "../actions/share.js";
import { pageUrl, snapFor } from "../inspector/inspector.js";
import { scalable } from "../actions/actions.js";

setCatalogue("en", {});

test("spread arithmetic is written out", () => {
  equal(skewText({ count: 2, self: 1, min: 1, skew: 2, maxSkew: 1, ok: false }), "2 + 1 − 1 = 2 > 1");
});

test("the distance says what is needed and what is free", () => {
  equal(distanceText({ resource: "cpu", needs: 500, free: 300, nominated: 0 }), "needs 500m, 300m free");
});

test("a criterion throws out who is not left after it, and the last one decided", () => {
  const rows = criteriaRows({ candidates: [{ node: "a" }, { node: "b" }, { node: "c" }], criteria: [{ id: "pdb", values: {}, left: ["a", "b"] }, { id: "highest", values: {}, left: ["a"] }, { id: "sum", values: {}, left: ["a"] }] });

  equal(rows.map((r) => [r.id, r.before.length, r.decided]), [["pdb", 3, false], ["highest", 2, true]]);
});

test("each candidate is said to have fallen out where it was thrown out", () => {
  const p = { chosen: "a", candidates: [{ node: "a" }, { node: "b" }, { node: "c" }], criteria: [{ id: "pdb", values: {}, left: ["a", "b"] }, { id: "highest", values: {}, left: ["a"] }] };

  equal([...outAt(p)], [["a", "chosen"], ["b", "highest"], ["c", "pdb"]]);
});

test("nodes with a score come best first", () => {
  equal(ranked({ scores: { a: {}, b: {}, c: {} }, totals: { a: 1, b: 3, c: 2 }, order: ["a", "b", "c"] }), ["b", "c", "a"]);
});

test("the chosen node leads, then the candidates by how long they lasted", () => {
  const no = { code: "Unschedulable" };
  equal(nodeOrder({ order: ["x", "b", "c", "a"], nodes: { x: no, a: no, b: no, c: no }, preemption: { chosen: "a", candidates: [{ node: "a" }, { node: "b" }, { node: "c" }], criteria: [{ left: ["a", "c"] }] } }), ["a", "c", "b", "x"]);
});

test("refusals are grouped by reason and counted", () => {
  const no = (reason) => ({ code: "Unschedulable", plugin: "P", reasons: [reason] });
  equal(groupsOf({ nodes: { a: no("cpu"), b: no("mem"), c: no("cpu"), d: { code: "Success" } } }).map((g) => [g.reason, g.count]), [["cpu", 2], ["mem", 1]]);
});

test("arrows step, except where the focus walks the board", () => {
  equal([keyAction("ArrowRight", false) !== null, keyAction("ArrowRight", true), keyAction(".", true) !== null, keyAction("x", false)], [true, null, true, null]);
});

test("a moment's address holds what is needed and no more", () => {
  equal(momentUrl("r1", { at: 12, pod: "default/p" }), "/r/r1?at=12&pod=default/p");
  equal(momentUrl("r1", { at: 12, into: 3, tab: "yaml" }), "/r/r1?at=12&into=3&tab=yaml");
});

test("a tab is a page of its own", () => {
  equal([pageUrl("r", { pod: "ns/p" }, "why", 3), pageUrl("r", { node: "n1" }, "yaml", 3)], ["/r/r/pods/ns/p/why?at=3", "/r/r/nodes/n1/yaml?at=3"]);
});

test("a pod of a Deployment's ReplicaSet is scaled by the Deployment", () => {
  const workloads = new Map([["a", { kind: "ReplicaSet", key: "d/web-abc", replicas: 3 }], ["b", { kind: "Deployment", key: "d/web", replicas: 3 }]]);

  equal(scalable({ ns: "d", owner: "ReplicaSet/web-abc" }, workloads), { kind: "Deployment", namespace: "d", name: "web", replicas: 3 });
  equal(scalable({ ns: "d", owner: null }, workloads), null);
});

test("a sheet that is let go comes to rest at the nearest place; a fling goes on to the next", () => {
  equal([snapFor(0.3), snapFor(0.4), snapFor(0.66), snapFor(0.27, -1), snapFor(0.43, 1), snapFor(0.9, -2), snapFor(0.1, 2)], ["third", "two", "full", "two", "third", "full", "third"]);
});
