import { equal, test } from "../harness.js";
import { comparedIn, goneByNode } from "./comparison.js";

test("the step that the board is compared with is in the address", () => {
  const read = (value) => comparedIn([["mark", "3"], ["diff", value]]);

  equal([read("12"), read("0"), read("x"), read("-1"), comparedIn([])], [12, 0, null, null, null]);
});

test("pods that are gone are told on the node where they were", () => {
  const gone = [
    { kind: "Pod", key: "default/a", node: "n1" }, { kind: "Pod", key: "default/b", node: "" },
    { kind: "Node", key: "n2", node: "" }, { kind: "Pod", key: "default/c", node: "n1" },
  ];

  equal([...goneByNode(gone)].map(([node, pods]) => [node, pods.map(({ key }) => key)]),
    [["n1", ["default/a", "default/c"]]]);
});
