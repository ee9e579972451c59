import { equal, test } from "../harness.js";
import { asPo, readChanges } from "./translate.js";

test("changes become a PO file that any translator's tool reads", () => {
  const one = { where: "templates/x.html", english: 'Say "a"\n', said: ['Кажи "а"\n'] };
  const many = { where: "message m", english: "{n} pod", plural: "{n} pods", said: ["{n} Pod", "{n} Podʼи"] };
  const text = asPo("uk", [one, many]);
  equal(text.includes('#. templates/x.html\nmsgid "Say \\"a\\"\\n"\nmsgstr "Кажи \\"а\\"\\n"\n'), true);
  equal(text.includes('msgid_plural "{n} pods"\nmsgstr[0] "{n} Pod"\nmsgstr[1] "{n} Podʼи"\n'), true);
});

test("a text of a lesson is named by its place", () => {
  const text = asPo("uk", [{ where: "01-a.yaml: spec.title", english: "One", said: ["Один"] }]);
  equal(text.includes('msgctxt "01-a.yaml: spec.title"\nmsgid "One"\n'), true);
});

test("what was kept and cannot be read is no change", () => {
  equal([readChanges(null), readChanges("["), readChanges("[1]"), readChanges('{"a": 1}')], [{}, {}, {}, { a: 1 }]);
});
