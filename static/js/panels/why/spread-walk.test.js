import { equal, test } from "../../harness.js";
import { setCatalogue } from "../../i18n.js";
import { normalText, pathText, rawText, spreadArithmetic, spreadDrill, spreadStates, spreadWeights, weightText } from "./spread-walk.js";

setCatalogue("en", {});

const board = {
  spreadState: [
    { key: "zone", maxSkew: 1, minDomains: 1, self: 1, domains: 2, pairs: [["zone1", 3], ["zone2", 4]], paths: [["zone1", 3], ["zone2", 4]], min: 3 },
    { key: "node", maxSkew: 1, minDomains: 5, self: 1, domains: 1, pairs: [["node-x", 2]], paths: [["node-x", 2], ["", 2147483647]], min: 0 },
  ],
};
const soft = {
  weights: { PodTopologySpread: 2 },
  scores: { n1: { PodTopologySpread: [3, 33, 66] }, n2: { PodTopologySpread: [1, 100, 200] }, n3: { PodTopologySpread: [0, 0, 0] } },
  spreadScores: {
    constraints: [{ key: "zone", maxSkew: 1, domains: 2, weight: 1.3863 }], ignored: ["n3"], lowest: 1, highest: 3,
    nodes: { n1: { counts: [2], sum: 2.7726 }, n2: { counts: [1], sum: 1.3863 }, n3: { counts: [null], sum: 0 } },
  },
};
const text = (parts) => parts.map((part) => part.textContent).join(" ");

test("a place of the critical paths that nobody took shows what it starts with", () => {
  equal([pathText(["node-x", 0]), pathText(["", 2147483647])], ["node-x 0", "“” 2³¹−1"]);
});

test("a raw score is summed up before it is rounded", () => {
  const constraints = [{ weight: 1.6094, maxSkew: 1 }, { weight: 1.3863, maxSkew: 1 }];

  equal(rawText({ counts: [2, 2], sum: 5.9915 }, constraints, 6), "2·1.6094 + 2·1.3863 = 5.9915 → 6");
});

test("a larger maxSkew lifts the raw score; a key the node lacks adds nothing", () => {
  const constraints = [{ weight: 1.7918, maxSkew: 3 }, { weight: 1.6094, maxSkew: 5 }];

  equal(rawText({ counts: [0, null], sum: 2 }, constraints, 2), "0·1.7918 + 2 = 2 → 2");
  equal(rawText({ counts: [null, null], sum: 0 }, constraints, 0), "0");
});

test("normalising is written out; where nobody has a pod there is nothing to divide by", () => {
  equal([normalText({ lowest: 1, highest: 3 }, 3, 33), normalText({ lowest: 0, highest: 0 }, 0, 100)], ["100·(3+1−3)/3 = 33", "100"]);
});

test("the weight is a logarithm of the number of domains", () => {
  equal(weightText({ domains: 2, weight: 1.3863 }), "ln(2+2) = 1.3863");
});

test("PreFilter shows pairs and both paths of each constraint, and why the minimum is 0", () => {
  const shown = spreadStates(board);
  const [zone, node] = shown.slice(1);

  equal([...zone.querySelectorAll("table:not(.paths) tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent)), [["zone1", "3"], ["zone2", "4"]]);
  equal([...zone.querySelectorAll(".paths b")].map((b) => b.textContent), ["zone1 3", "zone2 4"]);
  equal(node.textContent.includes("minDomains asks for 5"), true);
});

test("the dry run shows the paths before and after each change", () => {
  const drill = spreadDrill({ spreadState: [{ key: "zone", paths: [["A", 1], ["B", 2]] }], preemption: { chosen: "nc", candidates: [{ node: "nc", spread: [{ constraint: 0, domain: "C", count: 0, paths: [["C", 0], ["A", 1]] }] }] } });

  equal([...drill[0].querySelectorAll("tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent)), [["1 zone", "A 1", "B 2"], ["C → 0", "C 0", "A 1"]]);
});

test("Score shows raw, normalised and weighted; an ignored node has no arithmetic", () => {
  const rows = [...spreadArithmetic(soft).at(-1).querySelectorAll("tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent));

  equal(rows, [["n1", "2·1.3863 = 2.7726 → 3100·(3+1−3)/3 = 33", "66"], ["n2", "1·1.3863 = 1.3863 → 1100·(3+1−1)/3 = 100", "200"], ["n3", "ignored: lacks a key", "0"]]);
  equal(text(spreadWeights(soft)).includes("n3"), true);
});

test("a decision without spread constraints shows none of it", () => {
  equal([spreadStates({}), spreadDrill({ preemption: null }), spreadWeights({}), spreadArithmetic({})].map((parts) => parts.length), [0, 0, 0, 0]);
});
