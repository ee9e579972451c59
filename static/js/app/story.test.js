import { equal, test } from "../harness.js";
import { createStory } from "./story.js";

function fixture() {
  const element = document.createElement("section");
  element.innerHTML =
    '<button data-show="Show" data-hide="Hide"></button><div class="answered"><div hidden></div></div>';
  const story = createStory(element);
  const button = element.querySelector("button");
  const seen = () => [!element.querySelector(".answered > div").hidden, button.getAttribute("aria-expanded")];
  return { story, button, seen };
}

test("the answer comes when it is asked for, and goes again", () => {
  const { button, seen } = fixture();

  button.click();
  equal([seen(), button.textContent], [[true, "true"], "Hide"]);
  button.click();

  equal([seen(), button.textContent], [[false, "false"], "Show"]);
});

test("at the end the answer comes by itself", () => {
  const { story, seen } = fixture();

  story.ended();

  equal(seen(), [true, "true"]);
});

test("an answer that a person has put away stays away at the end", () => {
  const { story, button, seen } = fixture();
  button.click();
  button.click();

  story.ended();

  equal(seen(), [false, "false"]);
});

test("a scenario without a question has no story", () => {
  equal(createStory(null).ended(), undefined);
});
