import { equal, test } from "../../harness.js";
import { again, lastInput } from "./undo.js";

const ACTS = [
  [1, 0, "script", "input-drain"], [2, 0, "scheduler", "bind"], [3, 4, "you", "input-drain"], [4, 4, "you", "delete"],
  [5, 9, "you", "input-cordon"],
];

test("the newest input of a person is found, never one of the script nor what kubectl does for the person", () => {
  equal([lastInput(ACTS, 5)[0], lastInput(ACTS, 4)[0], lastInput(ACTS, 2)], [5, 3, null]);
});

test("what was taken back can be given again until another input comes", () => {
  const undone = [{ copy: "b", run: "a", at: 5, upto: 4 }];

  equal(again(undone, "b", ACTS.slice(0, 4))?.run, "a");
  equal([again(undone, "c", []), again(undone, "b", ACTS), again([], "b", [])], [null, null, null]);
});
