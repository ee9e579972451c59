import { equal, test } from "../../harness.js";
import { stonesOf } from "./tombstones.js";

test("pods that remain stand in the order in which they came", () => {
  const pod = (name, remains, order) => ({ name, remains, order });

  equal(stonesOf([pod("b", true, 2), pod("a", true, 1), pod("c", false, 3)]).map(({ name }) => name), ["a", "b"]);
});
