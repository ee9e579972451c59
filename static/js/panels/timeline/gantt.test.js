import { equal, test } from "../../harness.js";
import { drawMarks, drawWords, gather } from "./gantt.js";
import { scale } from "./scale.js";

const s = scale(0, 100, 0, 1000);
const act = (seq, at, actor = "kubelet") => [seq, at, actor, "running", "d/p"];
const BURST = Array.from({ length: 30 }, (_, i) => act(i + 1, i < 15 ? 4 : 4.5));
const placeOf = (mark) => Number(mark.getAttribute("transform").match(/[\d.]+/)[0]);

test("acts of one instant stand at their time, however many they are", () => {
  equal(gather(s, [...BURST, act(31, 10)]).map(({ x, acts }) => [x, acts.length]), [[40, 30], [100, 1]]);
});

test("many acts at one place are one mark and their number", () => {
  const [mark, count, ...rest] = drawMarks(s, { seq: 99 }, BURST, 32);

  equal([placeOf(mark), count.textContent, rest.length], [40, "30", 0]);
});

test("an act that is done never stands right of where the playhead is", () => {
  const acts = [act(1, 1), act(2, 1), act(3, 1), act(4, 1), act(5, 1.2)];
  const done = drawMarks(s, { seq: 5 }, acts, 32).filter((element) => element.localName === "path");

  equal(done.every((mark) => placeOf(mark) <= s.x(1.2)), true);
});

test("the mark is that of the last act that is done, and fainter while none is", () => {
  const acts = [act(1, 1, "you"), act(2, 1, "scheduler"), act(3, 1, "controller")];
  const classes = [0, 1, 2, 3].map((seq) => drawMarks(s, { seq }, acts, 32)[0].getAttribute("class"));

  equal(classes, ["am by-you later", "am by-you", "am by-scheduler", "am by-controller"]);
});

test("a number that has no space before the next mark is left out", () => {
  const [first, second, ...rest] = drawMarks(s, { seq: 9 }, [act(1, 1), act(2, 1), act(3, 2)], 32);

  equal([first, second].map(placeOf), [10, 20]);
  equal(rest, []);
});

test("words at a tick stand before it where the next tick would cross them", () => {
  const spans = [{ kind: "preStop", from: 0, to: 30 }, { kind: "SIGTERM", from: 30, to: null, deadline: 32 }];
  const words = drawWords(s, { spans }, { y: 0, earliest: null, px: 300 }).filter((node) => node.localName === "text");

  equal(words.map((text) => [text.textContent, text.getAttribute("text-anchor")]),
    [["SIGTERM 00:30", "end"], ["SIGKILL 00:32", "start"]]);
});

test("a number that a round playhead would cover is left out", () => {
  const shown = [null, 40, 400].map((head) => drawMarks(s, { seq: 99 }, BURST, 22, head).length);

  equal(shown, [2, 1, 2]);
});

test("a number stands nearer to its own mark where the next one is near", () => {
  const placed = (next) => drawMarks(s, { seq: 9 }, [act(1, 1), act(2, 1), act(3, next)], 32)[1].getAttribute("x");

  equal([placed(10), placed(2.9)], ["17", "16"]);
});
