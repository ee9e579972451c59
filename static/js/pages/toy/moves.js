/** The moves of the toy, one after the other, in a run that is opened before the first. */
import { createRun, openRun } from "./run.js";
import { HOLDS_MS } from "./throws.js";

/**
 * `form` creates the run; `onRefusal(text)`: there is none, "" without a reason; `onLost()`: its line is gone for good;
 * `onDone()` after each move.
 */
export function createMoves({ player, clock, form, onRefusal, onLost, onDone }) {
  let work = Promise.resolve();
  let opened = null; // whether the run is open, once it is known
  let run = null;
  let landing = null; // cancels the wait for a pod that comes down

  async function open() {
    const answer = await createRun(form);
    if (!answer.run) {
      onRefusal(answer.refusal);
      return false;
    }
    ({ run } = answer);
    await openRun(run, { player, clock, onLost });
    return true;
  }

  return {
    /** The id of the run, null before the first move. */
    get run() { return run; },
    /** Whether a pod comes down. */
    get landing() { return landing !== null; },
    /** Does `act` after all that was begun before it; after a refusal the next move asks for a run again. */
    after(act) {
      work = work.then(async () => {
        opened ??= open();
        if (await opened) await act();
        else opened = null;
        onDone();
      });
      return work;
    },
    /** Time goes on when the pod has come down into the queue. */
    playSoon() {
      const ms = clock.reducedMotion ? 0 : HOLDS_MS["input-apply"];
      landing = clock.after(ms, () => {
        landing = null;
        player.play();
      });
    },
    /** Time does not go on by itself before an input. */
    input(value) {
      landing?.();
      landing = null;
      return player.tryInput(value);
    },
  };
}
