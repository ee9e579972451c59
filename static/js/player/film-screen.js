/** A film on a board of its own, with its sentence, its clock, and a button that plays it. */
import { createLoneBoard } from "../board/lone-board.js";
import { setAttr, setText } from "../el.js";
import { clockTime } from "../format.js";
import { say } from "../i18n.js";
import { icon } from "../icons.js";
import { createFilm, hurryFor } from "./film.js";

/** `parts` = {zones, queue, overlay, say, clock, play}: elements; `onDraw()` is called when another step is shown. */
export function createScreen(parts, clock, onDraw = () => {}) {
  const { board, state, act } = createLoneBoard(parts, { clock });
  let film = null;

  function draw(kind, detail) {
    if (kind === "tick") board.tick(clock.t);
    else if (kind === "frame") act(detail);
    else state(detail.model, { fade: detail.fade });
    const { message } = detail.model.frame ?? {};
    if (kind !== "tick" && message) setText(parts.say, say(message));
    setText(parts.clock, clockTime(clock.t));
    if (kind !== "tick") onDraw();
  }

  function press(playing) {
    if (playing) film.play();
    else film.stop();
    setAttr(parts.play, "aria-pressed", String(playing));
    parts.play.replaceChildren(icon(playing ? "pause" : "play"));
  }

  parts.play.addEventListener("click", () => press(!film.playing));
  new ResizeObserver(() => board.relayout()).observe(parts.zones);
  return {
    board, press,
    get film() { return film; },
    /**
     * Shows a recorded run at step `at`, at rest; `words` stand there until an act has a sentence. From there to its
     * end it takes `within` milliseconds at most.
     */
    show(recorded, at, words = "", within = Infinity) {
      film?.stop();
      setText(parts.say, words);
      film = createFilm({ film: recorded, clock, show: draw, hurry: hurryFor(recorded, at, within) });
      film.start();
      if (at > film.model.seq) film.skipTo(at);
      parts.play.hidden = true;
    },
    /** Plays it, unless the visitor wants no motion: then the button waits. */
    play() {
      parts.play.hidden = false;
      press(!clock.reducedMotion);
    },
  };
}
