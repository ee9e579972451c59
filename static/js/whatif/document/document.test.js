import { equal, test } from "../../harness.js";
import { fieldAt, linesOf, objectsOf, valuesOf } from "./document.js";

const TEXT = `apiVersion: podium/v1
kind: Scenario
metadata:
  name: s
spec:
  seed: 1
  inputs:
  - at: 2
    kind: apply
    documents:
    - apiVersion: v1
      kind: Pod
      metadata:
        name: small
---
apiVersion: v1
kind: Pod
metadata:
  name: low2
  namespace: shop
spec:
  containers:
  - name: app
    resources:
      requests:
        cpu: "1" # a core
  - name: side
  terminationGracePeriodSeconds: 5
`.split("\n");

test("objects of a text are known by kind, namespace and name", () => {
  equal(objectsOf(TEXT).map(({ kind, ns, name, from }) => [kind, ns, name, from]), [
    ["Scenario", "", "s", 0], ["Pod", "shop", "low2", 15],
  ]);
});

test("each value has its path, through lists and comments", () => {
  const [, pod] = objectsOf(TEXT);
  const values = valuesOf(TEXT, pod);

  equal(["spec.containers[0].resources.requests.cpu", "spec.containers[1].name", "spec.terminationGracePeriodSeconds"]
    .map((path) => values.get(path)?.value), ['"1"', "side", "5"]);
});

test("a line knows its field", () => {
  const { path, value, from } = fieldAt(TEXT, objectsOf(TEXT), 27);

  equal([path, value, TEXT[27].slice(from)], ["spec.terminationGracePeriodSeconds", "5", "5"]);
  equal(fieldAt(TEXT, objectsOf(TEXT), 7).path, "spec.inputs[0].at");
});

test("a pod of the board leads to its object, also to one that an input applies", () => {
  const objects = objectsOf(TEXT);

  equal([linesOf(objects, TEXT, { pod: "shop/low2" }).from, linesOf(objects, TEXT, { pod: "default/small" }).from],
    [15, 10]);
  equal(linesOf(objects, TEXT, { node: "n9" }), null);
});

test("any other object is found by kind, namespace and name", () => {
  const objects = objectsOf(TEXT);
  const lines = ["Pod/shop/low2", "Deployment/shop/low2"].map((object) => linesOf(objects, TEXT, { object })?.from);

  equal(lines, [15, undefined]);
});
