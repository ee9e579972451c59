import { equal, test } from "../../harness.js";
import { createPace, gapAhead } from "./pace.js";

function fixture(t = 0) {
  const emitted = [];
  const clock = { t, speed: 1 };
  return { clock, emitted, pace: createPace({ clock, emit: (kind, wait) => emitted.push([kind, wait.next]) }) };
}

test("a short wait is gone through at the chosen speed", () => {
  const { pace, emitted } = fixture();

  pace.look(() => 3);

  equal([pace.waiting, pace.step(0.1), emitted], [false, 0.1, []]);
});

test("a long wait is gone through faster, and said once", () => {
  const { pace, emitted } = fixture();

  pace.look(() => 101);
  pace.look(() => 101);

  equal([pace.waiting, pace.rate, pace.step(0.1), emitted], [true, 40, 4, [["gap", 101]]]);
});

test("the last second of a long wait has the chosen speed again", () => {
  const { clock, pace } = fixture();
  pace.look(() => 101);

  clock.t = 100.5;

  equal([pace.rate, pace.step(0.1)], [1, 0.1]);
});

test("a wait of four seconds or less is waited for", () => {
  equal([gapAhead(0, 4, 1), gapAhead(0, 16, 4), gapAhead(0, null, 1)], [null, null, null]);
});

test("a longer one is gone through in two and a half, its last second at the chosen speed", () => {
  equal(gapAhead(32, 333, 1), { from: 32, until: 332, next: 333, rate: 120 });
});
