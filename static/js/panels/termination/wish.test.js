import { equal, test } from "../../harness.js";
import { clampSeconds, furthest, knobsOf, wishOf, withKnob } from "./wish.js";

const end = { kind: "exit", at: 12, code: 0 };
const term = {
  effectiveGraceSeconds: 30,
  lanes: [{ container: "app", bars: [], end, hookSeconds: 5, signalled: 5, exitSeconds: 7 }],
};

test("a wish starts with the times as they are", () => {
  equal(wishOf(term), { grace: 30, containers: { app: { hook: 5, exit: 7 } } });
});

test("the grace period can be set only where a person asked for the end", () => {
  const wish = wishOf(term);

  equal(knobsOf(term, wish, true).map((knob) => knob.what), ["grace", "hook", "exit"]);
  equal(knobsOf(term, wish, false).map((knob) => knob.what), ["hook", "exit"]);
});

test("a longer hook moves the SIGTERM that the exit counts from", () => {
  const [hook] = knobsOf(term, wishOf(term), false);
  const wish = withKnob(term, wishOf(term), hook, 9);
  const [, exit] = knobsOf(term, wish, false);

  equal([exit.value, exit.base, exit.open], [7, 9, 12]);
  equal(furthest(wish, [exit]), 30);
  equal(wishOf(term).containers.app.hook, 5);
});

test("a handle stands at whole seconds within the chart's limits", () => {
  equal([-3, 4.4, 9999].map(clampSeconds), [0, 4, 600]);
});
