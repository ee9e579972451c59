import { equal, test, truthy } from "../../harness.js";
import { rackLayout, rowsNeeded } from "./rack.js";

const node = { name: "n", cpu: 4000, mem: 8, order: 0 };
const pod = (name, cpu, more = {}) => ({
  key: name, uid: `u-${name}`, name, cpu, mem: 1, order: 0, bound: 0, phase: "Running", holds: true, term: null,
  ...more,
});

const leaves = (name, order) => pod(name, 1000, { terminating: true, order });

const rack = (pods, nominated = [], { cpu = node.cpu, ...view } = {}) =>
  rackLayout({ ...node, cpu }, pods, nominated, { unit: 50, ...view });

test("pods stand on each other from the floor, as high as their cpu request", () => {
  const { blocks } = rack([pod("a", 1000), pod("b", 500, { order: 1 })]);

  equal(blocks.map((b) => [b.key, b.bottom, b.height]), [["a", 0, 50], ["b", 50, 25]]);
});

test("victims keep their places, and the slot beside them covers what the pod will get", () => {
  const { blocks, slots } = rack([pod("stays", 2000), leaves("v", 1), leaves("w", 2)], [pod("p", 2000)], { unit: 50 });

  equal(blocks.map((b) => [b.key, b.bottom, b.beside]), [["stays", 0, false], ["v", 100, true], ["w", 150, true]]);
  equal(slots, [{ key: "p", bottom: 100, height: 100, column: 0, beside: true }]);
});

test("no bar moves when a pod is promised the place of another, wherever that one stands", () => {
  const pods = [pod("low1", 1000), pod("low2", 1000, { order: 1 })];
  const stand = (nominated, doomed) =>
    rack(pods, nominated, { cpu: 2000, doomed: new Set(doomed) }).blocks.map(({ key, bottom }) => [key, bottom]);

  equal([stand([pod("p", 1000)], ["u-low2"]), stand([pod("p", 1000)], ["u-low1"])], [stand([], []), stand([], [])]);
});

test("a slot stands beside its victims, wherever these stand, and on top when they have left", () => {
  const { blocks, slots } = rack([leaves("v", 0), pod("stays", 1000, { order: 1 })], [pod("p", 1000)], { cpu: 2000 });

  const later = rack([pod("stays", 1000, { order: 1 })], [pod("p", 1000)], { cpu: 2000 });

  equal([blocks.map((b) => [b.key, b.beside]), slots[0].bottom], [[["v", true], ["stays", false]], 0]);
  equal([later.blocks.map((b) => [b.key, b.beside]), later.slots[0].bottom], [[["stays", false]], 50]);
});

test("pods that are promised the same space stand side by side", () => {
  const { slots } = rack([], [pod("p", 2000), pod("h", 2000)], { cpu: 2000 });
  equal(slots.map((s) => [s.bottom, s.column]), [[0, 0], [0, 1]]);
});

test("when a victim has gone, the slot keeps its place and nothing sinks into it", () => {
  const { blocks, slots } = rack([pod("stays", 2000), leaves("w", 2)], [pod("p", 2000)]);

  equal(blocks.map((b) => [b.key, b.bottom]), [["stays", 0], ["w", 100]]);
  equal([slots[0].bottom, slots[0].height], [100, 100]);
});

test("a pod that is bound stands where its slot was, and nobody moves", () => {
  const low = pod("low", 1000, { node: "n", order: 1 });
  const p = pod("p", 1000, { nominated: "n" });
  const before = rack([low], [p]);
  const { blocks } = rack([low, { ...p, node: "n", bound: 31 }]);

  equal(blocks.map((b) => [b.key, b.bottom]), [["low", before.blocks[0].bottom], ["p", before.slots[0].bottom]]);
});

test("nothing stands in the slot that is reserved for a pod without request", () => {
  const { blocks, slots } = rack([pod("a", 0), pod("b", 0, { order: 1 })], [pod("p", 0)]);

  equal([slots[0].bottom, slots[0].height, blocks.map((b) => b.bottom)], [52, 26, [0, 26]]);
});

test("a pod without request is one row of 26 px, squeezed when many", () => {
  equal(rack([pod("a", 0)]).blocks[0].height, 26);
  const many = rack(Array.from({ length: 20 }, (_, i) => pod(`p${i}`, 0, { order: i })), [], { unit: 50 }).blocks;
  truthy(many[19].bottom + many[19].height <= 200.01, "within the rack");
});

test("what has finished is a row above the others, whatever it requested", () => {
  const { blocks } = rack([pod("a", 1000, { phase: "Failed", holds: false }), pod("b", 500)], [], { unit: 50 });

  equal(blocks.map((b) => [b.key, b.bottom, b.height]), [["b", 0, 25], ["a", 25, 26]]);
});

test("who is chosen to leave stands beside the slot before anybody asked", () => {
  const { blocks, slots } = rack([pod("stays", 2000), pod("v", 2000, { order: 1 })],
    [pod("p", 2000)],
    { doomed: new Set(["u-v"]) },
  );

  equal([blocks.map((b) => [b.key, b.bottom, b.beside]), slots[0].beside],
    [[["stays", 0, false], ["v", 100, true]], true]);
});

test("on a plain node all pods stand as rows", () => {
  const { blocks } = rack([pod("a", 0), pod("b", 0, { order: 1 })], [], { plain: { height: 80, row: 26 } });

  equal(blocks.map((b) => [b.bottom, b.height]), [[0, 26], [26, 26]]);
});

test("on a plain node a pod that asks for cpu is a row as well, and a slot is as high as one and keeps its place", () => {
  const low = pod("a", 2000);
  const { blocks, slots } = rack([low], [pod("p", 0)], { plain: { height: 80, row: 26 } });

  equal([blocks.map((b) => [b.bottom, b.height]), slots.map((s) => [s.bottom, s.height])], [[[0, 26]], [[26, 26]]]);
});

test("rows are needed for all pods, and for slots that stand beside no victim", () => {
  const needed = (pods) => rowsNeeded(pods, [{ ...pod("p", 0), victims: ["u-d"] }]);

  equal([needed([]), needed([pod("a", 0)]), needed([leaves("v", 0)]), needed([pod("d", 0)])], [1, 2, 1, 1]);
});

test("pods too low for a name have it above them, where there is space", () => {
  const low = ["a", "b", "c"].map((name, order) => pod(name, 50, { order: order + 1 }));
  const named = (count, unit) => rack([pod("big", 1000), ...low.slice(0, count)], [], { unit }).names;

  equal(named(3, 50), { bottom: 57.5, keys: ["a", "b", "c"], more: 0 });
  equal(named(0, 50), null);
  equal(rack([pod("big", 1000), ...low], [], { cpu: 2000 }).names.keys, ["a"]);
  equal(rack([pod("big", 1000), ...low], [], { cpu: 2000 }).names.more, 2);
  equal(rack([pod("big", 1000), ...low], [], { cpu: 1400 }).names, null);
});

test("low pods stand on top of the others, whatever their order", () => {
  const { blocks, names } = rack([pod("a", 50), pod("big", 1000, { order: 1 })]);

  equal(blocks.map((b) => b.key), ["big", "a"]);
  equal(names.keys, ["a"]);
});
