import { equal, test } from "../../harness.js";
import { objectsOf } from "./document.js";
import { withField } from "./new-field.js";

const TEXT = `kind: Pod
metadata:
  name: p
spec:
  containers:
  - name: app
    image: a
  nodeName: n1
status:
  phase: Running
---
kind: Node
metadata:
  name: n1
`;
const written = (place, ...rest) => withField(TEXT, objectsOf(TEXT.split("\n"))[place], ...rest);

test("a missing field comes behind the others of its level", () => {
  equal(written(0, "spec.grace", "30"), TEXT.replace("  nodeName: n1\n", "  nodeName: n1\n  grace: 30\n"));
  equal(written(0, "spec.containers[0].resources.requests.cpu", '"0"'), TEXT.replace("    image: a\n",
    '    image: a\n    resources:\n      requests:\n        cpu: "0"\n'));
  equal(written(1, "spec.unschedulable", "false"), `${TEXT.trimEnd()}\nspec:\n  unschedulable: false\n`);
});

test("a list begins with an entry, and a field that is there stays", () => {
  equal(written(0, "spec.tolerations", "", ["- key: x", "  tolerationSeconds: 300"]), TEXT.replace("  nodeName: n1\n",
    "  nodeName: n1\n  tolerations:\n  - key: x\n    tolerationSeconds: 300\n"));
  equal(written(0, "spec.nodeName", "n2"), TEXT);
  equal(withField("kind: Pod\nspec: {}\n", objectsOf(["kind: Pod", "spec: {}", ""])[0], "spec.a", "1"), null);
});
