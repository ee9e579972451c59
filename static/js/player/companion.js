/**
 * Going along with somebody else: into a decision, instead of showing where it led at once, and with a clock that goes
 * on between steps while they play.
 */

const MOST_S = 5; // real seconds of playing without a step: a longer wait is gone through faster than that

/** Step and stop of `into` ("13/2"), or null. Pure. */
function standsIn(into) {
  const match = /^(\d+)\/(\d+)$/.exec(into ?? "");
  return match && { seq: Number(match[1]), k: Number(match[2]) };
}

export function createAlong({ state, clock, emit, display, steps }) {
  let leader = null; // {playing, speed, size, into} of whom this page goes along with, or null
  let shown = null; // the state since which `seconds` have passed
  let seconds = 0;
  let missed = false; // the other one moved while this page was on its way

  clock.onTick((dt) => {
    if (!leader?.playing || state.playing || !state.model || state.into) return;
    if (state.model !== shown) [shown, seconds] = [state.model, 0];
    seconds += dt;
    if (seconds > MOST_S) return;
    clock.t += dt * leader.speed;
    emit("tick");
  });

  function rest() {
    if (state.playing) return;
    clock.pause();
    if (!state.model || clock.t === state.model.t) return;
    clock.t = state.model.t;
    emit("tick");
  }

  /** Where the one decision led is shown now. */
  const leave = () => display.showFrame(state.into.frame, { travel: true });

  /** To the stop of the other one, or out of the decision that they are in no more. */
  function go() {
    const stands = standsIn(leader?.into);
    missed = state.busy;
    if (missed) return;
    if (stands) steps.along(stands.seq, stands.k);
    else if (leader && state.into) leave();
  }

  return {
    /** How the board of the other one looks now; null goes along with nobody. */
    with(view) {
      if (view === leader) return;
      const before = leader;
      leader = view;
      if (view?.playing && !state.playing) clock.play();
      else if (before?.playing && !view?.playing) rest();
      if (view?.into || before?.into) go();
    },
    /** The work of this page is done: what the other one did meanwhile follows. */
    catchUp() {
      if (missed) go();
    },
    /** Frames come that lead on from step `from`. */
    goOn(from) {
      if (leader && state.into?.frame.seq === from) leave();
    },
    /** Whether the one frame that came is not shown yet, because the other one stands in its decision. */
    holds(frames) {
      const [frame] = frames;
      if (!leader || frames.length !== 1 || !frame.decision || state.busy || state.playing) return false;
      const stands = standsIn(leader.into);
      if (leader.size !== "into" && stands?.seq !== frame.seq) return false;
      display.flush();
      display.push(frame);
      steps.along(frame.seq, stands?.seq === frame.seq ? stands.k : 0);
      return true;
    },
  };
}
