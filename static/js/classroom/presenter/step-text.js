/** The lesson's step on the stage: its title and one sentence, to be read from the back of a room. */
import { el, setText } from "../../el.js";
import { localized, localizedIn } from "../room/texts.js";

/** The first sentence of a text. Pure. */
export function firstSentence(text, language) {
  const [first] = new Intl.Segmenter(language, { granularity: "sentence" }).segment(text.trim());
  return first?.segment.trim() ?? "";
}

/** Returns {element, render(state, scene)}. */
export function createStepText() {
  const title = el("h2");
  const sentence = el("p");
  const element = el("section.step-text", { hidden: true }, title, sentence);
  let drawn = "";

  return {
    element,
    render({ lesson }, scene) {
      element.hidden = !lesson || scene === "ask" || scene === "show";
      const key = lesson ? `${lesson.slug}.${lesson.step}` : "";
      if (drawn === key || !lesson) return;
      drawn = key;
      const text = el("div");
      text.innerHTML = localized(lesson.text); // safe HTML of the server
      title.replaceChildren(...localizedIn("span", lesson.stepTitle).childNodes);
      setText(sentence, firstSentence((text.querySelector("p") ?? text).textContent, document.documentElement.lang));
    },
  };
}
