import { equal, test } from "../../harness.js";
import { lasts, seqAtTime, timeAfter } from "./acts.js";

const ACTS = [
  [1, 0, "you", "input-apply"], [2, 0, "scheduler", "schedule"], [3, 0, "scheduler", "bind"],
  [4, 1, "kubelet", "start"], [5, 5, "you", "input-delete"], [6, 5, "kubelet", "sigterm"],
];

test("the time after a step is that of the act that follows it", () => {
  equal([timeAfter(ACTS, 3), timeAfter(ACTS.slice(2), 3), timeAfter(ACTS.slice(4), 3)], [1, 1, null]);
  equal([timeAfter(ACTS, 6), timeAfter([], 0)], [null, null]);
});

test("a time is the last act at or before it", () => {
  equal([seqAtTime(ACTS, 0.5), seqAtTime(ACTS, 5), seqAtTime([], 3)], [3, 6, 0]);
});

test("faster play leaves less time for an act", () => {
  equal([lasts("bind", 1), lasts("bind", 4), lasts("bind", 0.25)], [700, 175, 700]);
});
