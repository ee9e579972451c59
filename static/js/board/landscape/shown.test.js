import { equal, test } from "../../harness.js";
import { areasOf, counted, legendOf, lookOf, neighbour, reasonsOf, squareAt, squaresIn } from "./shown.js";

const node = (name, fields = {}) => ({
  name, ready: true, requested: { shares: { cpu: 20, memory: 60 } }, ...fields,
});
const no = (word) => ({ kind: "no", word });
const PLACES = [0, 0, 10, 0, 20, 0, 0, 10, 10, 10];

test("nodes stand in their pools, those in trouble first", () => {
  const groups = [{ name: "z", nodes: [node("a", { pool: "p" }), node("b"), node("c", { pool: "p", ready: false })] }];
  const areas = areasOf(groups, true);

  equal(areas[0][1].map(([pool, nodes]) => [pool, nodes.map(({ name }) => name)]), [["p", ["c", "a"]], ["", ["b"]]]);
  equal([counted(areas), counted(areasOf(groups, false))], [[["z", [["p", 2], ["", 1]]]], [["z", [["", 3]]]]]);
});

test("a square has the kind of its verdict, the number of its reason, and the fuller of cpu and memory", () => {
  const reasons = reasonsOf([no("taint"), no("cpu"), no("cpu"), { kind: "fit", word: "" }]);
  const numbers = new Map(reasons.map(([word], i) => [word, i]));
  const looks = [
    lookOf(node("a"), no("taint"), numbers, null), lookOf(node("b"), { kind: "", word: "" }, numbers, null),
    lookOf(node("c", { ready: false }), { kind: "", word: "not ready" }, numbers, null),
    lookOf(node("d"), no("cpu"), numbers, { share: 7, text: "7%" }),
  ];

  equal(reasons, [["cpu", 2], ["taint", 1]]);
  equal(looks.map(({ kind, reason, share }) => [kind, reason, share]), [
    ["no", 1, 60], ["", null, 60], ["lost", null, 60], ["heat", null, 7],
  ]);
});

test("the legend counts what is drawn and nothing else", () => {
  const looks = [{ kind: "no" }, { kind: "no" }, { kind: "fit" }, { kind: "" }];

  equal(legendOf(looks, [["cpu", 2]]).map(({ kind, word, n }) => [kind, word, n]), [["no", "cpu", 2], ["fit", "", 1]]);
  equal(legendOf([{ kind: "heat" }], [["cpu", 2]]), []);
});

test("arrows lead to the nearest square in their direction and stay at the edge", () => {
  const [right, down, left] = [[1, 0], [0, 1], [-1, 0]];

  const steps = [[0, right], [1, down], [2, down], [0, left]];

  equal(steps.map(([from, way]) => neighbour(PLACES, from, way)), [1, 4, 4, 0]);
});

test("a point and a frame find their squares, a frame over nothing none", () => {
  equal([squareAt(PLACES, 8, 12, 3), squareAt(PLACES, 8, 9, 9)], [1, -1]);
  equal(squaresIn(PLACES, 8, { x: 5, y: 5, width: 10, height: 10 }), [0, 1, 3, 4]);
  equal(squaresIn(PLACES, 8, { x: 100, y: 100, width: 50, height: 5 }), []);
});
