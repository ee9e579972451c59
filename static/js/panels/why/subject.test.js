import { equal, test } from "../../harness.js";
import { hasPage, meant, meanwhile, shownSubject, stopOf } from "./subject.js";

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

const HERO = { pod: "d/hero" };
const stage = (seq, keys = []) => ({ seq, pods: new Map(keys.map((key) => [key, {}])), nodes });

test("from the first step on the hero is meant where it is there, and whatever a person chooses comes before it", () => {
  const at = (moment, more) => meant({ chosen: {}, hero: HERO, model: moment, into: null, acts: [], ...more });
  const there = stage(2, ["d/hero"]);

  equal([at(stage(0, ["d/hero"])), at(there), at(stage(2))], [{}, HERO, {}]);
  equal([at(there, { chosen: { node: "n1" } }), at(there, { into: {} })], [{ node: "n1" }, {}]);
  equal([at(stage(1), { hero: { node: "n1" } }), at(stage(1), { hero: { node: "n2" } })], [{ node: "n1" }, {}]);
});

test("the hero is still meant when it is gone", () => {
  const acts = [[1, 0, "you", "input-delete", "d/hero"]];

  equal(meant({ chosen: {}, hero: HERO, model: stage(2), into: null, acts }), HERO);
});

test("a decision about another pod than the one that is shown is told", () => {
  const deciding = { frame: { actor: "scheduler", kind: "schedule", focus: { pods: ["d/other"] } } };

  equal([meanwhile(HERO, deciding, null), meanwhile({ pod: "d/other" }, deciding, null)], ["d/other", null]);
  equal([meanwhile(HERO, { frame: {} }, null), meanwhile(null, deciding, null)], [null, null]);
});
