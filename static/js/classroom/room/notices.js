/** What a presenter tells all: one line, eyes front, the timer of a discussion. */
import { el, setText } from "../../el.js";
import { t } from "../../i18n.js";
import { minutes, secondsLeft } from "./state.js";

const EACH_MS = 250;
const TURN = 100; // length of the ring's path

/** A ring that empties with the time, and the time: {element, render(state)}. It runs while it is shown. */
export function createTimer(clock) {
  const ring = el("span.timer-ring", { "aria-hidden": "true" });
  const time = el("b.tn");
  const element = el("span.room-timer", { role: "timer", "aria-live": "off", hidden: true }, ring,
    el("span", { text: t("ui.room.discuss") }), time);
  let state = null;
  let cancel = null;

  function tick() {
    cancel = null;
    const left = state ? secondsLeft(state, clock.now()) : null;
    element.hidden = left === null;
    if (left === null) return;
    setText(time, minutes(left));
    const all = Math.max(left, state.room.discussSeconds || left);
    ring.style.setProperty("--left", String((TURN * left) / all));
    element.toggleAttribute("data-soon", left <= 10);
    cancel = clock.after(EACH_MS, tick);
  }

  return {
    element,
    render(next) {
      state = next;
      cancel?.();
      tick();
    },
  };
}

/** The line to all, and the word that eyes go to the front: {element, render(state)}. */
export function createNotices() {
  const line = el("p.room-said", { hidden: true });
  const pause = el("p.room-pause", { hidden: true, text: t("ui.room.paused") });
  return {
    element: el("div.room-notices", { role: "status" }, pause, line),
    render({ room }) {
      setText(line, room?.say ?? "");
      line.hidden = !room?.say;
      pause.hidden = !room?.paused;
    },
  };
}
