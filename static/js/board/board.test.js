import { el } from "../el.js";
import { equal, RULES, test } from "../harness.js";
import { fromSnapshot } from "../net/frames.js";
import { createBoard } from "./board.js";

/** A board without nodes, a queue whose only chip counts who asks for its visibility, and a step about that pod. */
function fixture(options) {
  const [zonesRoot, chipsRoot, servicesRoot, overlay, chip] = Array.from({ length: 5 }, () => el("div"));
  const asked = { times: 0 };
  chip.checkVisibility = () => {
    asked.times += 1;
    return true;
  };
  const queue = { element: (key) => (key === "d/p" ? chip : null), render() {} };
  const frame = { actor: "scheduler", focus: { pods: ["d/p"], nodes: [] } };
  const model = fromSnapshot({ seq: 1, t: 0, rules: RULES, frame });
  const travel = { stop() {} };
  const board = createBoard({
    zonesRoot, chipsRoot, servicesRoot, overlay, queue, travel, clock: { now: () => 0 }, onChoose() {}, ...options,
  });
  return { board, chip, asked, view: { model, now: 0, chosen: {}, into: null, cyclePod: null, litNodes: null } };
}

test("a state is pointed at as soon as it stands", () => {
  const { board, chip, view } = fixture({});
  board.renderState(view);

  equal(chip.dataset.pointed, "scheduler");
});

test("where others tell when to point, a state that is written asks for no style before", () => {
  const { board, chip, asked, view } = fixture({ pointsLater: true });
  board.renderState(view);
  const before = [asked.times, chip.dataset.pointed];
  board.point();

  equal([before, asked.times > 0, chip.dataset.pointed], [[0, undefined], true, "scheduler"]);
});
