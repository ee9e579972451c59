import { el } from "../../el.js";
import { equal, test } from "../../harness.js";
import { createStory } from "./story.js";

const at = (seq, { canAct = false, quiet = false } = {}) => ({ model: { seq }, head: 9, quiet, run: { canAct } });

function fixture() {
  const element = document.createElement("section");
  const parts = [el("button", { "data-show": "Show", "data-hide": "Hide" }), el("div.answered", null, el("div"))];
  element.append(...parts);
  element.querySelector(".answered > div").hidden = true;
  const story = createStory(element);
  const button = element.querySelector("button");
  const isShown = () => !element.querySelector(".answered > div").hidden;
  const shown = (...where) => {
    story.render(at(...where));
    return isShown();
  };
  return { button, isShown, shown };
}

test("the answer comes when it is asked for, and goes again", () => {
  const { button, isShown } = fixture();

  button.click();
  equal([isShown(), button.textContent, button.getAttribute("aria-expanded")], [true, "Hide", "true"]);
  button.click();

  equal([isShown(), button.textContent, button.getAttribute("aria-expanded")], [false, "Show", "false"]);
});

test("at the end the answer comes by itself, and it goes with a step back", () => {
  const { shown } = fixture();

  equal([shown(8), shown(9), shown(3)], [false, true, false]);
});

test("a run of one's own ends where nothing more happens by itself", () => {
  const { shown } = fixture();

  equal([shown(9, { canAct: true }), shown(9, { canAct: true, quiet: true })], [false, true]);
});

test("what a person chose stays at every step", () => {
  const { button, shown } = fixture();
  button.click();
  equal(shown(3), true);
  button.click();

  equal(shown(9), false);
});

test("a scenario without a question has no story", () => {
  equal(createStory(null).render(at(9)), undefined);
});
