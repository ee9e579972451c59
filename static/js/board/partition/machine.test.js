import { equal, test } from "../../harness.js";
import { unitInTruths } from "./machine.js";

test("beside whole nodes the two racks of a split one are as high as theirs; in a row of their own, as their words", () => {
  const node = { cpu: 4000 };

  equal([unitInTruths(node, 132, true), unitInTruths(node, 132, false)], [99.5, 46]);
});

test("two racks are never higher than those beside them, and never lower than their words unless these are too", () => {
  equal([unitInTruths({ cpu: 4000 }, 50, true), unitInTruths({ cpu: 0 }, 190, true)], [46, 46]);
  equal(unitInTruths({ cpu: 64000 }, 8, true), 8);
});
