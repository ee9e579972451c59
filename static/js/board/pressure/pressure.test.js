import { equal, test } from "../../harness.js";
import { amount, barOf, conditionsOf, difference, mainSignal, pressed, rowsOf, shownNode, tombstones, transitionOf, whole, whyThere } from "./pressure.js";

const MI = 2 ** 20;
const row = (rank, name, priority, usage, request, group, state = "") => ({ rank, pod: `default/${name}`, name, priority, qos: "Burstable", usage: usage * MI, request: request * MI, over: (usage - request) * MI, group, state });
const RANKING = [row(1, "cache", 0, 350, 0, "above", "evicting"), row(2, "web-1", 100, 700, 256, "above", "next"), row(3, "web-2", 100, 300, 256, "above"), row(4, "agent", 2000001000, 500, 64, "above", "critical"), row(5, "batch", 0, 900, 1024, "within"), row(6, "db", 1000, 2000, 2048, "within")];
const signal = (available, more = {}) => ({ signal: "memory.available", available: available * MI, capacity: 8192 * MI, threshold: 100 * MI, soft: false, graceSeconds: 0, since: null, minReclaim: 1024 * MI, state: "ok", ...more });
const view = (more = {}) => ({ node: "n1", capacity: {}, system: { memory: 3352 * MI }, signals: [signal(90, { state: "active" })], conditions: ["MemoryPressure"], pass: 1, passAt: 50, steps: [], ranking: RANKING, conditionUntil: null, ...more });

test("amounts are said in Mi, whole capacities in Gi, differences with their sign", () => {
  equal([amount("memory.available", 350 * MI), amount("memory.available", 20000 * MI), amount("pid.available", 31), whole("memory.available", 8192 * MI)], ["350Mi", "19.5Gi", "31", "8Gi"]);
  equal([difference("memory.available", 444 * MI), difference("memory.available", -124 * MI)], ["+444Mi", "−124Mi"]);
});

test("the bar holds the system, the pods from the safest to the victim, and what is free", () => {
  const bar = barOf(view());

  equal(bar.parts.map((p) => [p.kind, p.name, p.value / MI]), [["system", null, 3352], ["pod", "db", 2000], ["pod", "batch", 900], ["pod", "agent", 500], ["pod", "web-2", 300], ["pod", "web-1", 700], ["dying", "cache", 350]]);
  equal([bar.free / MI, bar.parts.reduce((sum, p) => sum + p.value, 0) + bar.free], [90, 8192 * MI]);
  equal(bar.lines.map((l) => [l.kind, l.free / MI]), [["hard", 100], ["reclaim", 1124]]);
});

test("what nobody has told of stands as the rest", () => {
  const bar = barOf(view({ system: {}, signals: [signal(90)] }));

  equal([bar.parts[0].kind, bar.parts[0].value / MI], ["rest", 3352]);
});

test("the signal that is crossed is shown, else memory", () => {
  const disk = { ...signal(10), signal: "nodefs.available", state: "pending" };
  equal(mainSignal(view({ signals: [signal(500), disk] })), "nodefs.available");
  equal(mainSignal(view({ signals: [{ ...disk, state: "ok" }, signal(500)] })), "memory.available");
  equal([pressed(view()), pressed(view({ conditions: [], signals: [signal(500)] }))], [true, false]);
});

test("the dead stand above the living, who are numbered anew, and a rule parts above from within", () => {
  const { rows, rule } = rowsOf(view({ pass: 2, ranking: [{ ...RANKING[1], state: "evicting" }, ...RANKING.slice(2)] }), [{ row: RANKING[0], pass: 1 }]);

  equal(rows.map((r) => [r.name, r.state === "evicted" ? r.pass : r.rank]), [["cache", 1], ["web-1", 1], ["web-2", 2], ["agent", 3], ["batch", 4], ["db", 5]]);
  equal(rows[rule].name, "batch");
});

test("the reason of a place: over its request, priority, and only between equals how much", () => {
  const ids = (n) => whyThere(RANKING[n], RANKING).map((m) => m?.id);
  equal([ids(0), ids(1), ids(2), ids(3), ids(4)], [["ui.press.evicting", "ui.press.above"], ["ui.press.next", "ui.press.above_most"], ["ui.press.above", "ui.press.not_yet"], ["ui.press.critical", "ui.press.critical_priority"], ["ui.press.within", "ui.press.late"]]);
});

test("a condition is held by the kubelet, posted on the node, and followed by a taint", () => {
  const taint = { key: "node.kubernetes.io/memory-pressure", value: "", effect: "NoSchedule" };
  const found = conditionsOf({ conditions: [{ type: "MemoryPressure", status: "True", reason: "KubeletHasInsufficientMemory" }], taints: [taint] }, view());
  equal(found.map((c) => [c.type, c.held, c.posted.reason, c.taint.effect]), [["MemoryPressure", true, "KubeletHasInsufficientMemory", "NoSchedule"]]);
  equal(conditionsOf({ conditions: [], taints: [] }, view({ conditions: [] })), []);
});

test("the way back of a condition is counted by its timer", () => {
  const model = { pressures: new Map([["n1", view({ conditionUntil: 353 })]]), timers: new Map([["transition:n1", { from: 53, to: 353 }]]) };
  equal(transitionOf(model, "n1", 55), { left: 298, whole: 300, until: 353 });
  equal(transitionOf({ ...model, pressures: new Map(), timers: new Map() }, "n1", 55), null);
});

test("a tombstone is a failed pod with a message", () => {
  const pod = (name, phase, message, order) => ({ name, phase, message, order });
  equal(tombstones([pod("b", "Failed", "low", 2), pod("a", "Failed", "low", 1), pod("c", "Running", null, 3), pod("d", "Failed", null, 4)]).map((p) => p.name), ["a", "b"]);
});

test("the page of a node in need opens by itself, until somebody closes it, and any by wish", () => {
  const calm = view({ conditions: [], signals: [signal(500)] });
  const model = { pressures: new Map([["n1", view()], ["n2", calm]]), pods: new Map([["default/a", { node: "n2" }]]), frame: null };
  const none = { open: null, closed: new Set() };
  equal([shownNode(model, {}, none), shownNode(model, { node: "n1" }, none), shownNode(model, { pod: "default/a" }, none)], ["n1", "n1", null]);
  equal([shownNode(model, {}, { open: "n2", closed: new Set() }), shownNode(model, {}, { open: null, closed: new Set(["n1"]) })], ["n2", null]);
});
