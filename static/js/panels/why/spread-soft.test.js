import { equal, test } from "../../harness.js";
import { partText, scoreText, softConstraintsOf } from "./spread-soft.js";

const nodes = new Map([["a1", "a"], ["a2", "a"], ["b1", "b"], ["x", undefined]].map(([name, zone]) => [name, { name, labels: zone ? { zone, host: name } : { host: name } }]));
const decision = {
  pod: "default/p", node: "b1", weights: { PodTopologySpread: 2 },
  scores: Object.fromEntries([["a1", 33], ["a2", 66], ["b1", 100], ["x", 0]].map(([name, score]) => [name, { PodTopologySpread: [3, score, score * 2] }])),
  spreadScores: {
    constraints: [{ key: "zone", maxSkew: 1, domains: 2, weight: 1.3863, selector: "foo=bar" }], ignored: ["x"],
    nodes: { a1: { counts: [2], sum: 2.77 }, a2: { counts: [2], sum: 2.77 }, b1: { counts: [0], sum: 0 }, x: { counts: [null], sum: 0 } },
  },
};

test("nodes of one domain make one column, with the scores they were given; a node without the key has none", () => {
  const [zone] = softConstraintsOf(decision, { nodes }, 1);

  equal([zone.n, zone.counted, zone.lacking, zone.domains.map((d) => [d.domain, d.count, d.nodes.length, d.scores])], [2, 2, ["x"], [["a", 2, 2, [66, 33]], ["b", 0, 1, [100]]]]);
  equal(softConstraintsOf({ pod: "default/p" }, { nodes }), []);
});

test("a domain says what it adds and what comes of it", () => {
  equal([partText(2, { weight: 1.3863, maxSkew: 1 }), partText(0, { weight: 1.6094, maxSkew: 3 })], ["2 × 1.386 = 2.77", "0 × 1.609 + 2 = 2.00"]);
  equal([scoreText([100], 2), scoreText([100, 33], 2), scoreText([50], 1), scoreText([], 2)], ["100 × 2 = 200", "33 … 100", "50", "–"]);
});
