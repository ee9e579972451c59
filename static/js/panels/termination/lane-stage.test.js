import { equal, test } from "../../harness.js";
import { leastStage } from "./lane-stage.js";

test("lanes need more room below a node that is drawn as two racks, the more pods it has", () => {
  const pods = (n) => new Map(Array.from({ length: n }, (_, i) => [`default/p${i}`, {}]));
  const least = (n, truths) => leastStage({ pods: pods(n), truths: new Map(truths) });

  equal([least(5, []), least(1, [["n1", {}]]), least(5, [["n1", {}]])], [280, 280, 480]);
});
