import { equal, test } from "../harness.js";
import { inOrder } from "./entries.js";
import { ranked, safest } from "./fuzzy.js";

const names = ["Delete default/low1", "Drain n1", "Cordon n1", "Scenario: the drained zone"];
const NAMED = names.map((text) => ({ text }));
const texts = (typed) => ranked(NAMED, typed).map(({ text }) => text);

test("letters may be left out, and every word has to be found", () => {
  equal(texts("dlow"), ["Delete default/low1"]);
  equal(texts("n1 cord"), ["Cordon n1"]);
  equal(texts("drain"), ["Drain n1", "Scenario: the drained zone"]);
  equal(texts("nothing of it"), []);
});

const own = [
  { text: "Delete · checkout-7d9f", verb: "Delete", bad: true },
  { text: "Evict · checkout-7d9f", verb: "Evict", bad: true },
  { text: "Label · checkout-7d9f", verb: "Label" }, { text: "checkout-7d9f" },
];

test("a name alone leads to what has it, a verb that is typed comes first", () => {
  const first = (typed) => ranked(own, typed)[0]?.text;
  equal(["checkout", "delete check", "checkout ev", "label"].map(first), [
    "checkout-7d9f", "Delete · checkout-7d9f", "Evict · checkout-7d9f", "Label · checkout-7d9f",
  ]);
});

test("Enter never takes a verb that harms and was not typed", () => {
  const harmful = own.slice(0, 2);
  equal(["", "checkout", "delete"].map((typed) => safest(ranked(harmful, typed), typed)), [-1, -1, 0]);
  equal(["", "checkout", "evict"].map((typed) => safest(ranked(own, typed), typed)), [2, 0, 0]);
});

test("a name that begins like a verb that harms leads to what has it", () => {
  const entries = inOrder([
    { group: "verb", text: "Delete · del-7", verb: "Delete", bad: true }, { group: "thing", text: "del-7" },
  ]);
  const first = (typed) => ranked(entries, typed)[0].text;

  equal([first("del"), first("del-7"), first("delete")], ["del-7", "del-7", "Delete · del-7"]);
});

test("with nothing typed all come in their order", () => {
  equal(texts(""), names);
});
