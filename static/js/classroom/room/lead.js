/** Leads a room to its answer from the desk when no stage of this browser is open: the followers' boards play. */

export const STAGE_MS = 1500; // in which a stage answers that it plays
const ACT_MS = 900; // between two acts
const WHOLE_MS = 8000; // that the way may take

/** Milliseconds between two of so many acts. Pure. */
export const pauseFor = (acts) => Math.min(ACT_MS, WHOLE_MS / Math.max(1, acts));

/**
 * `state()`: the room's state, `command(message)`: a command of the presenter, `timer(ms, then)` returns what cancels
 * it. `begin(number)` leads to the verdict of that question, step by step, unless `stop()` is called before.
 */
export function createLead({ state, command, timer }) {
  let cancel = null;

  async function step(number, ms) {
    const { poll, position } = state();
    const decided = poll?.truth?.decided ?? null;
    if (poll?.poll !== number || poll.state !== "revealed" || decided === null || position.at >= decided) return;
    const { error } = await command({ do: "step", from: position.at, size: "act" });
    if (!error) cancel = timer(ms, () => step(number, ms));
  }

  return {
    begin(number) {
      cancel?.();
      cancel = timer(STAGE_MS, () => {
        const { poll, position } = state();
        step(number, pauseFor((poll?.truth?.decided ?? position.at) - position.at));
      });
    },
    stop() {
      cancel?.();
      cancel = null;
    },
  };
}
