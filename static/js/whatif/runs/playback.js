/** Moving through the moments of two runs: step, seek, play on. */
import { pause } from "../../player/film.js";

const LEAST_SECONDS = 1e-6;

/** `moments()` = [{t, was, now}]; `onMove(k, {by})`: another moment, `by` = 1 for one step on. */
export function createPlayback({ clock, moments, onMove, onState }) {
  let k = 0;
  let playing = false;
  let cancel = null;

  function go(to, by = 0) {
    const next = Math.max(0, Math.min(to, moments().length - 1));
    const same = next === k && by;
    k = next;
    if (!same) onMove(k, { by });
  }

  function stop() {
    cancel?.();
    cancel = null;
    if (!playing) return;
    playing = false;
    onState();
  }

  function plan() {
    const next = moments()[k + 1];
    if (!next) {
      stop();
      return;
    }
    const seconds = Math.max(LEAST_SECONDS, next.t - moments()[k].t);
    cancel = clock.after(pause(seconds) / clock.speed, () => {
      go(k + 1, 1);
      plan();
    });
  }

  return {
    get k() { return k; },
    get playing() { return playing; },
    seek(to) {
      stop();
      go(to);
    },
    step(by) {
      stop();
      go(k + by, by);
    },
    /** The moments are others now: the place in them is `to`. */
    place(to) { k = Math.max(0, Math.min(to, moments().length - 1)); },
    toggle() {
      if (playing) {
        stop();
        return;
      }
      if (k >= moments().length - 1) go(0);
      playing = true;
      onState();
      plan();
    },
  };
}
