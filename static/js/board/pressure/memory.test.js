import { equal, test } from "../../harness.js";
import { freeOver, lineOf, passesOf, pressuresOf } from "./memory.js";

const signal = (available) => ({ signal: "memory.available", available, course: [] });
const view = (available, pass = 0, ranking = []) => ({
  signals: [signal(available)],
  pass,
  passAt: pass ? pass * 10 : null,
  ranking,
});
const put = (kind, key, value) => ({ op: "put", kind, key, view: value });
const frame = (seq, t, ...changes) => ({ seq, t, changes });
const start = { t: 0, seq: 0, pressures: new Map([["n1", view(400)]]) };

test("what a node had free is told by the start and by each frame that changed it, up to a step", () => {
  const frames = [
    frame(1, 10, put("pressure", "n1", view(90))),
    frame(2, 12, put("pressure", "n2", view(1))),
    frame(3, 14, put("pressure", "n1", view(440))),
    frame(4, 20, put("pressure", "n1", view(3))),
  ];
  const points = pressuresOf(frames, start, "n1", 3);

  equal(freeOver(points, "memory.available").map(({ t, free }) => [t, free]), [[0, 400], [10, 90], [14, 440]]);
});

test("between two steps the line takes the course that the server told, and jumps where a step tells otherwise", () => {
  const points = [{ t: 0, free: 100, course: [[10, 60], [10, 50], [20, 0]] }, { t: 15, free: 80, course: [] }];

  equal(lineOf(points, 30).map(({ t, free }) => [t, free]),
    [[0, 100], [10, 60], [10, 50], [15, 25], [15, 80], [30, 80]]);
  equal(lineOf(points.slice(0, 1), 5).at(-1), { t: 5, free: 80 });
  equal(lineOf([], 5), []);
});

test("of one instant the last word counts", () => {
  const points = pressuresOf(
    [frame(1, 10, put("pressure", "n1", view(90))), frame(2, 10, put("pressure", "n1", view(100)))], null, "n1", 9);

  equal(freeOver(points, "memory.available"), [{ t: 10, free: 100, course: [] }]);
});

test("a pass names its victims, and not those of an earlier one", () => {
  const ranked = (pass) => [{ pod: "d/a", name: "a", pass: 1 }, { pod: "d/b", name: "b", pass }];
  const points = pressuresOf(
    [
      frame(1, 10, put("pressure", "n1", view(90, 1, ranked(null)))),
      frame(2, 20, put("pressure", "n1", view(90, 2, ranked(2)))),
      frame(3, 30, put("pressure", "n1", view(500, 3, ranked(2)))),
    ], null, "n1", 9);

  equal(passesOf(points).map((p) => [p.number, p.t, p.victims]), [[1, 10, ["a"]], [2, 20, ["b"]], [3, 30, []]]);
});
