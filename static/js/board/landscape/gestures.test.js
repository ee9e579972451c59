import { equal, test } from "../../harness.js";
import { createGestures } from "./gestures.js";

/** A field of 400 × 300 pixels at the corner of the page, and what was done on it. */
function fieldOf({ moves = false } = {}) {
  const field = document.createElement("div");
  const rubber = document.createElement("div");
  field.setPointerCapture = () => {};
  field.getBoundingClientRect = () => ({ left: 0, top: 0 });
  const done = [];
  const note = (name) => (...values) => done.push([name, ...values]);
  createGestures(field, rubber, {
    moves: () => moves, onHover: () => {}, onPress: note("press"), onFrame: note("frame"), onMove: note("move"),
    onZoom: note("zoom"),
  });
  const point = (type, pointerId, x, y) =>
    field.dispatchEvent(new PointerEvent(type, { pointerId, clientX: x, clientY: y, button: 0, pointerType: "touch" }));
  return { done, point };
}

test("two fingers that go apart come closer at the place between them, and choose nothing", () => {
  const { done, point } = fieldOf();
  point("pointerdown", 1, 100, 100);
  point("pointerdown", 2, 200, 100);
  point("pointermove", 2, 300, 100);
  point("pointerup", 2, 300, 100);
  point("pointerup", 1, 100, 100);

  equal(done, [["move", 50, 0], ["zoom", 2, [200, 100]]]);
});

test("a finger that is drawn over squares frames them, or moves them where dragging moves", () => {
  const results = [false, true].map((moves) => {
    const { done, point } = fieldOf({ moves });
    point("pointerdown", 1, 50, 40);
    point("pointermove", 1, 20, 90);
    point("pointerup", 1, 20, 90);
    return done;
  });

  equal(results, [[["frame", { x: 20, y: 40, width: 30, height: 50 }]], [["move", -30, 50]]]);
});
