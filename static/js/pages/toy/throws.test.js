import { equal, test } from "../../harness.js";
import { createHolds, documentOf, isImportant } from "./throws.js";

const RULES = {
  pods: { small: { kind: "Pod", metadata: { labels: { app: "toy" } }, spec: { containers: [] } } },
  important: { priorityClassName: "p100" },
  nodes: { n1: { nodeSelector: { "kubernetes.io/hostname": "n1" } } },
  importantFrom: 5,
};

test("a thrown pod is the document of its size with a name of its own, and with nothing that was not chosen", () => {
  equal(documentOf(RULES, { size: "small", node: null, isImportant: false }, 3), {
    kind: "Pod", metadata: { labels: { app: "toy" }, name: "p3" }, spec: { containers: [] },
  });
});

test("an important pod that is aimed at a node has the fields of both", () => {
  const { spec } = documentOf(RULES, { size: "small", node: "n1", isImportant: true }, 1);
  equal(spec, {
    containers: [], priorityClassName: "p100", nodeSelector: { "kubernetes.io/hostname": "n1" },
  });
  equal(RULES.pods.small.spec, { containers: [] });
});

test("pods are important from the fifth on until the first one had to leave, and whenever somebody chose so", () => {
  const at = (thrown, more) => isImportant({ chosen: null, thrown, left: false, ...more }, RULES);
  equal([at(0), at(3), at(4), at(11)], [false, false, true, true]);
  equal([at(4, { left: true }), at(0, { chosen: true }), at(8, { chosen: false })], [false, true, false]);
});

test("the first decision about a pod stays long, unless others wait for theirs; one that repeats it, shortly", () => {
  let thrown = 1;
  const holds = createHolds(() => thrown);
  const schedule = (pod, result) => holds({ kind: "schedule", decision: { pod, result } });

  const first = schedule("d/p1", "unschedulable");
  const again = schedule("d/p1", "unschedulable");
  const placed = schedule("d/p1", "bound");
  thrown = 4;
  const hurried = schedule("d/p2", "bound");

  equal([first > hurried, hurried > again, placed > again], [true, true, true]);
  equal(holds({ kind: "ready" }), again);
});
