import { equal, test } from "../../harness.js";
import { knows } from "../../i18n.js";
import { isAbout, judgedPod, nextCounted, verdictAtRest, verdictInside } from "./verdicts.js";

const node = (name, more = {}) => ({ name, cordoned: false, ready: true, ...more });
const stops = [
  { point: "PreFilter" },
  { point: "Filter", node: "n1", k: 1, of: 3, speaker: { plugin: "B", n: 2, of: 2 } },
  { point: "Filter", node: "n2", k: 2, of: 3, speaker: { plugin: "B", n: 2, of: 2 } },
  { point: "Score", plugin: "X", weight: 1, sums: { n2: 100, n3: 50 } },
  { point: "Score", choice: true, sums: { n2: 300, n3: 200 } },
];
/** The whole decision, in which the cursor stands. */
const decision = {
  pod: "d/p",
  result: "bound",
  node: "n2",
  order: ["n1", "n2", "n3"],
  scored: true,
  totals: { n2: 300, n3: 200 },
  best: ["n2"],
  stops,
  nodes: {
    n1: {
      code: "Unschedulable",
      plugin: "B",
      reasons: ["Insufficient cpu"],
      short: { line: "Insufficient cpu", word: "cpu" },
    },
    n2: { code: "Success", reasons: [] },
    n3: { code: "Success", reasons: [] },
  },
};
/** Its outline, which is at hand when nobody opened it. */
const outline = {
  pod: "d/p", result: "bound", node: "n2", scored: true, tie: false, feasible: 2,
  signs: new Map([
    ["n1", { refusal: { plugin: "B", line: "Insufficient cpu", word: "cpu" }, total: null }],
    ["n2", { refusal: null, total: 300 }],
    ["n3", { refusal: null, total: 200 }],
  ]),
};

test("at rest each node says what the last decision said of it", () => {
  const verdicts = ["n1", "n2", "n3"].map((name) => verdictAtRest(node(name), outline, [], { node: "n2" }));

  equal(verdicts.map((v) => [v.kind, v.raw ?? v.message.id, v.score, v.word]),
    [
      ["no", "Insufficient cpu", null, "cpu"],
      ["win", "ui.verdict.bound_best", "300", "300"],
      ["fit", "ui.verdict.fits", "200", "200"],
    ]);
});

test("a pod that came later is not judged by the decision about an earlier one of its name", () => {
  const judged = (pods) => judgedPod({ last: { ...outline, uid: "u-1" }, pods: new Map(pods) })?.uid ?? null;

  equal([judged([["d/p", { uid: "u-1" }]]), judged([["d/p", { uid: "u-2" }]]), judged([])], ["u-1", null, null]);
  equal(judgedPod({ last: null, pods: new Map() }), null);
});

test("before the binding the node is chosen, not bound", () => {
  equal(verdictAtRest(node("n2"), outline, [], { node: null }).message.id, "ui.verdict.chosen");
});

test("a promise to a pod comes before the last decision", () => {
  equal(verdictAtRest(node("n1"), outline, [{ name: "q" }], { node: "n2" }).kind, "nom");
});

test("a node that was not asked, because enough others were found, says so", () => {
  const many = { ...outline, nodeCount: 500 };
  const messageId = (asked) => verdictAtRest(node("n400"), asked, [], { node: "n2" }).message?.id ?? null;

  equal([messageId(many), messageId({ ...outline, nodeCount: outline.signs.size })], ["ui.verdict.not_asked", null]);
});

test("a decision about a pod that is gone says nothing any more", () => {
  equal(verdictAtRest(node("n1"), outline, [], null).kind, "");
});

test("inside Filter: judged, lit, not judged yet", () => {
  const into = { decision, stops, k: 2 };

  equal(["n1", "n2", "n3"].map((name) => verdictInside(name, into).kind), ["no", "lit", "wait"]);
});

test("at the choice the best node wins with its sum", () => {
  equal(
    ["n2", "n3"].map((name) => {
      const v = verdictInside(name, { decision, stops, k: 4 });
      return [v.kind, v.score];
    }),
    [["win", "300"], ["fit", "200"]],
  );
});

test("the plugin that decides on a node is named with its number", () => {
  const lit = verdictInside("n2", { decision, stops, k: 2 });

  equal([lit.message.args, lit.score.args], [{ plugin: "B" }, { k: 2, of: 2 }]);
});

test("while plugins score, a node shows the sum so far", () => {
  equal(["n2", "n3"].map((name) => verdictInside(name, { decision, stops, k: 3 }).score), ["100", "50"]);
});

test("the only node that passes is bound without a sum", () => {
  const only = { ...outline, scored: false, feasible: 1, signs: new Map([["n2", { refusal: null, total: null }]]) };
  const verdict = verdictAtRest(node("n2"), only, [], { node: "n2" });

  equal([verdict.message.id, verdict.score], ["ui.verdict.bound_only", null]);
  equal(["only", "best", "tie"].map((how) => knows(`ui.verdict.brief_${how}`)), [true, true, true]);
  equal(verdict.brief.id, "ui.verdict.brief_only");
});

test("a decision of a moment that an earlier version kept is about the pod of its name", () => {
  const pod = { key: "d/p", uid: "u-2" };

  equal([isAbout({ pod: "d/p" }, pod), isAbout({ pod: "d/p", uid: "u-1" }, pod)], [true, false]);
});

test("a pod that has just come meets other numbers than the one that was decided on before it", () => {
  const pods = new Map([
    ["d/first", { key: "d/first", tally: "d/foo", lane: null, attempts: 1 }],
    ["d/next", { key: "d/next", tally: "d/foo", lane: "active", attempts: 0 }],
    ["d/other", { key: "d/other", tally: null, lane: "active", attempts: 0 }],
  ]);
  const last = { pod: "d/first", spreads: true };
  const after = (pod, kind = "input-apply") => ({ last, pods, frame: { kind, focus: { pods: [pod] } } });

  equal([nextCounted(after("d/next"))?.key, judgedPod(after("d/next"))], ["d/next", null]);
  equal([nextCounted(after("d/other")), judgedPod(after("d/other"))?.key], [null, "d/first"]);
  equal([nextCounted(after("d/next", "schedule")), nextCounted({ ...after("d/next"), last: null })], [null, null]);
});
