import { equal, test } from "../../harness.js";
import { cardPx, leastRow, locksOf, objectLines, processLines, volumesHere } from "./two-truths.js";

const pod = (more = {}) => ({ state: "Running", leaving: null, ...more });

test("a pod's lines say its state, why nothing new is known of it, and what it waits for", () => {
  const lines = (of, countdown, outdated = null) =>
    objectLines({ pod: of, countdown, notReady: of.notReady }, outdated, 495);
  const leaving = pod({ state: "Terminating", leaving: {} });
  const outdated = { because: "unreachable", heard: 435 };

  equal(lines(leaving, { kind: "deletion", from: 480, to: 510 }, outdated), [
    "Terminating",
    "(node unreachable 1m)",
    "deadline in 15 s",
  ]);
  equal(lines(pod(), { kind: "toleration", from: 400, to: 700 }, outdated), ["Running", "evicted in 3 min 25 s"]);
  equal(lines(pod({ notReady: true }), { kind: "for_ever", from: null, to: null }), [
    "Running, Ready False",
    "tolerates the taint without limit",
  ]);
  equal(lines(pod(), null), ["Running"]);
  const over = { holds: false, phase: "Succeeded", state: "Completed" };
  equal(lines(pod({ ...over, leaving: { finalizers: ["example.com/backup"] } }), null), [
    "Succeeded · Completed",
    "Waits for example.com/backup.",
  ]);
  equal(lines(pod(over), null), ["Succeeded · Completed"]);
});

test("the lines of a process are the server's; a time that is over and a report in a low row are left out", () => {
  const line = (what, args = {}) => ({ say: what, args });
  const ending = [line("terminating"), line("kills_in", { until: 30 }), line("writes", { claims: ["data"] })];
  const reported = [line("running"), line("reported", { at: 20 })];

  equal(processLines({ lines: ending, cpu: 500 }, 10.5), ["terminating", "SIGKILL in 20 s", "writes to data"]);
  equal(processLines({ lines: ending, cpu: 500 }, 31), ["terminating", "writes to data"]);
  equal(processLines({ lines: reported, cpu: 1000 }, 31), ["running", "last report 00:20"]);
  equal(processLines({ lines: reported, cpu: 500 }, 31), ["running"]);
});

test("the first two locks of a truth are drawn, a name that is not held in its own colour", () => {
  const lock = { rule: "lock", ok: true, args: { name: "db-0", uid: "a41c" } };
  const free = { rule: "lock_free", ok: false, args: { name: "db-1" } };
  const drawn = locksOf({ locks: [lock, free, lock] });

  equal(drawn.map(({ kind, message }) => [kind, message.id]), [["", "ui.truth.lock"], ["bad", "ui.truth.lock_free"]]);
  equal(locksOf(undefined), []);
});

test("a volume is named by its claim, and has its modes", () => {
  const volumes = [
    { volume: "pv-1", claim: "d/data", modes: ["ReadWriteOnce"], attached: true, inUse: true, writers: ["db-0"] },
    { volume: "pv-2", claim: null, modes: [], attached: false, inUse: false, writers: [] },
  ];

  equal(volumesHere({ volumes }).map(({ claim, modes, writers }) => [claim, modes, writers]),
    [["data", ["ReadWriteOnce"], ["db-0"]], ["pv-2", [], []]]);
});

test("a row is as high as its lines are read; on a low page a wide one has them side by side", () => {
  const px = (lines, space) => leastRow(lines, { k: 1, broad: false, low: false, ...space });

  equal([px(1), px(3), px(3, { k: 2 })], [32, 57, 114]);
  equal([px(3, { low: true }), px(3, { low: true, broad: true })], [57, 32]);
});

test("a card of two racks is as high as its words, or as its pods where these are higher", () => {
  const px = (rows, low) => cardPx({ rows, signLines: 2, held: 0 }, { unit: 46, broad: false, low });

  equal([px([1000], true), px([1000, 4000], true), px([1000], false)], [179, 365, 245]);
});
