import { equal, test } from "../../harness.js";
import { keyAction } from "./keys.js";

test("arrows step, except where the focus walks the board", () => {
  equal(keyAction("ArrowRight", false) !== null, true);
  equal(keyAction("ArrowRight", true), null);
  equal(keyAction(".", true) !== null, true);
  equal(keyAction("x", false), null);
});
