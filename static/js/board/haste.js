/** Whether states follow each other so closely that somebody scrubs. */
const SCRUBBING_MS = 350;

/** Returns a function to call with each state: whether the one before came a moment ago. */
export function createHaste(clock) {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const before = last;
    last = clock.now();
    return last - before < SCRUBBING_MS;
  };
}
