import { equal, test } from "../harness.js";
import { indentOf } from "./log.js";

test("a long line goes on below the last of kubectl's columns", () => {
  const lines = [
    "LAST SEEN   TYPE      REASON   MESSAGE", "0s          Warning   Failed   0/2 nodes are available",
    "  Warning  FailedScheduling  0s  default-scheduler  0/2 nodes", "pod/p created", "Name:         p",
    "    nested: x", "",
  ];

  equal(lines.map(indentOf), [31, 31, 52, 0, 14, 4, 0]);
});
