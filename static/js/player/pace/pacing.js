/** How fast the virtual clock goes while playing: at the chosen speed, faster through a long wait. */
import { gapAhead } from "./gap.js";

export function createPacing({ clock, emit }) {
  /** The long wait that is gone through, as `gapAhead` says it, or null. */
  let wait = null;

  return {
    get waiting() {
      return wait !== null;
    },
    forget() {
      wait = null;
    },
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
