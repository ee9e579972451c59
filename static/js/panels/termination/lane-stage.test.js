import { equal, test } from "../../harness.js";
import { leastStage } from "./lane-stage.js";

test("lanes need more space below a node that is drawn as two racks, the more rows it has", () => {
  const rowsOf = (count) => Array.from({ length: count }, () => ({}));
  const least = (rows, narrow) => leastStage({ truths: new Map([["n1", { rows: rowsOf(rows) }]]) }, narrow);

  equal([least(0, true), least(1, true), least(5, true), least(5, false)], [300, 300, 432, 562]);
  equal(leastStage({ truths: new Map() }, true), 280);
});
