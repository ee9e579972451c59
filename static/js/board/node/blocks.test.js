import { equal, test } from "../../harness.js";
import { createBlocks } from "./blocks.js";

const pod = (key) => ({
  key, name: key, cpu: 1000, cpuText: "1", priority: 0, band: 0, term: null, terminating: false, holds: true,
  state: "Running", phase: "Running", bound: null, containers: [], claims: null, devices: null,
});
const place = (key, bottom) => ({ key, bottom, height: 50, mode: "full", beside: false });
const view = (keys, more = {}) => ({
  pods: keys.map(pod), unit: 50, low: false, bare: false, now: 0, chosen: {}, node: "n1", chars: { full: 20 }, ...more,
});
const keysOf = (elements) => elements.map((element) => element.dataset.pod);

test("a block comes in once, keeps its element and goes with its pod", () => {
  const blocks = createBlocks();
  const first = blocks.render([place("a", 0)], view(["a"]));
  const element = blocks.element("a");
  const second = blocks.render([place("a", 0), place("b", 50)], view(["a", "b"]));

  equal([keysOf(first.entered), keysOf(second.entered)], [["a"], ["b"]]);
  equal(blocks.element("a") === element, true);
  blocks.render([place("b", 0)], view(["b"]));
  equal(blocks.element("a"), null);
});

test("a block slides from where it stood, but not where a cpu takes another space", () => {
  const blocks = createBlocks();
  blocks.render([place("a", 50)], view(["a"]));
  const slid = blocks.render([place("a", 0)], view(["a"]));
  const scaled = blocks.render([place("a", 20)], view(["a"], { unit: 70 }));

  equal(slid.slides.map(({ from, to }) => [from, to]), [[50, 0]]);
  equal(scaled.slides, []);
});

test("another kind of rack has other blocks", () => {
  const blocks = createBlocks();
  blocks.render([place("a", 0)], view(["a"]));
  const { entered } = blocks.render([place("a", 0)], view(["a"], { low: true }));

  equal(entered.map((element) => element.classList.contains("bar")), [true]);
});

test("a block that makes space for a slot beside it says how wide it was", () => {
  const blocks = createBlocks();
  const wide = { ...place("a", 0), height: 50 };
  blocks.render([wide], view(["a"]));
  const { narrowed } = blocks.render([{ ...wide, beside: true }], view(["a"]));
  const again = blocks.render([{ ...wide, beside: true }], view(["a"]));

  equal(narrowed.map(({ element }) => element === blocks.element("a")), [true]);
  equal(again.narrowed, []);
});
