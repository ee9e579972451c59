import { equal, test } from "../../harness.js";
import { pointsOf } from "./rail.js";

const NAMES = ["PreFilter", "Filter"];
const rail = [{ point: "PreFilter", state: "done" }, { point: "Filter", state: "rejected" }];
const inside = [{ point: "PreFilter", state: "done" }, { point: "Filter", state: "on" }];

test("at rest the rail is that of the outline, at a stop that of its point, and empty before the first decision", () => {
  equal(pointsOf({ rail }, null, NAMES), rail);
  equal(pointsOf({ rails: { Filter: inside } }, { point: "Filter", node: "n1" }, NAMES), inside);
  equal(pointsOf(null, null, NAMES), [{ point: "PreFilter", state: "todo" }, { point: "Filter", state: "todo" }]);
});
