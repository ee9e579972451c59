import { equal, test } from "../../harness.js";
import { intoMessage, named } from "./narration.js";

const decision = {
  pod: "d/p", node: "n2", best: ["n2"], tie: false,
  nodes: { n1: { code: "Error", plugin: null, reasons: ["broken"] }, n2: { code: "Success" } },
};
const at = (stop) => intoMessage({ decision, stops: [stop], k: 0 });

test("a node that does not pass is told with the plugin that decided and its reasons", () => {
  const stop = { point: "Filter", node: "n1", k: 1, of: 2, speaker: { plugin: "NodePorts", n: 1, of: 9 } };

  equal(at(stop), { id: "ui.say.filter_no", args: { node: "n1", plugin: "NodePorts", reason: "broken" } });
});

test("a score plugin is told with its weight, the choice with the sum of the chosen node", () => {
  const score = { point: "Score", plugin: "A", weight: 3, sums: {} };
  equal(at(score), { id: "ui.say.score", args: { plugin: "A", weight: 3 } });
  equal(at({ point: "Score", choice: true, sums: { n2: 305 } }), {
    id: "ui.say.choice_best", args: { node: "n2", total: 305 },
  });
});

test("of many nodes with the same sum the sentence tells how many they are, and the one that was chosen", () => {
  const best = Array.from({ length: 900 }, (_, k) => `n${k}`);
  const stop = { point: "Score", choice: true, sums: { n2: 305 } };
  const message = intoMessage({ decision: { ...decision, tie: true, best }, stops: [stop], k: 0 });

  equal(message, { id: "ui.say.choice_tie_of", args: { nodes: [], n: 900, node: "n2", total: 305 } });
});

test("where no toss decides between nodes with the same sum, the sentence says that the heap did", () => {
  const stop = { point: "Score", choice: true, sums: { n2: 305 } };
  const message = intoMessage({ decision: { ...decision, best: ["n1", "n2"] }, stops: [stop], k: 0 });

  equal(message, { id: "ui.say.choice_heap", args: { nodes: ["n1", "n2"], n: 2, node: "n2", total: 305 } });
});

test("a name in the sentence is that of a pod or node that the frame names, other words are none", () => {
  const focus = { pods: ["shop/web-1"], nodes: ["n1"] };

  equal(named("web-1", focus), { pod: "shop/web-1" });
  equal(named("n1", focus), { node: "n1" });
  equal(named("web", focus), null);
  equal(named("web-1", null), null);
});
