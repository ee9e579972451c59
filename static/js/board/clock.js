/**
 * The only owner of time in the browser: real time, timers, animation, and the virtual clock of the board.
 * `freeze(ms)` stops all of it, each running animation at `ms`, so that a picture can be taken twice and be equal.
 */
export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16];

/** Page time: what waits in it waits also as long as it is frozen. */
function createWaits(host, isFrozen) {
  const held = new Set();
  return {
    /** Waits `ms`. Returns cancel. */
    after(ms, fn) {
      const entry = { fn, id: 0 };
      held.add(entry);
      entry.id = host.setTimeout(() => {
        if (isFrozen()) {
          entry.due = true;
          return;
        }
        held.delete(entry);
        fn();
      }, ms);
      return () => {
        host.clearTimeout(entry.id);
        held.delete(entry);
      };
    },
    /** Does what became due while it was frozen. */
    release() {
      for (const entry of [...held]) {
        if (!entry.due) continue;
        held.delete(entry);
        entry.fn();
      }
    },
  };
}

export function createClock(host = globalThis) {
  const listeners = new Set();
  const waits = createWaits(host, () => frozenAt !== null);
  let virtual = 0;
  let speed = 1;
  let running = false;
  let frozenAt = null;
  let raf = 0;
  let before = 0;

  const reduced = host.matchMedia?.("(prefers-reduced-motion: reduce)");

  function loop(now) {
    raf = 0;
    if (frozenAt !== null) return;
    const dt = Math.min(250, now - before) / 1000;
    before = now;
    for (const fn of listeners) fn(dt);
    if (running) raf = host.requestAnimationFrame(loop);
  }

  function wake() {
    if (raf || !running || frozenAt !== null) return;
    before = host.performance.now();
    raf = host.requestAnimationFrame(loop);
  }

  return {
    /** Virtual seconds shown now. */
    get t() { return virtual; },
    set t(value) { virtual = value; },
    get speed() { return speed; },
    set speed(value) { speed = Math.min(16, Math.max(0.25, value)); },
    get playing() { return running; },
    get frozen() { return frozenAt !== null; },
    get reducedMotion() { return reduced?.matches ?? false; },
    /** Real milliseconds, for measuring only. */
    now: () => host.performance.now(),
    /** The visitor's date, as a number of days since 1 January 1970. */
    today() {
      const date = new host.Date();
      return host.Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
    },
    play() {
      running = true;
      wake();
    },
    pause() { running = false; },
    /** `fn(dt)` each frame while playing; dt in real seconds. */
    onTick(fn) {
      listeners.add(fn);
      return () => listeners.delete(fn);
    },
    after: waits.after,
    /** Real time, for the network: runs also while the picture is frozen. */
    timer(ms, fn) {
      const id = host.setTimeout(fn, ms);
      return () => host.clearTimeout(id);
    },
    /** Element animation under this clock. Null where there is nothing to animate with. */
    animate(element, keyframes, options) {
      if (!element.animate) return null;
      const animation = element.animate(keyframes, options);
      if (frozenAt !== null) {
        animation.pause();
        animation.currentTime = frozenAt;
      }
      return animation;
    },
    freeze(ms = 0) {
      frozenAt = ms;
      for (const animation of host.document.getAnimations()) {
        animation.pause();
        animation.currentTime = ms;
      }
    },
    unfreeze() {
      frozenAt = null;
      for (const animation of host.document.getAnimations()) animation.play();
      waits.release();
      wake();
    },
  };
}
