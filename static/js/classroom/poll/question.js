/** The question of a poll, and what is said of its truth: the same for who asks and for who answers. */
import { el } from "../../el.js";
import { t } from "../../i18n.js";
import { barsOf } from "../room/state.js";
import { localized, localizedIn } from "../room/texts.js";

/**
 * `title` holds the question, `body` what `answersOf(poll)` gives ({element} or null), both made anew with another
 * `keyOf(poll)`; then comes `onNew(poll)`.
 */
export function createQuestion({ element, title, body, answersOf, keyOf = ({ poll }) => `${poll}`, onNew = () => {} }) {
  let shown = null;
  let answers = null;
  return {
    /** What a state asks, {poll, bars, answers}, or null: then the element is hidden. */
    render(state) {
      const { poll } = state;
      element.hidden = !poll;
      if (!poll) {
        shown = null;
        return null;
      }
      if (shown !== keyOf(poll)) {
        shown = keyOf(poll);
        answers = answersOf(poll);
        title.replaceChildren(...localizedIn("span", poll.question).childNodes);
        body.replaceChildren(answers?.element ?? "");
        onNew(poll);
      }
      return { poll, bars: barsOf(state), answers };
    },
  };
}

/** The number that is right, `further` things that are said of it, and why it is. */
export function truthParts({ truth, unit }, further = []) {
  if (!truth) return [];
  const number = truth.number ?? null;
  return [
    ...(number === null ? [] : [el("p", { text: t("ui.room.it_is", { number, unit }) }), ...further]),
    ...(localized(truth.because) ? [localizedIn("div", truth.because)] : []),
  ];
}
