import { equal, test } from "../harness.js";
import { arcBetween, createTravel, movesOf, plan, stagger } from "./travel.js";

const RECT = { left: 0, top: 0, width: 9, height: 9 };
const wish = { moves: 3, slides: 5, reduced: false, travel: true };

test("few moves all travel and the neighbours slide; at most 60 clones do, and more than 40 neighbours snap", () => {
  equal(plan(wish), { clones: 3, slides: true, beat: false });
  equal(plan({ ...wish, moves: 200 }).clones, 60);
  equal([plan({ ...wish, slides: 40 }).slides, plan({ ...wish, slides: 41 }).slides], [true, false]);
});

test("without time for motion the result stands at once; with reduced motion an outline marks the place", () => {
  equal(plan({ ...wish, travel: false }), { clones: 0, slides: false, beat: false });
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

  const sizes = keyframes.map(({ width, height }) => `${width} ${height}`);

  equal(sizes, ["190px 32px", "228px 55.6px", "380px 150px"]);
});

test("from lane to lane a chip becomes as narrow as its band while it passes others", () => {
  const from = { left: 12, top: 40, width: 190, height: 32 };
  const { keyframes } = arcBetween(from, { ...from, top: 240 });

  equal(keyframes.map(({ width }) => width), ["190px", "40px", "190px"]);
});

test("a chip closes the gap of one that sets out when that has left", () => {
  const played = [];
  const clock = { animate: (element, keyframes, { delay }) => void played.push(delay) };
  const travel = createTravel({ overlay: document.createElement("div"), clock, motion: { move: 420 } });
  const chip = document.createElement("button");

  travel.slide(chip, { y: 40 });
  travel.slide(chip, { y: 40 }, { waits: true });

  equal(played, [0, 315]);
});

test("what leaves folds to its floor, and what is below it is not read through it", () => {
  const overlay = document.createElement("div");
  const played = [];
  const clock = { animate: (element, keyframes) => void played.push(keyframes) };
  const motion = { move: 420, easeOut: "linear" };

  createTravel({ overlay, clock, motion }).leave(document.createElement("div"), RECT);

  const steps = played[0].map(({ clipPath, opacity }) => `${clipPath} ${opacity}`);
  equal(steps, ["inset(0) 1", "inset(76% 0 0 0) 1", "inset(95% 0 0 0) 0"]);
});

test("the words of a slot come when the victims have made space, and go when the pod sets out", () => {
  const played = [];
  const clock = { animate: (element, [{ opacity }], options) => void played.push([element.tagName, opacity, options]) };
  const motion = { fast: 140, move: 420, travel: 640, easeOut: "linear", easeInOut: "linear" };
  const travel = createTravel({ overlay: document.createElement("div"), clock, motion });
  const slot = document.createElement("div");
  slot.append(document.createElement("b"));

  travel.draw(slot);
  travel.fly(document.createElement("button"), RECT, RECT, null, { slot: { chip: slot, rect: RECT } });

  const ofWords = played.filter(([tag]) => tag === "B");
  const words = ofWords.map(([, from, { delay = 0, duration }]) => [from, delay, duration]);
  equal(words, [[0, 280, 140], [1, 0, 140]]);
});

/** A page's motion that lands when it is told to, and the overlay that it draws in. */
function flight() {
  const overlay = document.createElement("div");
  let land = null;
  const animation = { finished: new Promise((done) => { land = done; }), cancel() {} };
  const motion = { move: 420, travel: 640, easeInOut: "linear" };
  const travel = createTravel({ overlay, clock: { animate: () => animation }, motion });
  const chip = document.createElement("button");
  const slot = document.createElement("div");
  slot.className = "slot";
  const settled = async () => {
    land();
    for (let k = 0; k < 4; k++) await animation.finished; // what it leads to has ended, too
  };
  return { overlay, travel, chip, slot: { chip: slot, rect: RECT }, settled };
}

test("the reserved slot is there until the pod lands in it", async () => {
  const { overlay, travel, chip, slot, settled } = flight();

  travel.fly(chip, RECT, { ...RECT, left: 300 }, document.createElement("div"), { slot });
  const during = overlay.querySelectorAll(".slot").length;
  await settled();

  equal([during, overlay.childElementCount], [1, 0]);
});

test("a node that a pod flies to stays to be seen; a pod's own block waits for its landing", () => {
  const { travel, chip } = flight();
  const [node, pod] = [document.createElement("section"), document.createElement("button")];
  pod.dataset.pod = "default/p";

  for (const target of [node, pod]) travel.fly(chip, RECT, { ...RECT, left: 300 }, target);

  equal([node.className, pod.className], ["", "arriving"]);
});

test("a pod that comes from nowhere that is seen fills its slot, which is there until then", async () => {
  const { overlay, travel, chip, slot, settled } = flight();

  travel.fill(chip, RECT, slot);
  const during = [overlay.querySelectorAll(".slot").length, chip.className];
  await settled();

  equal([during, overlay.childElementCount, chip.className], [[1, "arriving"], 0, ""]);
});
