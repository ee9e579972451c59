/** Playing: the virtual clock runs, and frames are asked for before they are due. */

const AHEAD_S = 0.4; // real seconds of frames at hand
const AHEAD_IN_WAIT_S = 0.1; // at the head of a long wait: one may still act in it
const ASK_WITHIN_S = 0.3;
const ASK_WITHIN_WAIT_S = 0.08;
const RECORDED_AHEAD_S = 4; // of what is recorded more may be asked for at once
const MOST_RECORDED = 60;
const PAUSE_MS = 150; // after an answer without frames
const UNIONS_FROM_SPEED = 8; // single acts are not seen any more: one union of all that happened in a moment
const UNION_MS = 100; // between two unions
const UNION_S = 0.15; // real seconds that one holds

/** Of the acts that wait those that have happened at the time that is seen; what a union tells of counts as one. */
function dueOf(waiting, now) {
  if (waiting.some((frame) => frame.type === "union")) return [...waiting];
  return waiting.filter((frame) => frame.t <= now);
}

/** Frames that are asked for before they are due. `pause()` and `finish(answer)` end the play. */
function createAhead({ state, history, clock, on, display, pace, requests, pause, finish }) {
  let fetchedUntil = 0; // virtual seconds: no act before it is missing
  let asking = null; // the question under way
  let askAgainAt = 0; // real milliseconds
  let over = null; // {seq, end, quiet}: after step `seq` nothing is to come, as the answer with its act says
  let newestFrom = Infinity; // the step that was shown when this play first made a new one

  /** What is asked for next: {horizon, until, limit} or {horizon, until, union}. */
  function wish(from) {
    if (clock.speed >= UNIONS_FROM_SPEED) {
      const most = clock.t + AHEAD_S * pace.rate;
      const horizon = Math.min(most, Math.max(clock.t, fetchedUntil) + UNION_S * pace.rate);
      return { horizon, until: horizon, union: true };
    }
    const ahead = pace.waiting && from >= state.head ? AHEAD_IN_WAIT_S : AHEAD_S;
    const horizon = Math.max(clock.t, display.waiting.at(-1)?.t ?? 0) + ahead * pace.rate;
    if (from < state.head) return { horizon, until: horizon + RECORDED_AHEAD_S * pace.rate, limit: MOST_RECORDED };
    return { horizon, until: horizon, limit: Math.max(1, Math.ceil(clock.speed)) };
  }

  /** The second up to which no act is missing after an answer to `extent`. */
  function coveredBy(answer, list, { until, limit, union }) {
    if (!union) return list.length >= limit ? list.at(-1).t : until;
    const cut = answer.next !== null && answer.next !== undefined && answer.next <= until; // it took too long
    return cut ? list.at(-1)?.t ?? fetchedUntil : until;
  }

  async function prefetch() {
    if (asking || clock.now() < askAgainAt) return;
    const from = display.lastSeq;
    const { horizon, ...extent } = wish(from);
    const kept = history.frameAtHand(from + 1);
    if (kept) {
      if (kept.t <= horizon) display.push(kept);
      fetchedUntil = Math.max(fetchedUntil, Math.min(horizon, kept.t));
      return;
    }
    const askedAt = clock.now();
    if (from >= state.head) follows(state.model.seq);
    asking = requests.ask({ do: "step", from, size: "time", ...extent });
    const answer = await asking;
    asking = null;
    if (answer) history.take(answer);
    const list = answer ? history.framesOf(answer) : [];
    if (!answer || !state.playing || display.lastSeq !== from) {
      if (!answer) pause();
      // what a union tells of has happened: a person who acts now acts after it
      else if (extent.union && !state.playing && state.run?.canAct && display.lastSeq === from) display.applyAll(list);
      else if (list.length) on.stay();
      return;
    }
    fetchedUntil = coveredBy(answer, list, extent);
    display.push(...list);
    if (extent.union) askAgainAt = askedAt + UNION_MS;
    if (list.length) {
      if (answer.quiet || answer.end) over = { seq: list.at(-1).seq, end: answer.end, quiet: answer.quiet };
      if (extent.union) askInTime(); // while this one is drawn, the server may work on the next
      return;
    }
    askAgainAt = clock.now() + PAUSE_MS;
    // what waits to be shown is shown before the end is said
    if (!display.waiting.length && (answer.quiet || answer.end)) finish(answer);
  }

  /** From step `seq` on, what is shown is the newest there is, or comes shortly before it. */
  function follows(seq) {
    newestFrom = Math.min(newestFrom, seq);
  }

  /** Asks for what is due soon. */
  function askInTime() {
    if (over && display.lastSeq === over.seq) return;
    // at the head no more than one act ahead of what is seen: inputs go in only at the head
    const most = display.lastSeq < state.head || clock.speed >= UNIONS_FROM_SPEED ? 2 : 1;
    const within = (pace.waiting ? ASK_WITHIN_WAIT_S : ASK_WITHIN_S) * pace.rate;
    if (display.waiting.length < most && clock.t + within >= fetchedUntil) prefetch();
  }

  return {
    askInTime, follows,
    begin(second) {
      [fetchedUntil, askAgainAt, over] = [second, 0, null];
    },
    /** Another state stands there: what was asked for before is of no use. */
    restart(second) { [fetchedUntil, newestFrom] = [second, Infinity]; },
    /** The line is gone: an answer will not come. */
    forgetQuestion() { asking = null; },
    get asking() { return asking; },
    get until() { return fetchedUntil; },
    get over() { return over; },
    get newestFrom() { return newestFrom; },
  };
}

export function createPlayback({ state, history, clock, emit, on, display, pace, requests }) {
  const ahead = createAhead({ state, history, clock, on, display, pace, requests, pause, finish });

  function play() {
    if (!state.model || state.playing) return;
    display.flush();
    state.into = null;
    state.playing = true;
    state.quiet = false;
    ahead.begin(clock.t);
    clock.play();
    emit("state");
  }

  function pause() {
    if (!state.playing) return;
    state.playing = false;
    clock.pause();
    // acts of one's own run that are due have happened: a person who acts now acts after them
    const own = display.lastSeq === state.head && state.run?.canAct;
    const due = own ? dueOf(display.waiting, clock.t) : [];
    const isShort = display.waiting.length > due.length;
    display.drop(); // its frames are kept and come again when asked
    if (due.length) display.applyAll(due);
    if (isShort) on.stay();
    emit("state");
  }

  /** Play ends by itself. */
  function finish({ end, quiet }) {
    pause();
    emit("state", { end, quiet });
  }

  /** The clock goes on to the next act at most, and not beyond what was asked for. */
  function advance(dt) {
    const due = display.waiting[0]?.t ?? Infinity;
    pace.look(() => display.waiting[0]?.t ?? history.timeAfter(state.model.seq));
    const most = Math.max(clock.t, ahead.until, due === Infinity ? 0 : due);
    const next = Math.min(clock.t + pace.step(dt), most);
    if (due <= next) display.drain();
    else clock.t = next;
  }

  clock.onTick((dt) => {
    if (!state.playing || !state.model) return;
    const idle = !display.holding;
    if (idle && ahead.over?.seq === state.model.seq && !display.waiting.length) {
      finish(ahead.over);
      return;
    }
    if (idle) advance(dt);
    ahead.askInTime();
    emit("tick");
  });

  return {
    play, pause,
    restart: ahead.restart,
    forgetQuestion: ahead.forgetQuestion,
    get asking() { return ahead.asking !== null; },
    follows: ahead.follows,
    /**
     * Steps that the run has made ahead of the picture, oldest first, none where somebody looks at the past: for a
     * person who acts now they have happened.
     */
    unseen() {
      const { model, head } = state;
      if (state.into || model.seq < ahead.newestFrom) return [];
      const list = Array.from({ length: head - model.seq }, (_, k) => history.frame(model.seq + 1 + k));
      return list.every(Boolean) ? list : [];
    },
    /** Stops, and waits for the answer under way: after it this page stands where the run is. */
    async stop() {
      const waits = ahead.asking;
      pause();
      await waits;
    },
  };
}
