import { equal, test } from "../harness.js";
import { current, ofDay, standing, summed, untried, wrongAnswers } from "./course.js";
import { empty } from "./progress.js";

const steps = [{}, {}, {}, {}];
const LESSONS = [
  { name: "a", number: 1, part: "x", needs: [], minutes: 6, steps },
  { name: "b", number: 2, part: "x", needs: [1], minutes: 8, steps },
  { name: "c", number: 3, part: "y", needs: [2], minutes: 10, steps },
];

function after(lessons, more = {}) {
  const whole = Object.entries(lessons).map(([name, lesson]) => [name, { step: 0, answers: {}, ...lesson }]);
  return { ...empty(), lessons: Object.fromEntries(whole), ...more };
}

const states = (progress) => standing(LESSONS, progress).map((lesson) => lesson.state);

test("at first the first lesson is ready and the others build on it", () => {
  equal(states(empty()), ["open", "waits", "waits"]);
  equal(current(standing(LESSONS, empty()), empty()).name, "a");
});

test("a lesson that is done makes those ready that need it", () => {
  equal(states(after({ a: { done: true } })), ["done", "open", "waits"]);
});

test("a part that is known counts as done, and its lessons as what others need", () => {
  const progress = after({}, { skipped: { x: true } });
  equal(states(progress), ["skipped", "skipped", "open"]);
  equal(summed(standing(LESSONS, progress)), { done: 2, of: 3, left: 10 });
});

test("the minutes that are left follow the step", () => {
  const [, begun] = standing(LESSONS, after({ b: { step: 3 } }));
  equal([begun.state, begun.step, begun.of, begun.left], ["begun", 3, 4, 4]);
});

test("one goes on with the lesson that was open last, unless it is done", () => {
  const both = after({ a: { step: 1 }, c: { step: 2 } }, { last: "c" });
  equal(current(standing(LESSONS, both), both).name, "c");
  const done = after({ a: { step: 1 }, c: { step: 4, done: true } }, { last: "c" });
  equal(current(standing(LESSONS, done), done).name, "a");
  const all = after({ a: { done: true }, b: { done: true }, c: { done: true } });
  equal(current(standing(LESSONS, all), all), null);
});

test("wrong answers are told, and those that one was sure of until they are right", () => {
  const progress = after({
    a: {
      answers: {
        1: { choice: 0, sure: true, right: false },
        2: { choice: 1, sure: true, right: true, first: { choice: 0, sure: true, right: false } },
        3: { second: 4, sure: false, right: false },
        4: { choice: 1, sure: true, right: true },
      },
    },
  });
  equal(wrongAnswers(progress).map((answer) => [answer.step, answer.now]), [[1, false], [2, true], [3, false]]);
  equal(wrongAnswers(progress, { sure: true }).map((answer) => answer.step), [1]);
});

test("an exercise that was tried does not come again before all were tried", () => {
  equal(untried(["a", "b"], { a: false }), ["b"]);
  equal(untried(["a", "b"], { a: false, b: true }), ["a", "b"]);
});

test("each exercise has its day", () => {
  const slugs = Array.from({ length: 84 }, (_, n) => `s${n}`);
  const days = new Set(slugs.map((_, day) => ofDay(slugs, 20_000 + day)));
  equal([days.size, ofDay(slugs, 20_000) === ofDay(slugs, 20_001), ofDay(slugs, -5) !== undefined], [84, false, true]);
  equal(new Set(Array.from({ length: 74 }, (_, day) => ofDay(slugs.slice(0, 74), day))).size, 74);
});
