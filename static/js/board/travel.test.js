import { equal, test } from "../harness.js";
import { movesOf, plan, stagger } from "./travel.js";

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

test("who is more than two frames behind applies without travel", () => {
  equal(plan({ ...wish, behind: 3 }), { clones: 0, slides: false, beat: false });
});

test("with reduced motion nothing travels and an outline marks the place", () => {
  equal(plan({ ...wish, reduced: true }), { clones: 0, slides: false, beat: true });
});

test("verdicts come 40 ms apart and all within 600 ms", () => {
  equal([stagger(1), stagger(6), stagger(31)], [0, 40, 20]);
});

test("a pod that changes its place moves; one that only changes its state does not", () => {
  const pod = (key, node, lane) => ({ kind: "pod", key, before: { node: null, lane: "active" }, after: node === "gone" ? null : { node, lane } });

  equal(movesOf([pod("a", "n1", null), pod("b", null, "active"), pod("c", null, "backoff"), pod("d", "gone")]), [
    { key: "a", from: "lane:active", to: "node:n1" },
    { key: "c", from: "lane:active", to: "lane:backoff" },
    { key: "d", from: "lane:active", to: null },
  ]);
});
