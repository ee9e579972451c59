import { equal, test } from "../../harness.js";
import { railAt, speakerOf, stopsOf, totalOf } from "./into.js";

const points = (...skipped) =>
  ["PreFilter", "Filter", "PostFilter", "PreScore", "Score", "Reserve", "Bind"].map((point) => ({
    point,
    state: skipped.includes(point) ? "skipped" : "done",
  }));
const bound = {
  pod: "d/p",
  result: "bound",
  node: "n2",
  order: ["n1", "n2", "n3"],
  points: points("PostFilter"),
  scored: true,
  weights: { A: 3, B: 1 },
  scores: { n2: { A: [0, 100, 300], B: [5, 5, 5] }, n3: { A: [0, 100, 300], B: [1, 1, 1] } },
  filterPlugins: ["X", "Y", "Z"],
  nodes: {
    n1: { code: "Unschedulable", plugin: "Y", reasons: ["no"] },
    n2: { code: "Success", plugin: null },
    n3: { code: "Success", plugin: null },
  },
};
const refused = {
  pod: "d/p",
  result: "unschedulable",
  node: null,
  order: ["n1"],
  points: [
    { point: "PreFilter", state: "done" },
    { point: "Filter", state: "done" },
    { point: "PostFilter", state: "done" },
  ],
  scored: false,
};

test("a bound pod: PreFilter, each node, PreScore, each score plugin, the choice, Reserve", () => {
  equal(
    stopsOf(bound).map((s) => s.node ?? s.plugin ?? (s.choice ? "choice" : s.point)),
    ["PreFilter", "n1", "n2", "n3", "PreScore", "A", "B", "choice", "Reserve"],
  );
});

test("a pod that fits nowhere ends in PostFilter", () => {
  equal(stopsOf(refused).map((s) => s.point), ["PreFilter", "Filter", "PostFilter"]);
});

test("Filter stops count the nodes in judging order", () => {
  equal(stopsOf(bound)[2], { point: "Filter", node: "n2", k: 2, of: 3 });
});

test("at a stop the rail is done before it, on at it and to come after it", () => {
  equal(
    railAt(bound, { point: "Score" }).map((p) => p.state),
    ["done", "done", "skipped", "done", "on", "todo", "todo"],
  );
});

test("without a stop the rail shows what the decision says", () => {
  equal(railAt(refused, null).map((p) => p.state), ["done", "done", "done", "todo", "todo", "todo", "todo"]);
});

test("the point at which an attempt failed says so, and no later point ran", () => {
  const states = { PreFilter: "done", Filter: "failed", PostFilter: "skipped", PreScore: "skipped" };
  const failed = { ...refused, points: Object.entries(states).map(([point, state]) => ({ point, state })) };

  equal(
    railAt(failed, null).map((p) => p.state),
    ["done", "failed", "skipped", "skipped", "todo", "todo", "todo"],
  );
});

test("the plugin that refuses speaks, with its number", () => {
  equal(speakerOf(bound, "n1"), { plugin: "Y", n: 2, of: 3 });
});

test("sums grow plugin by plugin", () => {
  equal([totalOf(bound, "n2", "A"), totalOf(bound, "n2")], [300, 305]);
});
