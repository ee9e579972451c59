/** The truth of a question is held back until the board comes to the step on which it is seen. */

/**
 * Returns `hold(poll, {seq, follows})`: the question as it may be shown now. While the board is on its way to the
 * verdict the state is "watched", and the truth is null. Who does not follow sees it at once, and a verdict that has
 * fallen stays. `release()` ends the wait.
 */
export function createHold() {
  let fell = null; // the number of the question whose verdict has fallen

  function hold(poll, { seq, follows }) {
    if (poll?.state !== "revealed") return poll;
    const decided = poll.truth?.decided ?? null;
    if (fell === poll.poll || decided === null || !follows || seq === null || seq >= decided) {
      fell = poll.poll;
      return poll;
    }
    return { ...poll, state: "watched", truth: null };
  }

  return { hold, release(poll) { fell = poll; } };
}
