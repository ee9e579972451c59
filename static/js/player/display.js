/** Frames and unions on their way to the board: one act after another, each ending before the next begins. */
import { step as applyFrame } from "../net/frames.js";
import { lasts, stays } from "./past/acts.js";

const MOST_ONE_BY_ONE = 4;
const ACTS_PER_SECOND_WITH_TRAVEL = 8;

/** Writes states and frames into `state`, and tells of them. */
function createWriter({ state, history, clock, emit, on, pace }) {
  function setModel(model) {
    state.into = null;
    state.model = model;
    history.keepModel(model);
    clock.t = model.t;
  }

  /** Applies one frame; `travel` is false when there is no time for it. */
  function showFrame(frame, { travel, rate = 1, more = false }) {
    const before = state.model;
    const { model, changes, gap } = applyFrame(before, frame);
    if (gap) {
      if (frame.seq > before.seq) on.gap(frame.seq);
      return false;
    }
    pace.forget();
    setModel(model);
    const union = frame.type === "union";
    if (union) history.keepUnion(frame, changes);
    emit("frame", { before, model, changes, frame: union ? frame.frame : frame, travel, rate, more, union });
    return true;
  }

  /** Applies frames without motion. */
  function applyAll(list) {
    if (list.length === 1) {
      showFrame(list[0], { travel: false });
      return;
    }
    let { model } = state;
    for (const frame of list) {
      const next = applyFrame(model, frame);
      if (next.gap) {
        on.gap(frame.seq);
        return;
      }
      model = next.model;
      if (frame.type === "union") history.keepUnion(frame, next.changes);
      history.keepModel(model);
    }
    setModel(model);
    emit("jump", { model, why: "many", count: list.length });
  }

  return { setModel, showFrame, applyAll };
}

/**
 * `textOf(frame)`: what is said of it. `holds(frame)`: real milliseconds that it stays where no text is read.
 * `on.gap(seq)`: a frame does not follow what is shown. `on.jump(model)`: another state stands there.
 */
export function createDisplay(ground) {
  const { state, clock, emit, on, pace, textOf, holds } = ground;
  const { setModel, showFrame, applyAll } = createWriter(ground);
  let queue = [];
  let cancelHold = null;
  const spoken = new Set(); // ids of messages

  function release() {
    cancelHold?.();
    cancelHold = null;
  }

  function drop() {
    queue = [];
    pace.forget();
    release();
  }

  function jump(model, why = "seek") {
    drop();
    setModel(model);
    on.jump(model);
    emit("jump", { model, why });
  }

  function readingTime(frame) {
    const fresh = !spoken.has(frame.message?.id);
    spoken.add(frame.message?.id);
    return stays(frame.kind, clock.speed, { signs: textOf(frame).length, fresh });
  }

  function drain() {
    if (cancelHold || !queue.length) return;
    const frame = queue.shift();
    if (frame.type === "union") {
      showFrame(frame, { travel: false });
      if (!state.playing) drain();
      return;
    }
    const ms = lasts(frame.kind, state.playing ? clock.speed : 1);
    const held = holds?.(frame) ?? (state.playing ? readingTime(frame) : ms);
    const rate = state.playing ? Math.max(1, clock.speed) : 1;
    const travel = ms >= 1000 / ACTS_PER_SECOND_WITH_TRAVEL;
    if (!showFrame(frame, { travel, rate, more: queue.length > 0 })) return;
    cancelHold = clock.after(held, () => {
      cancelHold = null;
      if (!state.playing) drain();
    });
  }

  return {
    jump, showFrame, applyAll, drain, drop,
    push(...frames) {
      queue.push(...frames);
    },
    enqueue(list) {
      if (!list.length) return;
      if (!state.playing && list.length > MOST_ONE_BY_ONE) {
        applyAll(list);
        return;
      }
      queue.push(...list);
      if (!state.playing) drain();
    },
    /** Everything still waiting is applied now, without motion. */
    flush() {
      release();
      const rest = queue;
      queue = [];
      if (rest.length) applyAll(rest);
    },
    /** The act on the board is still in motion. */
    get holding() { return cancelHold !== null; },
    get waiting() { return queue; },
    /** The step that is shown once nothing waits any more. */
    get lastSeq() { return queue.length ? queue.at(-1).seq : state.model.seq; },
  };
}
