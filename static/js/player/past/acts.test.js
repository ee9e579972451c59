import { equal, test } from "../../harness.js";
import { backTarget, lasts, seqAtTime } from "./acts.js";

const ACTS = [
  [1, 0, "you", "input-apply"], [2, 0, "scheduler", "schedule"], [3, 0, "scheduler", "bind"],
  [4, 1, "kubelet", "start"], [5, 5, "you", "input-delete"], [6, 5, "kubelet", "sigterm"],
];

test("back by each size lands before what that size would have done", () => {
  const steps = [[3, "act"], [3, "cycle"], [3, "event"], [6, "quiet"], [6, "event"], [0, "act"]];

  equal(steps.map(([seq, size]) => backTarget(ACTS, seq, size)), [2, 1, 0, 4, 4, 0]);
});

test("a time is the last act at or before it", () => {
  equal([seqAtTime(ACTS, 0.5), seqAtTime(ACTS, 5), seqAtTime([], 3)], [3, 6, 0]);
});

test("faster play leaves less time for an act", () => {
  equal([lasts("bind", 1), lasts("bind", 4), lasts("bind", 0.25)], [700, 175, 700]);
});
