import { equal, RULES, test } from "../../harness.js";
import { conditionsOf, ruleAt, shownNode, transitionOf, whyThere } from "./pressure.js";

const row = (rank, name, priority, group, because, state = "") => ({
  rank,
  pod: `default/${name}`,
  name,
  priority,
  qos: "Burstable",
  group,
  because,
  state,
});
const RANKING = [
  row(1, "cache", 0, "above", "above", "evicting"),
  row(2, "web-1", 100, "above", "most-over", "next"),
  row(3, "web-2", 100, "above", "above"),
  row(4, "agent", 2000001000, "above", "critical-priority", "critical"),
  row(5, "batch", 0, "within", "within"),
  row(6, "db", 1000, "within", "within"),
];
const view = (more = {}) => ({
  node: "n1",
  pressed: true,
  conditions: ["MemoryPressure"],
  pass: 1,
  passAt: 50,
  ranking: RANKING,
  conditionUntil: null,
  ...more,
});

test("a line parts those above their request from the others, however many are dead", () => {
  const dead = { ...row(null, "old", 0, "within", "within", "evicted"), pass: 1 };

  equal([ruleAt([dead, ...RANKING]), ruleAt(RANKING.slice(0, 3)), ruleAt([])], [5, -1, -1]);
});

test("the reason of a place follows from what decided it and from what becomes of the pod", () => {
  const ids = (n) => whyThere(RANKING[n], RULES).map((m) => m?.id);
  equal(
    [ids(0), ids(1), ids(2), ids(3), ids(4)],
    [
      ["ui.press.evicting", "ui.press.above"],
      ["ui.press.next", "ui.press.above_most"],
      ["ui.press.above", "ui.press.not_yet"],
      ["ui.press.critical", "ui.press.critical_priority"],
      ["ui.press.within", "ui.press.late"],
    ],
  );
});

test("a condition is held by the kubelet, posted on the node, and followed by a taint", () => {
  const taint = { key: "node.kubernetes.io/memory-pressure", value: "", effect: "NoSchedule" };
  const found = conditionsOf(
    {
      conditions: [{ type: "MemoryPressure", status: "True", reason: "KubeletHasInsufficientMemory" }],
      taints: [taint],
    },
    view(),
    RULES,
  );
  equal(
    found.map((c) => [c.type, c.held, c.posted.reason, c.taint.effect]),
    [["MemoryPressure", true, "KubeletHasInsufficientMemory", "NoSchedule"]],
  );
  equal(conditionsOf({ conditions: [], taints: [] }, view({ conditions: [] }), RULES), []);
});

test("the way back of a condition is counted by its timer", () => {
  const model = {
    pressures: new Map([["n1", view({ conditionUntil: 353 })]]),
    timers: new Map([["transition:n1", { from: 53, to: 353 }]]),
  };
  equal(transitionOf(model, "n1", 55), { left: 298, whole: 300, until: 353 });
  equal(transitionOf({ ...model, pressures: new Map(), timers: new Map() }, "n1", 55), null);
});

test("the page of a node in need opens by itself, until somebody closes it, and any by wish", () => {
  const calm = view({ pressed: false, conditions: [] });
  const model = {
    pressures: new Map([
      ["n1", view()],
      ["n2", calm],
    ]),
    pods: new Map([["default/a", { node: "n2" }]]),
    frame: null,
  };
  const none = { open: null, closed: new Set() };
  equal(
    [shownNode(model, {}, none), shownNode(model, { node: "n1" }, none), shownNode(model, { pod: "default/a" }, none)],
    ["n1", "n1", null],
  );
  equal(
    [
      shownNode(model, {}, { open: "n2", closed: new Set() }),
      shownNode(model, {}, { open: null, closed: new Set(["n1"]) }),
    ],
    ["n2", null],
  );
});
