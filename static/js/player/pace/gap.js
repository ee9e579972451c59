/** Long stretches of the virtual clock in which nothing happens: how fast to go through them. Pure. */

const MOST_WALL_S = 10;
const THROUGH_S = 2.5;
const SLOW_S = 1;

/**
 * The next time at which something may happen, as far as the browser knows it: the next recorded act, else the nearest
 * end of a grace period or a backoff. Null where it is not known.
 */
export function nextKnown(model, acts, head) {
  if (model.seq < head) {
    const next = acts.find((act) => act[0] === model.seq + 1);
    if (next) return next[1];
  }
  const ends = [];
  for (const span of model.spans.values()) if (span.to === null && span.deadline > model.t) ends.push(span.deadline);
  for (const pod of model.pods.values()) if (pod.backoffUntil > model.t) ends.push(pod.backoffUntil);
  for (const timer of model.timers?.values() ?? []) if (timer.to > model.t) ends.push(timer.to);
  return ends.length ? Math.min(...ends) : null;
}

/**
 * A gap worth shortening: {from, until, rate} with rate in virtual seconds a real second; null where waiting is short
 * enough.
 * The last second before the act is played at the chosen speed.
 */
export function gapAhead(now, next, speed) {
  if (next === null || (next - now) / speed <= MOST_WALL_S) return null;
  const until = next - SLOW_S * speed;
  return { from: now, until, next, rate: (until - now) / THROUGH_S };
}
