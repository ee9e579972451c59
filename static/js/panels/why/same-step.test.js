import { equal, test } from "../../harness.js";
import { createSameStep } from "./same-step.js";

const pod = { pod: "d/p" };
const view = {};
const last = { pod: "d/p" };

function model(seq, { hints = [], podView = view } = {}) {
  const [pods, decisions] = [new Map([["d/p", podView]]), new Map([["d/p", last]])];
  return { seq, nodes: new Map(), pods, decisions, last, frame: { hints } };
}

test("while nothing of it changed, the Why of an earlier step is shown", () => {
  const steps = createSameStep();

  equal([steps.of(pod, model(3), false), steps.of(pod, model(4), false)], [3, 3]);
  equal(steps.of(pod, model(5, { podView: {} }), false), 5);
});

test("an event that did not wake the pod makes another Why", () => {
  const steps = createSameStep();
  steps.of(pod, model(3), false);

  equal(steps.of(pod, model(4, { hints: [{ pod: "d/other" }] }), false), 3);
  equal(steps.of(pod, model(5, { hints: [{ pod: "d/p" }] }), false), 5);
});

test("after a jump, and back before the step, it is asked for anew", () => {
  const steps = createSameStep();
  steps.of(pod, model(3), false);

  equal(steps.of(pod, model(9), true), 9);
  equal(steps.of(pod, model(2), false), 2);
});
