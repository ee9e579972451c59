import { equal, test } from "../harness.js";
import { meantBy, pickedAfter, speedFor } from "./lesson.js";

test("the way to the truth takes at most six seconds, and is not slower than real time", () => {
  equal([0, 5, 30, 31, 500].map(speedFor), [1, 1, 8, 8, 16]);
});

test("a set of pods means the choice with just these pods", () => {
  const choices = [["default/a", "default/b"], ["default/b"], null, []];
  equal(meantBy(new Set(["default/b", "default/a"]), choices), 0);
  equal(meantBy(new Set(["default/b"]), choices), 1);
  equal(meantBy(new Set(["default/a"]), choices), -1);
  equal(meantBy(new Set(), choices), 3);
});

test("a click adds to a set that a choice has, takes a thing away again, and else begins anew", () => {
  const choices = [["a", "b"], ["b"], ["c"]];
  equal([...pickedAfter(new Set(["a"]), "b", choices)], ["a", "b"]);
  equal([...pickedAfter(new Set(["a", "b"]), "a", choices)], ["b"]);
  equal([...pickedAfter(new Set(["a"]), "c", choices)], ["c"]);
});
