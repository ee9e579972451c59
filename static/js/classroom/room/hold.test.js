import { equal, test } from "../../harness.js";
import { createHold } from "./hold.js";

const revealed = { poll: 3, state: "revealed", truth: { right: [1], decided: 7 } };

test("a truth is held back until the board comes to the step on which it is seen, and stays then", () => {
  const { hold } = createHold();
  const states = [5, 6, 7, 6].map((seq) => hold(revealed, { seq, follows: true }).state);

  equal(states, ["watched", "watched", "revealed", "revealed"]);
  equal(createHold().hold(revealed, { seq: 5, follows: true }).truth, null);
});

test("who does not follow sees it at once, and so does everybody where no step decides", () => {
  const open = { ...revealed, truth: { right: [1], decided: null } };

  equal(createHold().hold(revealed, { seq: 5, follows: false }), revealed);
  equal(createHold().hold(open, { seq: 5, follows: true }), open);
  equal(createHold().hold({ poll: 4, state: "open" }, { seq: 5, follows: true }).state, "open");
});

test("who waits for too long is not left without the answer", () => {
  const { hold, release } = createHold();
  release(3);

  equal(hold(revealed, { seq: 5, follows: true }), revealed);
});
