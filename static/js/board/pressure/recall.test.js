import { RULES, equal, test } from "../../harness.js";
import { freeOver, lastRanked, lastTerm, passesOf, pressuresOf } from "./recall.js";

const signal = (available) => ({ signal: "memory.available", available });
const view = (available, pass = 0, ranking = []) => ({
  signals: [signal(available)],
  pass,
  passAt: pass ? pass * 10 : null,
  ranking,
});
const put = (kind, key, value) => ({ op: "put", kind, key, view: value });
const frame = (seq, t, ...changes) => ({ seq, t, changes });
const start = { t: 0, seq: 0, pressures: new Map([["n1", view(400)]]) };

test("what a node had free is told by the start and by each frame that changed it, up to a step", () => {
  const frames = [
    frame(1, 10, put("pressure", "n1", view(90))),
    frame(2, 12, put("pressure", "n2", view(1))),
    frame(3, 14, put("pressure", "n1", view(440))),
    frame(4, 20, put("pressure", "n1", view(3))),
  ];
  const points = pressuresOf(frames, start, "n1", 3);

  equal(freeOver(points, "memory.available", RULES), [
    { t: 0, free: 400, jump: false },
    { t: 10, free: 90, jump: false },
    { t: 14, free: 440, jump: true },
  ]);
});

test("between two passes what is free falls evenly, but what somebody takes at a moment is taken then", () => {
  const told = (kind, available) => ({ t: available, kind, view: view(available) });

  equal(
    freeOver(
      [told("pressure", 9), told("evict", 8), told("input-usage", 7), told("start", 6)],
      "memory.available",
      RULES,
    ).map((p) => p.jump),
    [false, false, true, true],
  );
});

test("of one instant the last word counts", () => {
  const points = pressuresOf(
    [frame(1, 10, put("pressure", "n1", view(90))), frame(2, 10, put("pressure", "n1", view(100)))],
    null,
    "n1",
    9,
  );

  equal(freeOver(points, "memory.available", RULES), [{ t: 10, free: 100, jump: false }]);
});

test("a pass names its victims, and a pod's last place is found again", () => {
  const ranked = (state) => [
    { pod: "d/a", name: "a", state },
    { pod: "d/b", name: "b", state: "next" },
  ];
  const points = pressuresOf(
    [
      frame(1, 10, put("pressure", "n1", view(90, 1, ranked("evicting")))),
      frame(2, 12, put("pressure", "n1", view(90, 1, ranked("evicted")))),
      frame(3, 20, put("pressure", "n1", view(500, 2))),
    ],
    null,
    "n1",
    9,
  );

  equal(
    passesOf(points).map((p) => [p.number, p.t, p.victims]),
    [
      [1, 10, ["a"]],
      [2, 20, []],
    ],
  );
  equal(
    [lastRanked(points, "d/a").pass, lastRanked(points, "d/a").row.state, lastRanked(points, "d/b")],
    [1, "evicted", null],
  );
});

test("a termination is remembered when the pod is gone, but not for another of its name", () => {
  const pod = (uid, term) => put("pod", "d/a", { uid, term });
  const frames = [frame(1, 0, pod("1", { since: 0 })), frame(2, 5, { op: "del", kind: "pod", key: "d/a" })];

  equal(lastTerm(frames, "d/a", 2).term.since, 0);
  equal(lastTerm([...frames, frame(3, 6, pod("2", null))], "d/a", 3), null);
  equal(lastTerm(frames, "d/b", 2), null);
});
