/** Long stretches of the virtual clock in which nothing happens: how fast to go through them. Pure. */

const MOST_WALL_S = 4;
const THROUGH_S = 2.5;
const SLOW_S = 1;

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
