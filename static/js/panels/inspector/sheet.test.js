import { equal, test } from "../../harness.js";
import { snapFor } from "./sheet.js";

test("a sheet that is let go comes to rest at the nearest place", () => {
  equal([snapFor(0.3), snapFor(0.4), snapFor(0.66)], ["third", "two", "full"]);
});

test("a fling goes on to the next place", () => {
  equal([snapFor(0.27, -1), snapFor(0.43, 1), snapFor(0.9, -2), snapFor(0.1, 2)], ["two", "third", "full", "third"]);
});
