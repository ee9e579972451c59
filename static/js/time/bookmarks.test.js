import { equal, test } from "../harness.js";
import { marksIn, markText } from "./bookmarks.js";

test("bookmarks of an address are read in the order of time, one a step, and written as they were", () => {
  const marks = ["12~the gap ~ begins", "3", "12~again", "x~y"].map((value) => ["mark", value]);
  const kept = [...marks, ["pin", "pending"]];

  equal(marksIn(kept), [{ seq: 3, name: "" }, { seq: 12, name: "again" }]);
  equal(marksIn([["mark", markText({ seq: 12, name: "the gap ~ begins" })]]), [{ seq: 12, name: "the gap ~ begins" }]);
});
