import { equal, test } from "../../harness.js";
import { rowsInTruths, unitInTruths } from "./machine.js";

test("beside whole nodes the two racks of a split one are as high as theirs; in a row of their own, as their words", () => {
  const node = { cpu: 4000 };

  equal([unitInTruths(node, 132, true), unitInTruths(node, 132, false)], [99.5, 46]);
});

test("two racks are never higher than those beside them, and never lower than their words unless these are too", () => {
  equal([unitInTruths({ cpu: 4000 }, 50, true), unitInTruths({ cpu: 0 }, 190, true)], [46, 46]);
  equal(unitInTruths({ cpu: 64000 }, 8, true), 8);
});

test("the rows of two racks without heights share the height of a rack, within what is sensible", () => {
  const row = (height, count) => rowsInTruths({ height, row: 54 }, count, 1).row;

  equal([row(300, 2), row(300, 1), row(300, 9), row(900, 0)], [148, 220, 54, 220]);
  equal(rowsInTruths(null, 2, 1), null);
});
