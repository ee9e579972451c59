import { equal, RULES, test } from "../../harness.js";
import { planOf } from "./plan.js";

const none = () => new Map();
const span = (pod) => ({ id: pod, pod, kind: "SIGTERM", from: 0, to: null, deadline: 30, node: "n1" });

function plan({ spans = [], acts = [], width = 1000, wide = true, oneLane = false } = {}) {
  const empty = { nodes: none(), pods: none(), timers: none(), pressures: none() };
  const model = { seq: 1, spans: new Map(spans.map((s) => [s.id, s])), rules: RULES, ...empty };
  return planOf({ player: { state: { model, acts } }, now: 1, pressed: null, room: { width, wide, oneLane } });
}

test("there is room for the gantt from the start where a grace period will come", () => {
  const acts = [[1, 0, "scheduler", "schedule", "d/p"], [9, 5, "kubelet", "sigterm", "d/q"]];

  equal(plan({ acts }).height, plan({ acts, spans: [span("d/q")] }).height);
  equal(plan({ acts }).height > plan().height, true);
});

test("where only one lane has room, the others are counted", () => {
  const shown = plan({ spans: [span("d/q")], oneLane: true, wide: false });

  equal([shown.rows.length, shown.more], [0, 1]);
});

test("a phone has a strip of one height", () => {
  equal([plan({ width: 390 }).height, plan({ width: 390, spans: [span("d/q")] }).height], [44, 44]);
});
