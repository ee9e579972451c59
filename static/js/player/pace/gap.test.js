import { equal, test } from "../../harness.js";
import { gapAhead } from "./gap.js";

test("a wait of four seconds or less is waited for", () => {
  equal([gapAhead(0, 4, 1), gapAhead(0, 16, 4), gapAhead(0, null, 1)], [null, null, null]);
});

test("a longer one is gone through in two and a half, its last second at the chosen speed", () => {
  equal(gapAhead(32, 333, 1), { from: 32, until: 332, next: 333, rate: 120 });
});
