/** Steps of a chosen size, forwards and back, also through the inside of a decision. */
import { stopsOf } from "../board/decision/into.js";

const MOST_FRAMES = 200; // of one answer
const MOST_PIECES = 25; // of a long way to quiet

export function createStepping({ state, history, emit, showing, seeking, requests }) {
  /** Runs one piece of work at a time. */
  async function guarded(work) {
    if (state.busy || !state.model) return;
    state.busy = true;
    try {
      await work();
    } finally {
      state.busy = false;
      emit("state");
    }
  }

  /** The frame after the one that is shown, or null where there is none. */
  async function fetchNext() {
    const next = history.frame(state.model.seq + 1);
    if (next) return next;
    const answer = await requests.ask({ do: "step", from: state.model.seq, size: "act" });
    if (!answer) return null;
    history.take(answer);
    if (!answer.frames?.length) emit("state", { end: answer.end, quiet: answer.quiet });
    return answer.frames?.[0] ?? null;
  }

  function moveInto(k) {
    state.into = { ...state.into, k };
    emit("into", { into: state.into });
  }

  function openInto(frame, k) {
    const stops = stopsOf(frame.decision);
    const at = Math.max(0, Math.min(k, stops.length - 1));
    state.into = { frame, decision: frame.decision, stops, k: at };
    emit("into", { into: state.into });
  }

  async function intoForward() {
    if (state.into) {
      const { k, stops, frame } = state.into;
      if (k + 1 < stops.length) moveInto(k + 1);
      else showing.enqueue([frame]);
      return;
    }
    const frame = await fetchNext();
    if (!frame || frame.seq !== state.model.seq + 1) return;
    if (frame.decision) openInto(frame, 0);
    else showing.enqueue([frame]);
  }

  /** A long way to quiet comes in pieces; each is shown when it is there. */
  async function inPieces(size) {
    for (let piece = 0; piece < MOST_PIECES; piece += 1) {
      const answer = await requests.ask({ do: "step", from: state.model.seq, size, limit: MOST_FRAMES });
      if (!answer) return;
      history.take(answer);
      const list = answer.frames ?? [];
      showing.enqueue(list);
      if (!list.length) emit("state", { end: answer.end, quiet: answer.quiet });
      if (size !== "quiet" || list.length < MOST_FRAMES || answer.quiet || answer.end) return;
    }
  }

  function leaveInto() {
    state.into = null;
    emit("jump", { model: state.model, why: "seek" });
  }

  return {
    forward(size) {
      showing.flush();
      return guarded(() => {
        if (size === "into") return intoForward();
        if (state.into && size === "act") return showing.enqueue([state.into.frame]);
        const kept = history.frame(state.model.seq + 1);
        if (size === "act" && kept) return showing.enqueue([kept]);
        return inPieces(size);
      });
    },
    back(size) {
      showing.flush();
      const { model, into } = state;
      if (!model) return;
      if (into) {
        if (size === "into" && into.k > 0) moveInto(into.k - 1);
        else leaveInto();
        return;
      }
      if (model.seq === 0) return;
      const frame = history.frame(model.seq) ?? (model.frame?.seq === model.seq ? model.frame : null);
      const earlier = history.model(model.seq - 1);
      if (size === "into" && frame?.decision && earlier) {
        showing.jump(earlier);
        history.keepFrame(frame);
        openInto(frame, Infinity);
        return;
      }
      seeking.to(model.frame.back[size === "into" ? "act" : size]);
    },
    /** Opens the next decision at its stop `k`, as an address asks. */
    openNext(k) {
      return guarded(async () => {
        const frame = await fetchNext();
        if (!frame?.decision || frame.seq !== state.model.seq + 1) return;
        state.size = "into";
        openInto(frame, k);
      });
    },
  };
}
