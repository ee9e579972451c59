/**
 * The key "Go on": it leads through the scenes of a lesson, on the stage and on the desk. Space and the keys of a
 * presenter's remote press it, too.
 */
import { el, setAttr, setText } from "../../el.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";
import { nextAct } from "./scenes.js";
import { onwardOf } from "./way.js";

const PRESSABLE = "button, a, summary, label, select, input, [role=button], [tabindex='0']";

/** Whether a press of Space belongs to what has the focus. */
const spaceIsTaken = () => Boolean(document.activeElement?.closest(PRESSABLE));

/**
 * `acts` = {askRight(), watch(), verdict(), forward(), back(), end()}: what a page does by itself; the rest are
 * commands of the room. Returns {element, keys, press(), render(state)}; `state` is the room's as it is shown.
 */
export function createOn(line, acts) {
  const { command } = line;
  const what = el("small");
  const element = el("button.btn.pri.on", {
    type: "button", id: "on", onclick: () => press(), "aria-keyshortcuts": "PageDown N",
  }, el("span", {}, el("b", { text: t("ui.room.on") }), what), icon("arrow", ""));
  const answeredSteps = new Set();
  let tried = false;
  let next = null;
  let busy = false;

  const drop = (poll) => command({ do: "drop-poll", poll: poll.poll });

  const DOES = {
    ask: () => command({ do: "open-poll", kind: "lesson" }),
    right: acts.askRight,
    async reveal({ poll }) {
      const { answer } = await command({ do: "reveal", poll: poll.poll });
      if (answer) acts.watch();
    },
    verdict: acts.verdict,
    put_away: ({ poll }) => drop(poll),
    async step({ lesson, task }) {
      if (task) await command({ do: "close-task" });
      await command({ do: "go", step: onwardOf(lesson).next });
    },
    async task({ poll }) {
      if (poll) await drop(poll);
      await command({ do: "open-task" });
    },
    end_task: () => command({ do: "close-task" }),
    forward: acts.forward,
    end: acts.end,
  };

  async function press() {
    if (busy || !next) return;
    busy = true;
    try {
      await DOES[next](line.state);
    } finally {
      busy = false;
    }
  }

  async function back() {
    const { lesson } = line.state;
    if (busy) return;
    if (!lesson) acts.back();
    else if (onwardOf(lesson).back) await command({ do: "go", step: onwardOf(lesson).back });
  }

  return {
    element, press, back,
    keys: { " ": () => !spaceIsTaken() && press(), pagedown: press, pageup: back, n: press },
    render(state) {
      const { lesson, poll, task } = state;
      if (lesson && ["watched", "revealed"].includes(poll?.state)) answeredSteps.add(lesson.step);
      tried ||= Boolean(lesson?.task && task);
      next = nextAct(state, { answeredSteps, tried });
      setText(what, t(`ui.room.on_${next}`));
      setAttr(element, "data-next", next);
    },
  };
}
