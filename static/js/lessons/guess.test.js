import { el } from "../el.js";
import { equal, test } from "../harness.js";
import { createGuess, meantBy, pickedAfter, secondAt } from "./guess.js";

test("what is picked means the choice with just these names, else the smallest one that has them", () => {
  const choices = [["default/a", "default/b"], ["default/b"], null, []];
  equal(meantBy(new Set(["default/b", "default/a"]), choices), 0);
  equal(meantBy(new Set(["default/b"]), choices), 1);
  equal(meantBy(new Set(["default/a"]), choices), 0);
  equal(meantBy(new Set(["default/c"]), choices), -1);
  equal(meantBy(new Set(), choices), 3);
});

test("a click adds to a set that a choice has, takes a thing away again, and else begins anew", () => {
  const choices = [["a", "b"], ["b"], ["c"]];
  equal([...pickedAfter(new Set(["a"]), "b", choices)], ["a", "b"]);
  equal([...pickedAfter(new Set(["a", "b"]), "a", choices)], ["b"]);
  equal([...pickedAfter(new Set(["a"]), "c", choices)], ["c"]);
});

test("a second of the timeline is a whole one within the bounds of the question", () => {
  equal([-3, 4.4, 99].map((time) => secondAt(time, { from: 0, to: 60 })), [0, 4, 60]);
});

/** A form with a choice for each list of names, and a board on which nodes of these names stand. */
function place({ choices, nodes }) {
  const radio = (names, k) => el("label", {}, el("input", { type: "radio", name: "choice", value: k,
    "data-nodes": names.join(" "), "data-pods": "" }), `choice ${k}`);
  const form = el("form", {}, el("fieldset", {}, choices.map(radio)));
  const cards = nodes.map((name) => el("div.node", { "data-node-card": name }, el("b")));
  const app = el("div", {}, cards);
  document.body.append(app, form);
  const board = { elementOf: () => null, nodeTitle: (name) => cards[nodes.indexOf(name)]?.firstChild ?? null };
  const guess = createGuess(form, { app, board }, () => guess?.render());
  const marks = () => Object.fromEntries(cards.map(({ dataset }) => [dataset.nodeCard, dataset.lit ?? null]));
  return { guess, marks, form, remove: () => [app, form].forEach((element) => element.remove()) };
}

test("a click on a node pins the answer there, and the verdict marks what happens instead", () => {
  const { guess, marks, form, remove } = place({ choices: [["n1"], ["n2", "n3"], []], nodes: ["n1", "n2", "n3"] });

  equal([guess.take({ node: "n1" }), guess.take({ pod: "default/x" })], [true, false]);
  equal([marks(), new FormData(form).get("choice")], [{ n1: "picked", n2: null, n3: null }, "0"]);

  guess.close();
  guess.show({ right: false, truth: { nodes: ["n2", "n3"], pods: [] }, second: null });
  guess.render();

  equal([marks(), guess.take({ node: "n2" })], [{ n1: "wrong", n2: "right", n3: "right" }, false]);

  guess.remove();
  remove();
});

test("an answer that names what is not on the board can be given beside it", () => {
  const { guess, marks, form, remove } = place({ choices: [["gone"], ["n1"]], nodes: ["n1"] });
  form.querySelector("input").click();

  equal([guess.names, marks()], [["gone"], { n1: null }]);

  guess.remove();
  remove();
});
