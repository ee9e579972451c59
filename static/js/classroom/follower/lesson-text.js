/** The step of the lesson that the room is at: its place, its title, its text. */
import { el, setText } from "../../el.js";
import { t } from "../../i18n.js";
import { localized, localizedIn } from "../room/texts.js";

export function createLessonText() {
  const where = el("span");
  const dots = el("span.dots", { "aria-hidden": "true" });
  const title = el("h2");
  const text = el("div.text");
  const element = el("section.room-lesson", { hidden: true }, el("p.where", {}, where, dots), title, text);
  let shown = "";
  return {
    element,
    render({ lesson }) {
      element.hidden = !lesson;
      if (!lesson) return;
      const key = `${lesson.slug}.${lesson.step}`;
      if (shown === key) return;
      shown = key;
      const of = lesson.steps.length;
      setText(where, t("ui.room.step_of", { n: lesson.step, of }));
      dots.replaceChildren(...lesson.steps.map((_, k) => {
        const place = k + 1 === lesson.step ? "i.on" : k + 1 < lesson.step ? "i.past" : "i";
        return el(place);
      }));
      title.replaceChildren(...localizedIn("span", lesson.stepTitle).childNodes);
      text.innerHTML = localized(lesson.text); // safe HTML of the server
    },
  };
}
