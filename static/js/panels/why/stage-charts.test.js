import { equal, test } from "../../harness.js";
import { chartedPod, uncharted } from "./stage-charts.js";

const last = { pod: "default/new2", spreads: true };
const hero = { pod: "default/new1" };

test("charts below the nodes are those of the pod whose verdicts stand on the nodes, not of the hero", () => {
  equal(chartedPod({ model: { last }, into: null, chosen: hero, picked: {} }), "default/new2");
});

test("charts are those of a pod that a person chose, and inside a decision of the pod that it is about", () => {
  const into = { decision: { pod: "default/p" } };

  equal(chartedPod({ model: { last }, into: null, chosen: hero, picked: hero }), "default/new1");
  equal(chartedPod({ model: { last }, into, chosen: hero, picked: {} }), "default/p");
});

test("after a decision without charts, those of the hero stay", () => {
  const plain = { pod: "default/q", spreads: false };

  equal(chartedPod({ model: { last: plain }, into: null, chosen: hero, picked: {} }), "default/new1");
  equal(chartedPod({ model: { last: null }, into: null, chosen: {}, picked: {} }), null);
});

test("of a pod that came after an earlier one of its name, no decision stands there yet", () => {
  const decision = { pod: "default/p", uid: "u-1", spreads: true };
  const podOf = (uid) => {
    const model = { last: decision, decisions: new Map(), pods: new Map([["default/p", { uid }]]) };
    return uncharted({ model, into: null, chosen: {}, picked: {} });
  };

  equal([podOf("u-1"), podOf("u-2")], ["default/p", null]);
});

test("where no decision has charts, the last one says so, or that of the pod that a person chose", () => {
  const decisions = new Map([["default/q", {}], ["default/new1", {}]]);
  const model = { last: { pod: "default/q", spreads: false }, decisions, pods: new Map() };

  equal(uncharted({ model, into: null, chosen: hero, picked: {} }), "default/q");
  equal(uncharted({ model, into: null, chosen: hero, picked: hero }), "default/new1");
  equal(uncharted({ model, into: null, chosen: hero, picked: { pod: "default/old" } }), null);
});
