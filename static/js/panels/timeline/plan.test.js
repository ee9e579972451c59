import { equal, RULES, test } from "../../harness.js";
import { memoryLane } from "./memory.js";
import { planOf } from "./plan.js";

const none = () => new Map();
const span = (pod) => ({ id: pod, pod, kind: "SIGTERM", from: 0, to: null, deadline: 30, node: "n1" });

function plan({ spans = [], acts = [], pressures = none(), pressed = null, ...around } = {}) {
  const { width = 1000, wide = true, oneLane = false, safety = null, nodesApart = 0 } = around;
  const empty = { nodes: none(), pods: none(), timers: none(), safety };
  const rules = { ...RULES, nodesApart };
  const model = { seq: 1, spans: new Map(spans.map((s) => [s.id, s])), rules, pressures, t: 1, ...empty };
  const player = { state: { model, acts }, start: null, framesUpTo: () => [] };
  return planOf({ player, now: 1, memory: memoryLane(player, pressed), space: { width, wide, oneLane } });
}

test("there is space for the gantt from the start where a grace period will come", () => {
  const acts = [[1, 0, "scheduler", "schedule", "d/p"], [9, 5, "kubelet", "sigterm", "d/q"]];

  equal(plan({ acts }).height, plan({ acts, spans: [span("d/q")] }).height);
  equal(plan({ acts }).height > plan().height, true);
});

test("there is space for a node's memory from the start where it will cross a threshold", () => {
  const acts = [[1, 0, "scheduler", "schedule", "d/p"], [9, 5, "kubelet", "pressure", "d/q"]];
  const view = { bar: { signal: "memory.available", resource: "memory", lines: [] }, signals: [], steps: [] };
  const pressures = new Map([["n1", view]]);

  equal(plan({ acts }).height, plan({ acts, pressures, pressed: "n1" }).height);
  equal(plan({ acts }).height > plan().height, true);
});

test("where only one lane has space, the others are counted", () => {
  const shown = plan({ spans: [span("d/q")], oneLane: true, wide: false });

  equal([shown.rows.length, shown.more], [0, 1]);
});

test("a phone has a strip of one height", () => {
  equal([plan({ width: 390 }).height, plan({ width: 390, spans: [span("d/q")] }).height], [44, 44]);
});

test("there is space for the lanes of a node that is cut off from the start where something will be broken", () => {
  const spans = ["a", "b", "c"].map((name) => span(`d/${name}`));

  equal(plan({ safety: {} }).height, plan({ safety: {}, spans }).height);
  equal(plan({ safety: {} }).height > plan({ spans }).height, true);
});

test("where two nodes will be cut off, there is space for the lanes of both from the start", () => {
  const spans = ["a", "b", "c"].map((name) => span(`d/${name}`));
  const broken = (nodesApart) => ({ safety: {}, nodesApart });

  equal(plan(broken(2)).height, plan({ ...broken(2), spans }).height);
  equal(plan(broken(2)).height > plan(broken(1)).height, true);
});
