/** Going to a step: from the states at hand, else from the server; of several wishes the last one counts. */
import { fromSnapshot } from "../net/frames.js";

export function createSeeking({ state, history, done, showing, requests }) {
  let wanted = null;
  let wishes = 0; // so many so far: an answer to an older one moves nobody

  async function request(to, purpose) {
    wanted = to;
    wishes += 1;
    if (state.busy) return;
    state.busy = true;
    while (wanted !== null) {
      const [target, mine] = [wanted, wishes];
      wanted = null;
      const answer = await requests.ask({ do: "seek", to: target }, purpose);
      if (!answer) break;
      history.raiseHead(answer.head);
      if (answer.snapshot && mine === wishes) showing.jump(fromSnapshot(answer.snapshot, state.model));
    }
    state.busy = false;
    done();
  }

  return {
    request,
    to(seq) {
      showing.drop();
      wanted = null;
      wishes += 1;
      const target = Math.max(0, Math.min(seq, state.head));
      if (target === state.model.seq && !state.into) return;
      const kept = history.modelAtHand(target);
      if (kept) showing.jump(kept);
      else request(target);
    },
  };
}
