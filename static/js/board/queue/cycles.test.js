import { equal, test } from "../../harness.js";
import { createCycles, cyclesOf } from "./cycles.js";

const act = (seq, pod = "d/p") => [seq, seq, "scheduler", "schedule", pod];
const states = (acts, seq) => cyclesOf(acts, seq).map((cycle) => [cycle.seq, cycle.state]);

test("a cycle is over, the latest that is over, or to come", () => {
  const acts = [act(1), [2, 2, "kubelet", "start", "d/p"], act(4), act(9)];

  equal(states(acts, 5), [[1, "past"], [4, "last"], [9, "later"]]);
  equal(states(acts, 0), [[1, "later"], [4, "later"], [9, "later"]]);
});

test("of many cycles those around the step are listed", () => {
  const acts = Array.from({ length: 40 }, (_, i) => act(i + 1));
  const ends = (seq) => [states(acts, seq)[0], states(acts, seq).at(-1)];

  equal([ends(0), ends(20), ends(40)], [
    [[1, "later"], [14, "later"]], [[16, "past"], [29, "later"]], [[27, "past"], [40, "last"]],
  ]);
});

test("a press leads to the cycle", () => {
  const root = document.createElement("div");
  const sought = [];
  const cycles = createCycles(root, (seq) => sought.push(seq));
  cycles.render(true, [act(3), act(7)], 3);
  root.querySelectorAll("button")[1].click();

  equal([sought, root.querySelectorAll("[aria-current]").length], [[7], 1]);
});
