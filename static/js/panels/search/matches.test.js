import { equal, test } from "../../harness.js";
import { dimmed, firstOf } from "./matches.js";

const model = {
  nodes: new Map(["n1", "n2", "n3"].map((name) => [name, {}])),
  pods: new Map([["d/a", { node: "n1" }], ["d/b", { node: "n1" }], ["d/c", { node: "n2" }], ["d/w", { node: null }]]),
};
const off = (matches) => {
  const { nodes, pods } = dimmed(matches, model);
  return [[...nodes], [...pods]];
};

test("a card stays for its node and for one of its pods, and a pod for itself and for its node", () => {
  equal(off({ nodes: [], pods: ["d/a"] }), [["n2", "n3"], ["d/b", "d/w"]]);
  equal(off({ nodes: ["n1"], pods: [] }), [["n2", "n3"], ["d/w"]]);
});

test("what was found is no longer there: all is dimmed", () => {
  equal(off({ nodes: [], pods: ["d/gone"] }), [["n1", "n2", "n3"], ["d/w"]]);
});

test("the first is a node before a pod", () => {
  equal([firstOf({ nodes: ["n2"], pods: ["d/a"] }), firstOf({ nodes: [], pods: ["d/a"] })], [
    { node: "n2" }, { pod: "d/a" },
  ]);
  equal(firstOf({ nodes: [], pods: [] }), null);
});
