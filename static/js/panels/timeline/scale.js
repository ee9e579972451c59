/** Virtual time ↔ pixels of the timeline, and which window of time it shows. Pure. */
const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21600, 86400];
const WINDOW_S = 72;

/** Linear scale with its inverse. */
export function scale(t0, t1, x0, x1) {
  const k = (x1 - x0) / Math.max(1e-9, t1 - t0);
  return {
    t0, t1, x0, x1,
    x: (t) => x0 + (t - t0) * k,
    t: (x) => t0 + (x - x0) / k,
    clamp: (t) => Math.max(x0, Math.min(x1, x0 + (t - t0) * k)),
  };
}

/** Ticks at round times, at least `gap` pixels apart. */
export function ticks(s, gap = 90) {
  const perPixel = (s.t1 - s.t0) / Math.max(1, s.x1 - s.x0);
  const step = STEPS.find((v) => v / perPixel >= gap) ?? STEPS[STEPS.length - 1];
  const out = [];
  const first = Math.ceil(s.t0 / step - 1e-9);
  for (let n = first; n * step <= s.t1 + 1e-9; n += 1) out.push(Math.round(n * step * 1000) / 1000);
  return out;
}

/** The ticks whose time has space: neither below the flag of the playhead at `px` nor over another time. Pure. */
export function labelled(s, px) {
  let last = -Infinity;
  return ticks(s).filter((at) => {
    const x = s.x(at);
    const fits = Math.abs(x + 22 - px) > 60 && x - last > 44 && x + 36 <= s.x1;
    if (fits) last = x;
    return fits;
  });
}

/**
 * Seconds to show. All of it while it fits in 90 s, else a window of 72 s: the end of the run once we are in it,
 * before that moving in thirds.
 * `last` = end of all that is known (acts, deadlines).
 */
export function windowFor(now, last) {
  const end = Math.max(last, now, 1);
  if (end <= 90) return [0, Math.max(10, end * 1.12)];
  const tail = Math.max(0, Math.floor((end + 4 - WINDOW_S) / 6) * 6);
  if (now - tail >= WINDOW_S / 6) return [tail, Math.max(tail + WINDOW_S, end + 4)];
  const third = WINDOW_S / 3;
  const start = Math.max(0, Math.floor((now - third) / third) * third);
  return [start, start + WINDOW_S];
}

/**
 * Where a label of `width` goes that would begin at `x` on a bar up to `end`: right of the playhead where that would
 * stand in it. Pure.
 */
export function besidePlayhead(x, width, px, end) {
  const crossed = px > x - 4 && px < x + width + 4;
  return crossed && px + 8 + width <= end ? px + 8 : x;
}
