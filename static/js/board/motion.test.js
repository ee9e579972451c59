import { equal, test } from "../harness.js";
import { createHaste, milliseconds, motionOf } from "./motion.js";

test("a CSS time is read in milliseconds, whatever its unit", () => {
  const times = ["140ms", " .18s", "2s"].map(milliseconds);

  equal(times, [140, 180, 2000]);
});

test("the motion is what the tokens of the style say", () => {
  const root = document.createElement("div");
  const tokens = {
    "--t-fast": "140ms", "--t-judge": "180ms", "--t-move": ".42s", "--t-travel": "640ms", "--t-stagger": "40ms",
    "--t-reveal": "600ms", "--ease-out": "ease-out", "--ease-in-out": "ease-in-out",
  };
  for (const [name, value] of Object.entries(tokens)) root.style.setProperty(name, value);

  const motion = motionOf(root.style);

  equal(motion, {
    easeOut: "ease-out", easeInOut: "ease-in-out", fast: 140, judge: 180, move: 420, travel: 640, stagger: 40,
    reveal: 600,
  });
});

test("only a state that follows another one closely is hasty, however many follow", () => {
  let now = 0;
  const hasty = createHaste({ now: () => now });
  const moving = [0, 100, 300, 1000, 1100].map((ms) => {
    now = ms;
    return hasty();
  });

  equal(moving, [false, true, true, false, true]);
});
