/** What the page shows of two runs: the moment, the mode, what is chosen; and everything that draws it. */
import { setText } from "../../el.js";
import { say } from "../../i18n.js";
import { createChanges } from "./changes.js";
import { createPlayback } from "./playback.js";
import { createRows } from "./rows.js";
import { createStage } from "./stage.js";
import { createTransport } from "./transport.js";
import { createWorld, momentAt, momentsOf, namesOf } from "./worlds.js";

const AS_IT_WAS = { id: "ui.change.as_it_was", args: {} };
const NOTHING_YET = { says: AS_IT_WAS, changed: [], same: [], upto: 0, whole: true };

/**
 * `roots` = {zones, queue, chips, services, overlay, changed, time, headline}; `second` = where the page begins, `held`
 * whether somebody chose it; `onChoose({pod} | {node})`, `onDrawn()` after everything was drawn.
 */
export function createView({ roots, clock, second, held, onChoose, onDrawn }) {
  const shown = {
    was: null, now: null, moments: [{ t: 0, was: 0, now: 0 }], comparison: NOTHING_YET, names: new Map(), mode: "both",
    chosen: null,
  };
  let target = second;
  let chosenMoment = held;

  const stage = createStage({ roots, clock, onChoose });
  const playing = createPlayback({
    clock, moments: () => shown.moments, onState: () => draw(), onMove: (k, { by }) => draw(by),
  });

  function seekSecond(at) {
    chosenMoment = true;
    playing.seek(momentAt(shown.moments, at));
  }

  const changes = createChanges(roots.changed, (pair) => {
    onChoose({ pod: pair.key });
    seekSecond(pair.from);
  });
  const transport = createTransport(roots.time, playing, () => {
    const [first] = shown.comparison.changed;
    if (first) seekSecond(first.from);
  });
  const rows = createRows(roots.time, (k) => {
    chosenMoment = true;
    playing.seek(k);
  });

  function draw(by = 0) {
    if (!shown.was || !shown.now) return;
    const { moments, comparison } = shown;
    const at = moments[playing.k].t;
    const frame = stage.render(shown, playing.k, by);
    const chosen = shown.chosen?.pod ?? null;
    rows.render({ moments, k: playing.k, comparison, now: at, chosen });
    transport.render({ frame, second: at, differs: comparison.changed.length > 0 });
    changes.render(comparison, { chosen });
    setText(roots.headline, say(comparison.says));
    onDrawn();
  }

  return {
    shown, stage, playing, draw,
    get second() { return shown.moments[playing.k].t; },
    setMode(mode) {
      shown.mode = mode;
      draw();
    },
    /** Something on the board: from then on the moment stays, so that it stays there too. */
    choose(what) {
      shown.chosen = what;
      chosenMoment = true;
      draw();
    },
    /** The run as it is. */
    takeBase(film) { shown.was = createWorld(film); },
    /** There is no changed run that could be played: the one before stays, or the run as it is. */
    keep() {
      if (!shown.now && shown.was) Object.assign(shown, { now: shown.was, moments: momentsOf(shown.was, shown.was) });
      draw();
    },
    /** A changed run. Unless somebody chose the moment, the first one at which something differs is shown. */
    take(film, comparison, same) {
      const at = target ?? shown.moments[playing.k].t;
      target = null;
      shown.now = createWorld(film);
      shown.comparison = same ? { ...comparison, says: AS_IT_WAS } : comparison;
      shown.names = namesOf(comparison);
      shown.moments = momentsOf(shown.was, shown.now);
      const [first] = comparison.changed;
      playing.place(momentAt(shown.moments, chosenMoment || !first ? at : first.from));
      draw();
    },
  };
}
