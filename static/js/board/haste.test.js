import { equal, test } from "../harness.js";
import { createHaste } from "./haste.js";

test("only a state that follows another one closely is hasty, however many follow", () => {
  let now = 0;
  const hasty = createHaste({ now: () => now });
  const seen = [0, 100, 300, 1000, 1100].map((ms) => {
    now = ms;
    return hasty();
  });

  equal(seen, [false, true, true, false, true]);
});
