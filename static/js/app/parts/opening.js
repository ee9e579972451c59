/**
 * The first picture of a board is its first decision: the acts before it, then the decision stop by stop, slowly, and
 * no further. Whatever a person does ends it where it is. With reduced motion the decision stands there at once.
 */
const SLOWLY_MS = 900;
const MOST_MS = 8000; // of all stops of a decision
const ENDED_BY = ["pointerdown", "keydown", "wheel"];

/** The step that the first decision led to, of acts [seq, t, actor, kind, …]; null where there is none. Pure. */
export const firstDecision = (acts) => acts.find(([, , , kind]) => kind === "schedule")?.[0] ?? null;

/** Milliseconds between two stops of so many. Pure. */
export const pauseOf = (stops) => Math.min(SLOWLY_MS, MOST_MS / Math.max(1, stops));

/** `root` is where a person's doings are heard. Resolves, for a test, with the step at which it ended. */
export function open({ player, clock }, root = document) {
  const { state } = player;
  const decision = firstDecision(state.acts);
  if (decision === null) return Promise.resolve(state.model.seq);
  if (clock.reducedMotion) {
    player.seek(decision);
    return Promise.resolve(decision);
  }
  return new Promise((done) => {
    let cancel = null;
    function end() {
      cancel?.();
      for (const kind of ENDED_BY) root.removeEventListener(kind, end, true);
      done(state.model.seq);
    }
    async function go() {
      const { model, into } = state;
      if (model.seq >= decision || state.playing) {
        end();
        return;
      }
      await player.forward(model.seq + 1 < decision && !into ? "act" : "into");
      if (cancel) cancel = clock.after(state.into ? pauseOf(state.into.stops.length) : SLOWLY_MS, go);
    }
    for (const kind of ENDED_BY) root.addEventListener(kind, end, true);
    cancel = clock.after(SLOWLY_MS, go);
  });
}
