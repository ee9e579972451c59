import { equal, test } from "../../harness.js";
import { createLoadProgress } from "./load-progress.js";

test("the share is a bar that moves on, words that change with each tenth only, and both go", () => {
  const [stage, board] = [document.createElement("div"), document.createElement("div")];
  stage.append(board);
  const progress = createLoadProgress(board);
  const shown = () => [stage.querySelector("progress").value, stage.querySelector("p").textContent];
  progress.show(0.42);
  const first = shown();
  progress.show(0.47);
  const second = shown();
  progress.hide();

  equal([first[0], second[0], first[1] === second[1], stage.children.length], [0.42, 0.47, true, 1]);
});

test("a run that waits for a worker says so without a bar, and then how far it is", () => {
  const [stage, board] = [document.createElement("div"), document.createElement("div")];
  stage.append(board);
  const progress = createLoadProgress(board);
  const shown = () => [stage.querySelector("progress").hidden, stage.querySelector("p").textContent];
  progress.wait("3 before yours");
  const waits = shown();
  progress.show(0.42);

  equal([waits, shown()[0]], [[true, "3 before yours"], false]);
});
