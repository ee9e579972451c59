import { equal, RULES, test } from "../../harness.js";
import { ruleAt, shownNode, transitionOf, whyThere } from "./pressure.js";

const row = (rank, name, priority, group, because, state = "") => ({
  rank, pod: `default/${name}`, name, priority, qos: "Burstable", group, because, state,
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
  node: "n1", pressed: true, conditions: ["MemoryPressure"], pass: 1, passAt: 50, ranking: RANKING, ...more,
});

test("a line parts those above their request from the others, however many are dead", () => {
  const dead = { ...row(null, "old", 0, "within", "within", "evicted"), pass: 1 };

  equal([ruleAt([dead, ...RANKING]), ruleAt(RANKING.slice(0, 3)), ruleAt([])], [5, -1, -1]);
});

test("the reason of a place follows from what decided it and from what becomes of the pod", () => {
  const ids = (n) => whyThere(RANKING[n], RULES).map((m) => m?.id);
  equal([ids(0), ids(1), ids(2), ids(3), ids(4)],
    [
      ["ui.press.evicting", "ui.press.above"],
      ["ui.press.next", "ui.press.above_most"],
      ["ui.press.above", "ui.press.not_yet"],
      ["ui.press.critical", "ui.press.critical_priority"],
      ["ui.press.within", "ui.press.late"],
    ]);
});

test("the seconds until a condition goes are counted while the kubelet keeps it", () => {
  equal(transitionOf({ from: 53, to: 353 }, 55), { left: 298, whole: 300 });
  equal([transitionOf({ from: 53, to: 353 }, 400).left, transitionOf(null, 55)], [0, null]);
});

test("the page of a node in need opens by itself, until somebody closes it, and any by wish", () => {
  const calm = view({ pressed: false, conditions: [] });
  const model = {
    pressures: new Map([["n1", view()], ["n2", calm]]),
    pods: new Map([["default/a", { node: "n2" }]]),
    frame: null,
  };
  const none = { open: null, closed: new Set() };
  equal(
    [shownNode(model, {}, none), shownNode(model, { node: "n1" }, none), shownNode(model, { pod: "default/a" }, none)],
    ["n1", "n1", null]);
  equal(
    [
      shownNode(model, {}, { open: "n2", closed: new Set() }),
      shownNode(model, {}, { open: null, closed: new Set(["n1"]) }),
    ], ["n2", null]);
});
