import { equal, test } from "../../harness.js";
import { inOrder, inputsOf, moved, switched } from "./inputs.js";

const TEXT = `kind: Scenario
spec:
  inputs:
  - at: 5
    kind: cordon
    node: n1
  - at: 2.5
    kind: apply
    documents:
    - kind: Pod
      metadata:
        name: small
  - kind: uncordon
    node: n2
---
kind: Pod
metadata:
  name: p
`;
const inputs = (text) => inputsOf(text).map(({ at, on, words }) => [at, on, words]);

test("each input has its second, and what it is about", () => {
  equal(inputs(TEXT), [[5, true, "cordon n1"], [2.5, true, "apply small"], [0, true, "uncordon n2"]]);
  equal(inOrder(inputsOf(TEXT)).map(({ at }) => at), [0, 2.5, 5]);
});

test("an input that is switched off says so, and comes back as it was", () => {
  const off = switched(TEXT, inputsOf(TEXT)[1]);

  equal(inputs(off), [[5, true, "cordon n1"], [2.5, false, "apply small"], [0, true, "uncordon n2"]]);
  equal(switched(off, inputsOf(off)[1]), TEXT);
});

test("two that are off beside each other stay two", () => {
  const first = switched(TEXT, inputsOf(TEXT)[0]);
  const both = switched(first, inputsOf(first)[1]);

  equal(inputs(both).map(([, on]) => on), [false, false, true]);
});

test("an input whose first field has more lines, or says that it is on, is switched off too", () => {
  const text = "kind: Scenario\nspec:\n  inputs:\n  - documents:\n    - kind: Pod\n    kind: apply\n  - kind: cordon\n    disabled: false\n";
  const off = switched(text, inputsOf(text)[0]);

  equal(off.includes("  - disabled: true\n    documents:"), true);
  equal(switched(off, inputsOf(off)[0]), text);
  equal(switched(text, inputsOf(text)[1]).includes("disabled: true"), true);
});

test("an input is moved to another second, also one that is off or has none yet", () => {
  equal(inputs(moved(TEXT, inputsOf(TEXT)[0], 12))[0], [12, true, "cordon n1"]);
  equal(inputs(moved(TEXT, inputsOf(TEXT)[2], 3))[2], [3, true, "uncordon n2"]);
  const off = switched(TEXT, inputsOf(TEXT)[0]);
  equal(inputs(moved(off, inputsOf(off)[0], 7))[0], [7, false, "cordon n1"]);
});
