/** Going to a step: from the states at hand, else from the server; of several wishes the last one counts. */
import { fromSnapshot } from "../net/frames.js";

export function createSeek({ state, history, on, display, requests }) {
  let goal = null;
  let wishes = 0; // so many so far: an answer to an older one moves nobody

  async function request(to, purpose) {
    goal = to;
    wishes += 1;
    if (state.busy) return;
    state.busy = true;
    while (goal !== null) {
      const [target, mine] = [goal, wishes];
      goal = null;
      const answer = await requests.ask({ do: "seek", to: target }, purpose);
      if (!answer) break;
      history.raiseHead(answer.head);
      if (answer.snapshot && mine === wishes) display.jump(fromSnapshot(answer.snapshot, state.model));
    }
    state.busy = false;
    on.done();
  }

  return {
    request,
    /** Resolves, where something has to be asked for, when it is shown. */
    to(seq) {
      display.drop();
      goal = null;
      wishes += 1;
      const target = Math.max(0, Math.min(seq, state.head));
      if (target === state.model.seq && !state.into) return null;
      const kept = history.modelAtHand(target);
      return kept ? display.jump(kept) : request(target);
    },
  };
}
