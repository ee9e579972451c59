import { equal, test } from "../../harness.js";
import { hasPage, shownSubject, stopOf } from "./subject.js";

const [nodes, pods] = [new Map([["n1", {}]]), new Map([["d/p", {}]])];
const model = { seq: 3, nodes, pods, decisions: new Map(), last: { pod: "d/last" } };
const into = { decision: { pod: "d/into" }, stops: [{ point: "PreFilter" }, { point: "Filter", node: "n1" }], k: 1 };

test("what is chosen is shown, else the pod that was decided on last", () => {
  equal(shownSubject({ chosen: { node: "n1" }, model, into: null }), { node: "n1" });
  equal(shownSubject({ chosen: { pod: "d/p" }, model, into: null }), { pod: "d/p" });
  equal(shownSubject({ chosen: {}, model, into: null }), { pod: "d/last" });
  equal(shownSubject({ chosen: { node: "gone" }, model, into: null }), { pod: "d/last" });
  equal(shownSubject({ chosen: {}, model: { ...model, last: null }, into: null }), null);
});

test("the cursor stands in the Why of its own pod only", () => {
  equal(shownSubject({ chosen: {}, model, into }), { pod: "d/into" });
  equal(stopOf({ pod: "d/into" }, into), into.stops[1]);
  equal(stopOf({ pod: "d/p" }, into), null);
});

test("a pod that is gone has a page where something happened to it before", () => {
  const acts = [[2, 0, "scheduler", "schedule", "d/gone"], [4, 0, "scheduler", "schedule", "d/later"]];
  equal([hasPage({ pod: "d/p" }, model, acts), hasPage({ pod: "d/gone" }, model, acts)], [true, true]);
  equal([hasPage({ pod: "d/later" }, model, acts), hasPage({ pod: "d/never" }, model, acts)], [false, false]);
});
