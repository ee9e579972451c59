import { equal, test } from "../harness.js";
import { arcBetween, createTravel, movesOf, plan, stagger } from "./travel.js";

const wish = { moves: 3, slides: 5, reduced: false, travel: true };

test("few moves all travel and the neighbours slide", () => {
  equal(plan(wish), { clones: 3, slides: true, beat: false });
});

test("at most 60 clones travel", () => {
  equal(plan({ ...wish, moves: 200 }).clones, 60);
});

test("more than 40 neighbours snap", () => {
  equal([plan({ ...wish, slides: 40 }).slides, plan({ ...wish, slides: 41 }).slides], [true, false]);
});

test("where there is no time for motion the result stands at once", () => {
  equal(plan({ ...wish, travel: false }), { clones: 0, slides: false, beat: false });
});

test("with reduced motion nothing travels and an outline marks the place", () => {
  equal(plan({ ...wish, reduced: true }), { clones: 0, slides: false, beat: true });
});

test("verdicts come 40 ms apart and all within 600 ms", () => {
  const motion = { stagger: 40, reveal: 600 };

  equal([1, 6, 31].map((count) => stagger(count, motion)), [0, 40, 20]);
});

test("a pod that changes its place moves; one that only changes its state does not", () => {
  const pod = (key, after) => ({ kind: "pod", key, before: { node: null, lane: "active" }, after });
  const changes = [
    pod("a", { node: "n1", lane: null }), pod("b", { node: null, lane: "active" }),
    pod("c", { node: null, lane: "backoff" }), pod("d", null),
  ];

  equal(movesOf(changes), [
    { key: "a", from: "lane:active", to: "node:n1" },
    { key: "c", from: "lane:active", to: "lane:backoff" },
    { key: "d", from: "lane:active", to: null },
  ]);
});

test("what flies has the size of its target when it lands", () => {
  const from = { left: 0, top: 0, width: 190, height: 32 };
  const { keyframes } = arcBetween(from, { left: 400, top: 200, width: 380, height: 150 });

  equal(keyframes.map(({ width, height }) => [width, height]), [["190px", "32px"], ["285px", "91px"], ["380px", "150px"]]);
});

test("what leaves folds to its floor", () => {
  const overlay = document.createElement("div");
  const played = [];
  const clock = { animate: (element, keyframes) => void played.push(keyframes) };
  const motion = { move: 420, easeOut: "linear" };

  createTravel({ overlay, clock, motion }).leave(document.createElement("div"), { left: 0, top: 0, width: 9, height: 9 });

  equal(played[0].map(({ clipPath }) => clipPath), ["inset(0)", "inset(95% 0 0 0)"]);
});
