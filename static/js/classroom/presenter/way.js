/** The presenter's way through the lesson, or through the run where there is none; and all who left it called back. */
import { button, el } from "../../el.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";

const KEYS = { next: "n", gather: "g" };

/** Where the lesson goes on: {back, next}, numbers of steps or null. Pure. */
export function onwardOf(lesson) {
  if (!lesson) return { back: null, next: null };
  const of = lesson.steps.length;
  return { back: lesson.step > 1 ? lesson.step - 1 : null, next: lesson.step < of ? lesson.step + 1 : null };
}

/** Returns {elements, keys, words, render(state)}. */
export function createWay(line, player) {
  function go(way) {
    const { lesson } = line.state;
    if (!lesson) return way === "next" ? player.forward() : player.back();
    const step = onwardOf(lesson)[way];
    return step && line.command({ do: "go", step });
  }

  const bring = () => line.command({ do: "gather" });
  const gather = button("btn.gather", null, bring, { "aria-keyshortcuts": KEYS.gather }, icon("people", ""),
    t("ui.room.gather"));
  const back = button("btn.ic", null, () => go("back"), { "aria-label": t("ui.room.step_back") }, icon("prev", ""));
  const next = button("btn.pri", null, () => go("next"), { "aria-keyshortcuts": KEYS.next },
    el("span", { text: t("ui.room.step_next") }), icon("arrow", ""));

  return {
    elements: [gather, back, next],
    keys: { [KEYS.next]: () => go("next"), [KEYS.gather]: bring },
    words: [{ keys: [KEYS.next], word: "ui.room.step_next" }, { keys: [KEYS.gather], word: "ui.room.gather" }],
    render({ lesson }) {
      const onward = onwardOf(lesson);
      back.disabled = Boolean(lesson) && !onward.back;
      next.disabled = Boolean(lesson) && !onward.next;
    },
  };
}
