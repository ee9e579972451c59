import { el } from "../../el.js";
import { equal, test } from "../../harness.js";
import { setCatalogue, say } from "../../i18n.js";
import WORDS from "../../../words.json" with { type: "json" };
import { createQueue, lanesOf, tellsPriorities, wokenMessage } from "./queue.js";

test("what woke a pod is told in words, with the plugins that said so", () => {
  const words = { id: "event.AssignedPodDelete" };
  setCatalogue("en", { ...WORDS, "event.AssignedPodDelete": "a pod on a node is gone" });

  equal(say(wokenMessage({ event: "AssignedPodDelete", words, plugins: ["NodeResourcesFit"] })),
    "woken: a pod on a node is gone (NodeResourcesFit)");
  equal([say(wokenMessage({ event: "A", words, plugins: [] })), wokenMessage(null), wokenMessage({ event: "" })],
    ["woken: a pod on a node is gone", null, null]);
});

test("lanes are in the order that the queue says, and the pod of the cycle stands in the cycle", () => {
  const pod = (key, priority, order, lane, place) => ({
    key, priority, order, lane, place, node: null, phase: "Pending",
  });
  const lanes = lanesOf(
    [
      pod("retried", 0, 0, "active", [0, 10000, 1]),
      pod("young", 0, 1, "active", [0, 3000, 2]),
      pod("high", 9, 2, "active", [-9, 60000, 3]),
      pod("c", 0, 3, "active", [0, 0, 0]),
      pod("d", 0, 5, null, []),
      pod("e", 7, 4, null, []),
      pod("late", 9, 6, "backoff", [12000, -9, 0, 4]),
      pod("soon", 0, 7, "backoff", [11000, 0, 0, 5]),
    ], "c");

  equal(
    Object.fromEntries(["cycle", "active", "backoff", "none"].map((lane) => [lane, lanes.get(lane).map((p) => p.key)])),
    { cycle: ["c"], active: ["high", "young", "retried"], backoff: ["soon", "late"], none: ["e", "d"] });
});

test("a legend of priorities stands where there is another one than that of pods without a class", () => {
  const none = { value: 0, named: false };

  equal(
    [[], [none], [{ value: 0, named: true }], [{ value: 100, named: false }], [none, { value: 5, named: true }]]
      .map(tellsPriorities), [false, false, true, true, true]);
});

test("a pod that is folded away comes out when it was found or chosen, and goes back", () => {
  const views = Array.from({ length: 12 }, (_, i) => ({
    key: `d/p${i}`, name: `p${i}`, priority: 0, band: 0, order: i, lane: "unschedulable", place: [i], node: null,
    phase: "Pending", cpuText: "1", cpu: 1000,
  }));
  const model = { pods: new Map(views.map((view) => [view.key, view])), classes: new Map(), rules: { systemBand: 9 } };
  const root = el("div");
  const queue = createQueue(root);
  const render = (chosen) => queue.render({ model, now: 0, chosen: { pod: chosen }, cyclePod: null });
  const chips = () => [...root.querySelectorAll("[data-lane=unschedulable] .qi")];
  const shown = () => chips().slice(8).map((chip) => chip.dataset.pod);
  const seen = [];
  render(null);
  seen.push(shown());
  queue.unfold(["d/p10"]);
  seen.push(shown());
  render("d/p9");
  seen.push(shown());
  queue.unfold([]);
  render(null);
  seen.push(shown());

  equal(seen, [[], ["d/p10"], ["d/p9", "d/p10"], []]);
});
