import { equal, test } from "../../harness.js";
import { lasts, seqAtTime, stays, timeAfter } from "./acts.js";

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
  equal([lasts("bind", 1), lasts("bind", 4), lasts("bind", 0.25)], [780, 195, 780]);
});

test("while playing an act stays until its sentence was read, at least 1.2 s and at most 5 s", () => {
  const at = (signs) => stays("start", 1, { signs, fresh: false });

  equal([at(10), at(60), at(1000)], [1200, 2400, 5000]);
});

test("at a higher speed a sentence like one before is gone sooner, a new one is not", () => {
  const stay = (fresh, signs, speed = 4) => stays("start", speed, { signs, fresh });

  equal([stay(false, 100), stay(false, 10), stay(true, 10)], [1000, 600, 1200]);
  equal([stay(false, 10, 16), stay(true, 10, 16)], [150, 1200]);
});
