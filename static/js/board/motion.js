/** How long motions last and how they speed up (the tokens of static/css/tokens.css), and when none has time. */

const SCRUBBING_MS = 350;
const DURATIONS = ["fast", "judge", "move", "travel", "stagger", "reveal"];

/** A CSS time in milliseconds: "140ms" and ".14s" are both 140. */
export function milliseconds(text) {
  const value = parseFloat(text);
  return /[\d.]\s*s$/.test(text.trim()) ? value * 1000 : value;
}

/**
 * The motion tokens that a style declares. Pure but for the style it reads.
 * @param {CSSStyleDeclaration} style computed style of the root element
 * @returns {{fast: number, judge: number, move: number, travel: number, stagger: number, reveal: number,
 *   easeOut: string, easeInOut: string}} durations in milliseconds
 */
export function motionOf(style) {
  const motion = { easeOut: style.getPropertyValue("--ease-out"), easeInOut: style.getPropertyValue("--ease-in-out") };
  for (const name of DURATIONS) motion[name] = milliseconds(style.getPropertyValue(`--t-${name}`));
  return motion;
}

/** Returns a function to call with each state: whether the one before came a moment ago, so that somebody scrubs. */
export function createHaste(clock) {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const before = last;
    last = clock.now();
    return last - before < SCRUBBING_MS;
  };
}
