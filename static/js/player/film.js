/** A recorded run, played in a loop without the server: the living board of the first page. */
import { fromSnapshot, step } from "../net/frames.js";

const LEAST_MS = 900;
const MOST_MS = 2600;
const MS_PER_SECOND = 320;
const END_MS = 4200;

/** Real milliseconds until the act after `seconds` of virtual time. */
export function pause(seconds) {
  return Math.min(MOST_MS, Math.max(LEAST_MS, seconds * MS_PER_SECOND));
}

/** How many times faster a film plays so that the steps after `at` take at most `within` milliseconds. Pure. */
export function hurryFor({ snapshot, frames }, at, within) {
  const times = [snapshot, ...frames].filter(({ seq }) => seq >= at).map(({ t }) => t);
  const whole = times.slice(1).reduce((sum, t, k) => sum + pause(t - times[k]), 0);
  return Math.max(1, whole / within);
}

/**
 * `film` = {snapshot, frames}; `show(kind, detail)` draws: "state" (all of it) or "frame" (one act); "tick" moves the
 * time.
 */
export function createFilm({ film, clock, show, hurry = 1 }) {
  let model = fromSnapshot(film.snapshot);
  let next = 0;
  let playing = false;
  let cancel = null;
  let drift = null; // virtual seconds a real second until the next act

  clock.onTick((dt) => {
    if (!drift) return;
    clock.t = Math.min(drift.until, clock.t + dt * drift.rate);
    show("tick", { model });
  });

  function rewind() {
    model = fromSnapshot(film.snapshot);
    next = 0;
    clock.t = model.t;
    drift = null;
    show("state", { model, fade: true });
    plan();
  }

  function act() {
    const frame = film.frames[next];
    const before = model;
    const done = step(before, frame);
    if (done.gap) return;
    model = done.model;
    next += 1;
    clock.t = model.t;
    drift = null;
    show("frame", { before, model, changes: done.changes, frame });
    plan();
  }

  function plan() {
    cancel?.();
    cancel = null;
    if (!playing) return;
    const frame = film.frames[next];
    if (!frame) {
      cancel = clock.after(END_MS, rewind);
      return;
    }
    const seconds = Math.max(0, frame.t - clock.t);
    const ms = pause(seconds) / hurry;
    drift = seconds > 0 ? { until: frame.t, rate: (seconds * 1000) / ms } : null;
    cancel = clock.after(ms, act);
  }

  return {
    get playing() { return playing; },
    get model() { return model; },
    /** Shows the state before the first act. */
    start() {
      clock.t = model.t;
      show("state", { model, fade: false });
    },
    /** Plays on until act number `seq` without motion. */
    skipTo(seq) {
      while (next < film.frames.length && film.frames[next].seq <= seq) {
        model = step(model, film.frames[next]).model;
        next += 1;
      }
      clock.t = model.t;
      drift = null;
      show("state", { model, fade: false });
      plan();
    },
    play() {
      if (playing) return;
      playing = true;
      clock.play();
      plan();
    },
    stop() {
      playing = false;
      cancel?.();
      cancel = null;
      drift = null;
      clock.pause();
    },
  };
}
