/** Steps of a chosen size, forwards and back, also through the inside of a decision. */

const MOST_FRAMES = 200; // of one answer
const MOST_PIECES = 25; // of a long way to quiet

/** Frames that are asked for when somebody steps. */
function createFetched({ state, history, emit, display, requests }) {
  /** The frame after the one that is shown, or null where there is none. */
  async function next() {
    const kept = history.frameAtHand(state.model.seq + 1);
    if (kept) return kept;
    const answer = await requests.ask({ do: "step", from: state.model.seq, size: "act" });
    if (!answer) return null;
    history.take(answer);
    if (!answer.frames?.length) emit("state", { end: answer.end, quiet: answer.quiet });
    return answer.frames?.[0] ?? null;
  }

  /** A long way to quiet comes in pieces; each is shown when it is there. */
  async function inPieces(size) {
    for (let piece = 0; piece < MOST_PIECES; piece += 1) {
      const answer = await requests.ask({ do: "step", from: state.model.seq, size, limit: MOST_FRAMES });
      if (!answer) return;
      history.take(answer);
      const list = answer.frames ?? [];
      display.enqueue(list);
      if (!list.length) emit("state", { end: answer.end, quiet: answer.quiet });
      if (size !== "quiet" || list.length < MOST_FRAMES || answer.quiet || answer.end) return;
    }
  }

  /** Makes the steps up to one that is beyond the newest, without showing each. */
  async function reach(to) {
    for (let piece = 0; piece < MOST_PIECES && state.head < to; piece += 1) {
      const limit = Math.min(MOST_FRAMES, to - state.head);
      const answer = await requests.ask({ do: "step", from: state.head, size: "quiet", limit });
      if (!answer?.frames?.length) return;
      history.take(answer);
    }
  }

  return { next, inPieces, reach };
}

/** The inside of a decision: `state.into` = {frame, decision, stops, k}. */
function createInside({ state, history, emit, display, requests }) {
  /** The whole decision that led to a step, or null where it cannot be had. A step that happened keeps it. */
  async function fetchDecision(seq) {
    const kept = history.decision(seq);
    if (kept) return kept;
    const answer = await requests.ask({ do: "decision", seq });
    if (answer?.decision) history.keepDecision(seq, answer.decision);
    return answer?.decision ?? null;
  }

  /** While one steps into decisions, that of the step that is shown is at hand before somebody goes back into it. */
  function fetchShown() {
    const { model, size, into } = state;
    if (size === "into" && !into && model?.frame?.decision) fetchDecision(model.seq);
  }

  function moveInto(k) {
    state.into = { ...state.into, k };
    emit("into", { into: state.into });
  }

  /** Opens the decision of the frame that leads on from the step that is shown. */
  async function openInto(frame, k) {
    const decision = await fetchDecision(frame.seq);
    if (!decision || frame.seq !== state.model.seq + 1) return;
    const { stops } = decision;
    state.into = { frame, decision, stops, k: Math.max(0, Math.min(k, stops.length - 1)) };
    emit("into", { into: state.into });
  }

  /** Back from the step that a decision led to, to the last stop in it. */
  async function backInto(frame, earlier, k = Infinity) {
    const from = state.model;
    const decision = await fetchDecision(frame.seq);
    if (!decision || state.model !== from) return;
    display.jump(earlier);
    history.keepFrame(frame);
    await openInto(frame, k);
  }

  function leaveInto() {
    state.into = null;
    emit("jump", { model: state.model, why: "seek" });
  }

  return { fetchShown, moveInto, openInto, backInto, leaveInto };
}

export function createSteps({ state, history, emit, on, display, seek, requests }) {
  const fetched = createFetched({ state, history, emit, display, requests });
  const { fetchShown, moveInto, openInto, backInto, leaveInto } =
    createInside({ state, history, emit, display, requests });

  let underWay = null; // the work that runs

  async function busyWith(work) {
    state.busy = true;
    try {
      await work();
    } finally {
      state.busy = false;
      underWay = null;
      on.done();
    }
  }

  /** Runs one piece of work at a time. */
  async function guarded(work) {
    if (state.busy || !state.model) return;
    underWay = busyWith(work);
    await underWay;
  }

  async function intoForward() {
    if (state.into) {
      const { k, stops, frame } = state.into;
      if (k + 1 < stops.length) moveInto(k + 1);
      else {
        display.enqueue([frame]);
        fetchShown();
      }
      return;
    }
    const frame = await fetched.next();
    if (!frame || frame.seq !== state.model.seq + 1) return;
    if (frame.decision) await openInto(frame, 0);
    else display.enqueue([frame]);
  }

  return {
    forward(size) {
      display.flush();
      return guarded(() => {
        if (size === "into") return intoForward();
        if (state.into && size === "act") return display.enqueue([state.into.frame]);
        const kept = history.frameAtHand(state.model.seq + 1);
        if (size === "act" && kept) return display.enqueue([kept]);
        return fetched.inPieces(size);
      });
    },
    /** Resolves, where something has to be asked for, when it is shown. */
    back(size) {
      display.flush();
      const { model, into } = state;
      if (!model) return null;
      if (into) return size === "into" && into.k > 0 ? moveInto(into.k - 1) : leaveInto();
      if (model.seq === 0) return null;
      const frame = history.frame(model.seq) ?? (model.frame?.seq === model.seq ? model.frame : null);
      const earlier = history.model(model.seq - 1);
      if (size === "into" && frame?.decision && earlier) {
        return guarded(() => backInto(frame, earlier));
      }
      return seek.to(model.frame.back[size === "into" ? "act" : size]);
    },
    /** Opens the next decision at its stop `k`, as an address asks. */
    openNext(k) {
      return guarded(async () => {
        const frame = await fetched.next();
        if (!frame?.decision || frame.seq !== state.model.seq + 1) return;
        state.size = "into";
        await openInto(frame, k);
      });
    },
    /** Into the decision of a step that came by, to its stop `k`, wherever this page stands beside it. */
    along(seq, k) {
      const { into, model } = state;
      const frame = history.frame(seq);
      if (into?.frame.seq === seq) return moveInto(Math.min(k, into.stops.length - 1));
      if (!model || !frame?.decision) return null;
      return guarded(async () => {
        const earlier = history.model(seq - 1);
        if (model.seq === seq && earlier) await backInto(frame, earlier, k);
        else if (model.seq === seq - 1) await openInto(frame, k);
        if (state.into) display.drop();
        else display.drain();
      });
    },
    async upTo(to) {
      if (to > state.head) await guarded(() => fetched.reach(to));
      await seek.to(Math.min(to, state.head));
    },
    fetchShown,
    /** Resolves when the steps that were asked for have come; null where none are under way. */
    get underWay() { return underWay; },
  };
}
