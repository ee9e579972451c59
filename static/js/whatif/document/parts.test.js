import { equal, test } from "../../harness.js";
import { changedObjects, partsOf, withObjects } from "./parts.js";

const TEXT = `kind: Scenario
metadata:
  name: s
spec:
  inputs:
  - at: 2
    kind: apply
    documents:
    - kind: Pod
      metadata:
        name: late
      spec: {}
  - at: 4
    kind: cordon
---
kind: Pod
metadata:
  name: p
spec: {}
---
kind: Node
metadata:
  name: n1
`;

test("objects that differ are known by their names, also those that came or went", () => {
  const now = partsOf(TEXT.replace("name: n1", "name: n2").replace("at: 4", "at: 5"));

  equal([...changedObjects(partsOf(TEXT), now)].sort(), ["Node/default/n1", "Node/default/n2", "Scenario"]);
});

test("a manifest stands in place of the object of its name, and a new one at the end", () => {
  const other = "kind: Pod\nmetadata:\n  name: p\nspec:\n  hostNetwork: true\n";
  const more = "---\nkind: Pod\nmetadata:\n  name: q\n";
  const made = withObjects(TEXT, other + more);

  equal([made.includes(`${other}---\nkind: Node`), made.endsWith(more)], [true, true]);
});

test("an object that an input applies is replaced there, with its indentation", () => {
  const made = withObjects(TEXT, "kind: Pod\nmetadata:\n  name: late\nspec:\n  priority: 5\n");

  equal(made.split("\n").slice(7, 15), [
    "    documents:", "    - kind: Pod", "      metadata:", "        name: late", "      spec:", "        priority: 5",
    "  - at: 4", "    kind: cordon",
  ]);
});
