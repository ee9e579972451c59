import { equal, test } from "../harness.js";
import { ranked } from "./fuzzy.js";

const names = ["Delete default/low1", "Drain n1", "Cordon n1", "Scenario: the drained zone"];
const entries = names.map((text) => ({ text }));
const texts = (typed) => ranked(entries, typed).map(({ text }) => text);

test("letters may be left out, and every word has to be found", () => {
  equal(texts("dlow"), ["Delete default/low1"]);
  equal(texts("n1 cord"), ["Cordon n1"]);
  equal(texts("drain"), ["Drain n1", "Scenario: the drained zone"]);
  equal(texts("nothing of it"), []);
});

test("with nothing typed all come in their order", () => {
  equal(texts(""), names);
});
