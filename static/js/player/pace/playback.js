/** Playing: the virtual clock runs, and frames are asked for before they are due. */

const AHEAD_S = 0.4; // real seconds of frames at hand
const AHEAD_IN_WAIT_S = 0.1; // at the head of a long wait: one may still act in it
const ASK_WITHIN_S = 0.3;
const ASK_WITHIN_WAIT_S = 0.08;
const RECORDED_AHEAD_S = 4; // of what is recorded more may be asked for at once
const MOST_RECORDED = 60;
const PAUSE_MS = 150; // after an answer without frames

export function createPlayback({ state, history, clock, emit, showing, pacing, requests }) {
  let fetchedUntil = 0; // virtual seconds: no act before it is missing
  let asking = false;
  let askAgainAt = 0; // real milliseconds

  function play() {
    if (!state.model || state.playing) return;
    showing.flush();
    state.into = null;
    state.playing = true;
    state.quiet = false;
    fetchedUntil = clock.t;
    askAgainAt = 0;
    clock.play();
    emit("state");
  }

  function pause() {
    if (!state.playing) return;
    state.playing = false;
    clock.pause();
    // acts of one's own run that are due have happened: a person who acts now acts after them
    const own = showing.lastSeq === state.head && state.run?.canAct;
    const due = own ? showing.waiting.filter((frame) => frame.t <= clock.t) : [];
    showing.drop(); // its frames are kept and come again when asked
    if (due.length) showing.applyAll(due);
    emit("state");
  }

  /** What is asked for next: {from, until, limit}. */
  function wish(from) {
    const ahead = pacing.waiting && from >= state.head ? AHEAD_IN_WAIT_S : AHEAD_S;
    const horizon = Math.max(clock.t, showing.waiting.at(-1)?.t ?? 0) + ahead * pacing.rate;
    if (from < state.head) return { horizon, until: horizon + RECORDED_AHEAD_S * pacing.rate, limit: MOST_RECORDED };
    return { horizon, until: horizon, limit: Math.max(1, Math.ceil(clock.speed)) };
  }

  async function prefetch() {
    if (asking || clock.now() < askAgainAt) return;
    const from = showing.lastSeq;
    const { horizon, until, limit } = wish(from);
    const kept = history.frame(from + 1);
    if (kept) {
      if (kept.t <= horizon) showing.push(kept);
      fetchedUntil = Math.max(fetchedUntil, Math.min(horizon, kept.t));
      return;
    }
    asking = true;
    const answer = await requests.ask({ do: "step", from, size: "time", until, limit });
    asking = false;
    if (answer) history.take(answer);
    if (!answer || !state.playing || showing.lastSeq !== from) {
      if (!answer) pause();
      return;
    }
    const list = answer.frames ?? [];
    fetchedUntil = list.length >= limit ? list.at(-1).t : until;
    showing.push(...list);
    if (list.length) return;
    askAgainAt = clock.now() + PAUSE_MS;
    if (answer.quiet || answer.end) {
      pause();
      emit("state", { end: answer.end, quiet: answer.quiet });
    }
  }

  /** The clock goes on to the next act at most, and not beyond what was asked for. */
  function advance(dt) {
    const due = showing.waiting[0]?.t ?? Infinity;
    pacing.look(() => showing.waiting[0]?.t ?? history.timeAfter(state.model.seq));
    const most = Math.max(clock.t, fetchedUntil, due === Infinity ? 0 : due);
    const next = Math.min(clock.t + pacing.step(dt), most);
    if (due <= next) showing.drain();
    else clock.t = next;
  }

  clock.onTick((dt) => {
    if (!state.playing || !state.model) return;
    if (!showing.holding) advance(dt);
    // at the head no more than one act ahead of what is seen: inputs go in only at the head
    const most = showing.lastSeq < state.head ? 2 : 1;
    const within = (pacing.waiting ? ASK_WITHIN_WAIT_S : ASK_WITHIN_S) * pacing.rate;
    if (showing.waiting.length < most && clock.t + within >= fetchedUntil) prefetch();
    emit("tick");
  });

  return {
    play,
    pause,
    /** Another state stands there: what was asked for before is of no use. */
    restart(t) {
      fetchedUntil = t;
    },
    /** The line is gone: an answer will not come. */
    forgetQuestion() {
      asking = false;
    },
    get asking() {
      return asking;
    },
  };
}
