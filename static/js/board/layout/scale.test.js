import { equal, test } from "../../harness.js";
import { isPlain, plainRows, rulerMarks, sizeFor, unitFor, unitOn } from "./scale.js";

const SIZE = { overhead: 68, most: 190 };

test("cards up to 12 nodes, racks below 30, the grid beyond", () => {
  equal([12, 13, 29, 30].map(sizeFor), ["cards", "racks", "racks", "grid"]);
});

test("the tallest column fits, and 500m still shows a name", () => {
  equal(unitFor([[4000, 4000]], { ...SIZE, height: 536 }), 50);
  equal(unitFor([[2000]], { ...SIZE, height: 1000, most: 110 }), 110);
});

test("the ruler thins out where cpus are small", () => {
  equal(rulerMarks(4000, 50).map((m) => m.label), ["0", "1", "2", "3", "4"]);
  equal(rulerMarks(16000, 10, 2).map((m) => m.label), ["0", "4", "8", "12", "16"]);
  equal(rulerMarks(16000, 10).map((m) => m.label), ["0", "2", "4", "6", "8", "10", "12", "14", "16"]);
});

test("the unit shrinks as far as 500m still shows a name", () => {
  equal(unitFor([[4000, 4000]], { ...SIZE, height: 380, overhead: 62 }), 34);
});

test("a giant node stands whole on a low board, as long as its pods can be read", () => {
  const px = (height, nodes = 1) => Math.round(64 * unitFor([Array(nodes).fill(64000)], { ...SIZE, height }));

  equal([px(600), px(320), px(200), px(600, 2)], [532, 252, 150, 232]);
});

test("beside a giant a small node has a scale of its own; where nodes can be read all have one", () => {
  equal([unitOn(64000, 8), unitOn(4000, 8), unitOn(1000, 8), unitOn(4000, 40)], [8, 34, 68, 40]);
});

test("where no pod asks for cpu or memory, nodes are lists", () => {
  const asks = [[{ cpu: 0, mem: 0 }], [{ cpu: 0, mem: 1 }], [{ cpu: 100, mem: 0 }], []];

  equal(asks.map((pods) => isPlain(pods)), [true, false, false, false]);
  equal(isPlain([], true), true);
  const list = [{ cpu: 1, mem: 0 }, ...asks[0], ...asks[0]];
  equal([isPlain(list), isPlain(list, false, true)], [false, true]);
});

test("plain nodes have rows for the fullest, short ones with a row to spare", () => {
  equal([plainRows([0, 0]), plainRows([2, 1]), plainRows([5, 1])], [2, 3, 5]);
});

test("plain nodes have rows for an even share of all pods before any is placed", () => {
  equal([plainRows([0, 0, 0], 12), plainRows([4, 4, 4], 12)], [4, 4]);
});
