/**
 * Where this browser stands in a run, and how it moves: step, back, seek, play, into. No DOM.
 *
 * `head` is the furthest step of the run; inputs go in only there. The position is this page's own.
 * Emits: "frame" (one act applied), "jump" (state replaced), "into" (cursor moved), "state" (anything else), "tick",
 * "hello", "recall", "error", "working", "waits" {still, speed} or null, "gap" {from, until, next, rate}.
 */
import { fromSnapshot } from "../net/frames.js";
import { createAlong } from "./companion.js";
import { createHistory } from "./past/history.js";
import { createPace } from "./pace/pace.js";
import { createPlayback } from "./pace/playback.js";
import { createRecall } from "./past/earlier-steps.js";
import { createInputs, createRequests } from "./requests.js";
import { createSeek } from "./jumps.js";
import { createDisplay } from "./display.js";
import { createSteps } from "./steps.js";

/** The position of a page that has seen nothing yet. */
function nowhere() {
  return {
    run: null, head: 0, acts: [], model: null, size: "act", into: null, playing: false, busy: false, quiet: false,
    line: "connecting", waits: null,
  };
}

/** What arrives from the server without having been asked for. */
function createReceiver({ state, history, emit, display, playback, seek, steps, along, initial }) {
  let firstStop = initial.into ?? null;

  function hello(message) {
    const other = state.run && state.run.id !== message.run.id;
    state.run = message.run;
    if (other) history.forget(); // what is known is another run's
    history.lowerHead(message.run.head);
    history.raiseHead(message.run.head);
    if (message.acts) state.acts = message.acts.map((act) => [...act]);
    if (message.snapshot) display.jump(fromSnapshot(message.snapshot, state.model), state.model ? "resume" : "first");
    else {
      const frames = message.frames ?? [];
      if (message.to === undefined) history.keepFrames(frames);
      else history.take(message);
      for (const frame of frames) if (frame.seq === state.model.seq + 1) display.showFrame(frame, { travel: false });
    }
    emit("hello", message);
    waits({ how: message.run.waits ?? null });
    if (firstStop === null) return;
    const k = firstStop;
    firstStop = null;
    steps.openNext(k);
  }

  /** A client of the Kubernetes API waits for this run, and time goes so; null: nobody waits. */
  function waits({ how }) {
    const before = state.waits;
    state.waits = how;
    if (how || before) emit("waits", { how });
  }

  const kinds = {
    hello, waits,
    frames(message) {
      along.goOn(message.from);
      const follows = message.from === display.lastSeq && !state.into;
      if (follows && state.playing) playback.follows(state.model.seq);
      history.take(message);
      const frames = history.framesOf(message);
      if (follows && !along.holds(frames)) display.enqueue(frames);
      emit("state", { others: true });
    },
    union: (message) => kinds.frames(message),
    snapshot(message) {
      history.raiseHead(message.head);
      display.jump(fromSnapshot(message.snapshot, state.model));
    },
    head(message) {
      const atHead = state.model && state.model.seq === state.head && !state.into && !display.waiting.length;
      history.raiseHead(message.head);
      if (atHead && !state.playing) seek.request(state.head);
      emit("state");
    },
    /** The run goes further than was told; who looks at another step stays there. */
    position(message) {
      history.raiseHead(message.head);
      emit("state");
    },
    error: (message) => emit("error", message),
    working: (message) => emit("working", message),
  };

  return function receive(message) {
    if (Object.hasOwn(kinds, message.type)) kinds[message.type](message);
    else emit("state", { message });
  };
}

/** Whoever goes along was brought to steps that were asked for ahead of the picture, and comes back from there. */
function createStay({ state, requests, followed }) {
  return async function stay() {
    if (!followed || state.busy) return;
    const { model } = state;
    const answer = await requests.ask({ do: "seek", to: model.seq }, { why: "stay" });
    if (answer?.snapshot.seq === model.seq) model.hash = answer.snapshot.hash;
  };
}

/**
 * `textOf(frame)`: the sentence that is read while it plays; `holds(frame)`: how many milliseconds an act stays where
 * none is read. `followed`: the server is told of every move, also of one to a step that is at hand, because others go
 * along.
 */
export function createPlayer({ clock, emit, initial = {}, textOf = () => "", holds, followed = false }) {
  const state = nowhere();
  const history = createHistory(state, { followed });
  const on = {}; // what parts tell each other, filled in once all of them are there
  const ground = { state, history, clock, emit, on };
  const requests = createRequests(ground);
  const pace = createPace(ground);
  const display = createDisplay({ ...ground, pace, textOf, holds });
  const playback = createPlayback({ ...ground, display, pace, requests });
  const seek = createSeek({ ...ground, display, requests });
  const steps = createSteps({ ...ground, display, seek, requests });
  const along = createAlong({ ...ground, display, steps });
  const inputs = createInputs({ ...ground, display, playback, steps, requests });
  const recall = createRecall({ ...ground, requests });
  Object.assign(on, {
    snapshot: (model) => display.jump(model, "race"),
    gap: (seq) => seek.request(seq, { why: "lost" }),
    jump: (model) => playback.restart(model.t),
    stay: createStay({ state, requests, followed }),
    done() {
      emit("state");
      along.catchUp();
    },
  });
  const { play, pause } = playback;

  return {
    state,
    receive: createReceiver({ ...ground, display, playback, seek, steps, along, initial }),
    along: along.with,
    use: requests.use,
    hello: () => ({
      at: state.model ? state.model.seq : initial.at ?? null,
      have: state.model?.hash ? { seq: state.model.seq, hash: state.model.hash } : null,
    }),
    forward(size = state.size) {
      pause();
      return steps.forward(size);
    },
    back(size = state.size) {
      pause();
      return steps.back(size);
    },
    seek(to) {
      if (!state.model) return;
      pause();
      seek.to(to);
    },
    /** To a step that may be beyond the newest one: the run goes on up to there. */
    goOn(to) {
      pause();
      return steps.upTo(to);
    },
    play, pause,
    toggle: () => (state.playing ? pause() : play()),
    flush: display.flush,
    setSize(size) {
      state.size = size;
      steps.fetchShown();
      emit("state");
    },
    setLine(line) {
      state.line = line;
      if (line !== "open") playback.forgetQuestion();
      emit("state");
    },
    input: inputs.give,
    inputAt: inputs.giveAt,
    tryInput: inputs.attempt,
    recall: recall.look,
    /** The run goes on under another name, up to step `until`; `frames` lead there from the step that is shown. */
    goOnAs({ run, until, frames }) {
      state.run = { ...state.run, id: run, head: until };
      history.take({ frames, head: until, to: frames.at(-1)?.seq });
      emit("state");
    },
    /** The state of step 0, if it was ever seen. */
    get start() { return history.start; },
    /** Grows with what is known of the past. */
    get framesKnown() { return history.framesKnown; },
    framesUpTo: history.framesUpTo,
    /** The frame that leads on from a step, where it came by already, or null. */
    frameAfter: (seq) => history.frame(seq + 1),
    /** Whether an input can go in: the newest step is shown, or comes before the input. */
    get atHead() {
      return state.model !== null && (state.model.seq === state.head || playback.unseen().length > 0);
    },
    /** Nothing is asked, waits to be shown, or plays: what is seen stays until somebody does something. */
    get still() {
      const { model, busy, playing } = state;
      const asks = busy || playback.asking || !recall.still;
      return model !== null && !asks && !playing && !display.waiting.length && !display.holding;
    },
  };
}
