import { equal, test } from "../../harness.js";
import { besidePlayhead, labelled, scale, ticks, windowFor } from "./scale.js";

test("the scale and its inverse agree", () => {
  const s = scale(10, 30, 100, 500);

  equal([s.x(20), s.t(300), s.clamp(99)], [300, 20, 500]);
});

test("ticks stand at round times and far enough apart", () => {
  equal(ticks(scale(0, 60, 0, 600)), [0, 10, 20, 30, 40, 50, 60]);
  equal(ticks(scale(0, 3, 0, 300)), [0, 1, 2, 3]);
});

test("no time of the axis stands below the flag of the playhead", () => {
  const s = scale(0, 60, 0, 600);

  equal([labelled(s, 0), labelled(s, 310)], [[10, 20, 30, 40, 50], [0, 10, 20, 40, 50]]);
});

test("a short run is shown whole, a long one through a window with now inside", () => {
  equal(windowFor(5, 50), [0, 50 * 1.12]);
  const [from, to] = windowFor(400, 2000);
  equal([from <= 400 && to > 400, to - from], [true, 72]);
  equal(windowFor(72, 106), [36, 110]);
});

test("a label that the playhead would cross stands right of it, where its bar has space", () => {
  equal(besidePlayhead(100, 80, 150, 400), 158);
  equal(besidePlayhead(100, 80, 300, 400), 100);
  equal(besidePlayhead(100, 80, 150, 200), 100);
});
