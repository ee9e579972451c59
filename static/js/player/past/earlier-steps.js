/** Asks for what led to a step and never came by, for panels that look back. */
import { fromSnapshot } from "../../net/frames.js";

const MOST_RECALLED = 400;
const MOST_FRAMES = 200; // of one answer
const LOOK = { why: "look" }; // the page stays where it stands

export function createRecall({ state, history, emit, requests }) {
  let recalled = 0; // up to this step nothing more is asked for
  let of = null; // the run
  let looks = 0; // that are under way

  async function look() {
    const to = state.model.seq;
    if (of !== state.run?.id) [of, recalled] = [state.run?.id, 0];
    let at = Math.max(0, to - MOST_RECALLED);
    while (at < to && history.frame(at + 1)) at += 1;
    if (to <= recalled || (at === to && (history.start || to > MOST_RECALLED))) return;
    recalled = to;
    if (!history.start && to <= MOST_RECALLED) {
      const first = await requests.ask({ do: "seek", to: 0 }, LOOK);
      if (first?.snapshot) history.start = fromSnapshot(first.snapshot);
      at = 0;
    }
    while (at < to) {
      const limit = Math.min(MOST_FRAMES, to - at);
      const answer = await requests.ask({ do: "step", from: at, size: "quiet", limit }, LOOK);
      if (!answer?.frames?.length) break;
      history.keepFrames(answer.frames);
      at = answer.to;
    }
    emit("recall");
  }

  return {
    /** Once for each step, the last frames of the way to it; the server then knows again where this page stands. */
    async look() {
      looks += 1;
      await look();
      looks -= 1;
    },
    get still() { return looks === 0; },
  };
}
