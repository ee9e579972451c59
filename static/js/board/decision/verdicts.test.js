import { equal, test } from "../../harness.js";
import { verdictAtRest, verdictInside } from "./verdicts.js";

const node = (name, more = {}) => ({ name, cordoned: false, ready: true, ...more });
const decision = {
  pod: "d/p",
  result: "bound",
  node: "n2",
  order: ["n1", "n2", "n3"],
  scored: true,
  totals: { n2: 300, n3: 200 },
  best: ["n2"],
  feasible: ["n2", "n3"],
  tie: false,
  filterPlugins: ["A", "B"],
  weights: { X: 1 },
  scores: { n2: { X: [3, 3, 300] }, n3: { X: [2, 2, 200] } },
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
const stops = [
  { point: "PreFilter" },
  { point: "Filter", node: "n1", k: 1, of: 3 },
  { point: "Filter", node: "n2", k: 2, of: 3 },
  { point: "Score", choice: true },
];

test("at rest each node says what the last decision said of it", () => {
  const said = ["n1", "n2", "n3"].map((name) => verdictAtRest(node(name), decision, [], { node: "n2" }));

  equal(
    said.map((v) => [v.kind, v.raw ?? v.message.id, v.score, v.word]),
    [
      ["no", "Insufficient cpu", null, "cpu"],
      ["win", "ui.verdict.bound_best", "300", "300"],
      ["fit", "ui.verdict.fits", "200", "200"],
    ],
  );
});

test("before the binding the node is chosen, not bound", () => {
  equal(verdictAtRest(node("n2"), decision, [], { node: null }).message.id, "ui.verdict.chosen");
});

test("a promise to a pod comes before the last decision", () => {
  equal(verdictAtRest(node("n1"), decision, [{ name: "q" }], { node: "n2" }).kind, "nom");
});

test("a decision about a pod that is gone says nothing any more", () => {
  equal(verdictAtRest(node("n1"), decision, [], null).kind, "");
});

test("inside Filter: judged, lit, not judged yet", () => {
  const into = { decision, stops, k: 2 };

  equal(["n1", "n2", "n3"].map((name) => verdictInside(name, into).kind), ["no", "lit", "wait"]);
});

test("at the choice the best node wins with its sum", () => {
  equal(
    ["n2", "n3"].map((name) => {
      const v = verdictInside(name, { decision, stops, k: 3 });
      return [v.kind, v.score];
    }),
    [
      ["win", "300"],
      ["fit", "200"],
    ],
  );
});
