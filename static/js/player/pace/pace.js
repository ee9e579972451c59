/** How fast the virtual clock goes while playing: at the chosen speed, faster through a long wait. */

const MOST_WALL_S = 4;
const THROUGH_S = 2.5;
const SLOW_S = 1;

/**
 * A gap worth shortening: {from, until, rate} with rate in virtual seconds a real second; null where waiting is short
 * enough.
 * The last second before the act is played at the chosen speed. Pure.
 */
export function gapAhead(now, next, speed) {
  if (next === null || (next - now) / speed <= MOST_WALL_S) return null;
  const until = next - SLOW_S * speed;
  return { from: now, until, next, rate: (until - now) / THROUGH_S };
}

export function createPace({ clock, emit }) {
  /** The long wait that is gone through, as `gapAhead` says it, or null. */
  let wait = null;

  return {
    get waiting() { return wait !== null; },
    forget() { wait = null; },
    /** A long wait is found once, when it begins, and said once. `next()` = when something happens again. */
    look(next) {
      if (wait) {
        if (clock.t >= wait.next) wait = null;
        return;
      }
      wait = gapAhead(clock.t, next(), clock.speed);
      if (wait) emit("gap", wait);
    },
    /** Virtual seconds in `dt` real ones. */
    step(dt) {
      const own = dt * clock.speed;
      return wait ? Math.min(dt * wait.rate, Math.max(own, wait.until - clock.t)) : own;
    },
    /** Virtual seconds a real second just now. */
    get rate() {
      return wait && clock.t < wait.until ? Math.max(clock.speed, wait.rate) : clock.speed;
    },
  };
}
