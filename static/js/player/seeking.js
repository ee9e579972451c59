/** Going to a step: from the states at hand, else from the server; of several wishes the last one counts. */
import { fromSnapshot } from "../net/frames.js";

export function createSeeking({ state, history, emit, showing, requests }) {
  let wanted = null;

  async function request(to, purpose) {
    wanted = to;
    if (state.busy) return;
    state.busy = true;
    while (wanted !== null) {
      const target = wanted;
      wanted = null;
      const answer = await requests.ask({ do: "seek", to: target }, purpose);
      if (!answer) break;
      history.raiseHead(answer.head);
      if (answer.snapshot && wanted === null) showing.jump(fromSnapshot(answer.snapshot));
    }
    state.busy = false;
    emit("state");
  }

  return {
    request,
    to(seq) {
      showing.drop();
      const target = Math.max(0, Math.min(seq, state.head));
      if (target === state.model.seq && !state.into) return;
      const kept = history.modelAtHand(target);
      if (kept) {
        wanted = null;
        showing.jump(kept);
      } else request(target);
    },
  };
}
