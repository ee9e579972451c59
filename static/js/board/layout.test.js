import { equal, test, truthy } from "../harness.js";
import { isPlain, plainRows, rackLayout, rulerMarks, sizeFor, unitFor, unitOn, zonesOf } from "./layout.js";

const node = { name: "n", cpu: 4000, mem: 8, order: 0 };
const pod = (name, cpu, more = {}) => ({ key: name, name, cpu, mem: 1, order: 0, bound: 0, phase: "Running", term: null, ...more });

test("cards up to 12 nodes, racks up to 60, the grid beyond", () => {
  equal([12, 13, 60, 61].map(sizeFor), ["cards", "racks", "racks", "grid"]);
});

test("pods stand on each other from the floor, as high as their cpu request", () => {
  const { blocks } = rackLayout(node, [pod("a", 1000), pod("b", 500, { order: 1 })], [], 50);

  equal(blocks.map((b) => [b.key, b.bottom, b.height]), [["a", 0, 50], ["b", 50, 25]]);
});

test("victims make room on the floor, and the slot beside them covers what the pod will get", () => {
  const { blocks, slots } = rackLayout(node, [pod("stays", 2000), pod("v", 1000, { term: {}, order: 1 }), pod("w", 1000, { term: {}, order: 2 })], [pod("p", 2000)], 50);

  equal(blocks.map((b) => [b.key, b.bottom, b.beside]), [["v", 0, true], ["w", 50, true], ["stays", 100, false]]);
  equal(slots, [{ key: "p", bottom: 0, height: 100, beside: true, column: 0 }]);
});

test("pods that are promised the same room stand side by side", () => {
  const { slots } = rackLayout({ ...node, cpu: 2000 }, [], [pod("p", 2000), pod("h", 2000)], 50);
  equal(slots.map((s) => [s.bottom, s.column]), [[0, 0], [0, 1]]);
});

test("when a victim has gone, the slot keeps its place and nothing sinks into it", () => {
  const { blocks, slots } = rackLayout(node, [pod("stays", 2000), pod("w", 1000, { term: {}, order: 2 })], [pod("p", 2000)], 50);

  equal(blocks.find((b) => b.key === "stays").bottom, 100);
  equal(slots[0].height, 100);
});

test("a pod without request is one row of 26 px, squeezed when many", () => {
  equal(rackLayout(node, [pod("a", 0)], [], 50).blocks[0].height, 26);
  const many = rackLayout(node, Array.from({ length: 20 }, (_, i) => pod(`p${i}`, 0, { order: i })), [], 50).blocks;
  truthy(many[19].bottom + many[19].height <= 200.01, "within the rack");
});

test("what has finished holds no cpu", () => {
  equal(rackLayout(node, [pod("a", 1000, { phase: "Failed" }), pod("b", 500)], [], 50).cpu, 500);
});

test("the tallest column fits, and 500m still shows a name", () => {
  equal(unitFor([[4000, 4000]], 536, 68), 50);
  equal(unitFor([[2000]], 1000, 68, 110), 110);
});

test("zones come in the order of their first node", () => {
  equal(zonesOf([{ name: "x", zone: "b", order: 1 }, { name: "y", zone: "a", order: 0 }, { name: "z", zone: "b", order: 2 }]).map((z) => [z.name, z.nodes.length]), [["a", 1], ["b", 2]]);
});

test("the ruler thins out where cpus are small", () => {
  equal(rulerMarks(4000, 50).map((m) => m.label), ["0", "1", "2", "3", "4"]);
  equal(rulerMarks(16000, 10).map((m) => m.label), ["0", "2", "4", "6", "8", "10", "12", "14", "16"]);
});

test("who is chosen to leave stands beside the slot before anybody asked", () => {
  const { blocks, slots } = rackLayout(node, [pod("stays", 2000), pod("v", 2000, { order: 1 })], [pod("p", 2000)], 50, null, new Set(["v"]));

  equal([blocks.map((b) => [b.key, b.bottom, b.beside]), slots[0].beside], [[["v", 0, true], ["stays", 100, false]], true]);
});

test("where nobody asks for cpu or memory, nodes are lists, short ones with a row to spare", () => {
  equal([isPlain([pod("a", 0, { mem: 0 })]), isPlain([pod("a", 0)]), isPlain([pod("a", 100, { mem: 0 })]), isPlain([])], [true, false, false, false]);
  equal([plainRows([0, 0]), plainRows([2, 1]), plainRows([5, 1])], [2, 3, 5]);
  const { blocks } = rackLayout(node, [pod("a", 0), pod("b", 0, { order: 1 })], [], 50, { height: 80, row: 26 });
  equal(blocks.map((b) => [b.bottom, b.height]), [[0, 26], [26, 26]]);
});

test("the unit shrinks as far as 500m still shows a name", () => {
  equal(unitFor([[4000, 4000]], 380, 62), 34);
});

test("beside a giant a small node has a scale of its own; where nodes can be read all have one", () => {
  equal([unitOn(64000, 8), unitOn(4000, 8), unitOn(1000, 8), unitOn(4000, 40)], [8, 34, 68, 40]);
});
