import { equal, test } from "../harness.js";
import { drainReport } from "./console.js";

test("a drain that somebody types has a report on its nodes, another command has none", () => {
  equal(drainReport("kubectl drain node/n1 n2 --ignore-daemonsets", "r1"), "/r/r1/upkeep?choose=1&node=n1&node=n2");
  equal(drainReport("drain -l zone=a", "r1"), "/r/r1/upkeep?choose=1");
  equal([drainReport("get nodes", "r1"), drainReport("cordon drain", "r1")], [null, null]);
});
