import { equal, test } from "../harness.js";
import { fromSnapshot } from "../net/frames.js";
import { factsOf } from "./facts.js";

const POD = {
  key: "d/p", name: "p", phase: "Pending", node: null, nominated: null, priority: 0, cpu: 500, cpuText: "500m", mem: 0,
  memText: "0", why: { id: "waits.cycle", args: { pod: "p" } },
};
const OTHER = { ...POD, key: "d/q", name: "q", phase: "Running", node: "n2", why: null };
const NODE = {
  name: "n2", ready: true, cordoned: true, taints: [{ key: "gpu", value: "", effect: "NoSchedule" }],
  requested: { cpuOf: "0.5/2", memOf: "0/8 Gi" },
};
const SNAPSHOT = {
  seq: 3, t: 2, pods: [POD, OTHER], nodes: [{ ...NODE, name: "n1", cordoned: false, taints: [] }, NODE],
  decisions: { "d/p": { pod: "d/p", cycle: 1, result: "unschedulable", node: null, spreads: false } },
  last: {
    pod: "d/p", cycle: 1, t: 2, result: "unschedulable", node: null, message: null, feasible: 0, scored: false,
    tie: false, rail: [], refusals: [{ plugin: "NodeResourcesFit", line: "Insufficient cpu", word: "cpu" }],
    verdicts: [["n1", 0, null], ["n2", 0, null]],
  },
};

test("of a kept moment the pod that was decided on last says what each node answered", () => {
  const facts = factsOf(fromSnapshot(SNAPSHOT), {});

  equal(facts.title, "p");
  equal(facts.why.id, "waits.cycle");
  equal(facts.nodes.map(({ node, verdict }) => [node, verdict.raw]), [
    ["n1", "Insufficient cpu"], ["n2", "Insufficient cpu"],
  ]);
  equal(facts.rows, [
    ["status.phase", "Pending"], ["spec.priority", 0], ["requests.cpu", "500m"], ["kube-scheduler", "unschedulable"],
  ]);
});

test("a chosen node says what is asked of it and which pods it has", () => {
  const { title, rows, pods } = factsOf(fromSnapshot(SNAPSHOT), { node: "n2" });

  equal([title, pods], ["n2", ["d/q"]]);
  equal(rows, [
    ["cpu", "0.5/2"], ["memory", "0/8 Gi"], ["spec.unschedulable", "true"], ["spec.taints", "gpu:NoSchedule"],
    ["Ready", "true"],
  ]);
});

test("where nothing was decided and nothing is chosen there is nothing to say", () => {
  equal(factsOf(fromSnapshot({ ...SNAPSHOT, last: null, decisions: {} }), { pod: "d/gone" }), null);
});
