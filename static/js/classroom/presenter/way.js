/** Where a lesson goes on, how all who left the presenter are called back, and how the desk speaks with the stage. */
import { button } from "../../el.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";

const KEY = "g";

/** Where the lesson goes on: {back, next}, numbers of steps or null. Pure. */
export function onwardOf(lesson) {
  if (!lesson) return { back: null, next: null };
  const of = lesson.steps.length;
  return { back: lesson.step > 1 ? lesson.step - 1 : null, next: lesson.step < of ? lesson.step + 1 : null };
}

/** Returns {element, keys, words}. */
export function createGather(line) {
  const bring = () => line.command({ do: "gather" });
  return {
    element: button("btn.gather", null, bring, { "aria-keyshortcuts": KEY }, icon("people", ""), t("ui.room.gather")),
    keys: { [KEY]: bring },
    words: [{ keys: [KEY], word: "ui.room.gather" }],
  };
}

/**
 * The name of the channel on which the desk tells the stage, in the same browser, that an answer was revealed; the
 * stage says it back.
 */
export const stageChannel = (room) => `podium ${room}`;
