import { equal, RULES, test } from "../../harness.js";
import { faultLanes, laneWindow } from "./lanes.js";

const lost = {
  name: "n3",
  ready: false,
  power: true,
  kubelet: true,
  registered: true,
  apart: true,
  taints: [
    { key: "node.kubernetes.io/unreachable", effect: "NoSchedule", since: null },
    { key: "node.kubernetes.io/unreachable", effect: "NoExecute", since: 180 },
  ],
  conditions: [{ type: "Ready", status: "Unknown", since: 175 }],
  link: { hears: false, speaks: false, lease: 120 },
};
const model = {
  nodes: new Map([
    ["n1", { name: "n1", link: null, conditions: [] }],
    ["n3", lost],
  ]),
  pods: new Map([
    [
      "default/pet-2",
      {
        key: "default/pet-2",
        name: "pet-2",
        node: "n3",
        leaving: { since: 480, deadline: 510, effectiveGraceSeconds: 30, finalizers: [] },
      },
    ],
  ]),
  timers: new Map([
    ["toleration:default/cache-0", { kind: "toleration", pod: "default/cache-0", node: "n3", from: 180, to: 780 }],
  ]),
  rules: RULES,
};

test("a lost node has lanes for its lease, its state, who cannot end and who may still stay", () => {
  const lanes = faultLanes(model);
  equal(lanes.map((lane) => lane.type), ["lease", "state", "stay", "toleration"]);
  equal(lanes[1].noExecute, 180);
  equal([lanes[2].from, lanes[2].deadline], [480, 510]);
});

test("the window begins before the silence and holds what is to come", () => {
  const [from, until] = laneWindow(faultLanes(model), 527, 527);
  equal(from, 80);
  equal(until > 780, true);
  equal(laneWindow([], 527, 527), null);
});
