/** What came by of a run: its acts, and the latest frames and states, so that going over them again asks nobody. */
import { step } from "../../net/frames.js";
import { actOf, timeAfter } from "./acts.js";
import { Kept } from "./cache.js";

const MOST_MODELS = 400;
const MOST_FRAMES = 4000;
const MOST_DECISIONS = 30;
const MOST_VIEWS = 1_000_000; // in the tables of all states at hand
const MOST_REPLAYED = 100; // frames from a state at hand to one that is wanted
const MOST_CHANGES = 400_000; // verdicts and changes of all frames at hand
const LOOKED_BACK_AT = new Set(["pod", "pressure"]); // by panels, see board/pressure/memory.js

const sizeOf = (value) => (value instanceof Map ? value.size : 0);
const viewsOf = (model) => Object.values(model).reduce((sum, value) => sum + sizeOf(value), 0);
const weightOf = ({ changes, decision }) => (changes?.length ?? 0) + (decision?.verdicts?.length ?? 0);

/** A state that is no longer at hand, from one before it and the frames in between; null where one is missing. */
function replayed(seq, modelAt, frames) {
  const missing = [];
  let model = null;
  for (let at = seq; !model && missing.length <= MOST_REPLAYED; at -= 1) {
    model = modelAt(at);
    if (model) break;
    if (!frames.has(at)) return null;
    missing.push(frames.get(at));
  }
  return missing.reduceRight((before, frame) => before && step(before, frame).model, model);
}

/** What a union changed of the views that panels look back at, as changes of a frame. */
const lookedBackAt = (changes) => changes.filter(({ kind }) => LOOKED_BACK_AT.has(kind)).map(({ kind, key, after }) => (
  after === null ? { op: "del", kind, key } : { op: "put", kind, key, view: after }
));

/** Frames by step, and unions in place of those that are missing; `count` grows with each that is new. */
class Passed {
  frames = new Kept({ most: MOST_FRAMES, heaviest: MOST_CHANGES, weigh: weightOf });
  unions = new Kept({ most: MOST_MODELS, heaviest: MOST_CHANGES, weigh: weightOf });
  count = 0;
  #path = null; // {count, until, list}

  put(map, frame) {
    if (!map.has(frame.seq)) this.count += 1;
    map.set(frame.seq, frame);
  }

  forgetPath() {
    this.#path = null;
  }

  /** Those that led to step `until`, in order. */
  upTo(until) {
    const { count, unions, frames } = this;
    if (this.#path?.count !== count || this.#path.until !== until) {
      const all = new Map([...unions.list(), ...frames.list()].map((frame) => [frame.seq, frame]));
      const list = [...all.values()].filter((frame) => frame.seq <= until).sort((a, b) => a.seq - b.seq);
      this.#path = { count, until, list };
    }
    return this.#path.list;
  }
}

/**
 * `state` = the player's: its `acts`, `head` and `quiet` are written here. `followed`: nothing is at hand for a move,
 * see `createPlayer`.
 */
export function createHistory(state, { followed = false } = {}) {
  const models = new Kept({ most: MOST_MODELS, heaviest: MOST_VIEWS, weigh: viewsOf });
  const passed = new Passed();
  const { frames, unions } = passed;
  const decisions = new Kept({ most: MOST_DECISIONS });
  let newest = null; // {seq, hash} of the newest step that the server told a hash of
  /** The newest step of which the server told when it goes on: {seq, t}, `t` null where it does not. */
  let next = null;
  let start = null; // the state of step 0, once it was seen
  const lastAct = () => state.acts.at(-1)?.[0] ?? 0;
  const modelAt = (seq) => models.get(seq) ?? (start?.seq === seq ? start : null);

  const history = {
    keepFrames(list) {
      for (const frame of list) {
        passed.put(frames, frame);
        if (frame.seq > lastAct()) state.acts.push(actOf(frame));
      }
    },
    keepModel(model) {
      if (newest?.seq === model.seq) model.hash = newest.hash;
      if (model.seq === 0) start = model;
      models.set(model.seq, model);
    },
    /** Keeps what panels look back at, as the frame of the union's last step. */
    keepUnion(union, changes) {
      const { seq, t, frame } = union;
      passed.put(unions, { seq, t, kind: frame.kind, changes: lookedBackAt(changes) });
    },
    keepFrame: (frame) => frames.set(frame.seq, frame),
    keepDecision: (seq, decision) => decisions.set(seq, decision),
    /**
     * The server has fewer steps than were told, because it lost power: what came after its newest step never
     * happened.
     */
    lowerHead(head) {
      if (head >= state.head) return;
      state.head = head;
      state.acts = state.acts.filter((act) => act[0] <= head);
      state.quiet = false;
      for (const map of [models, frames, unions, decisions]) {
        for (const seq of map.keys()) if (seq > head) map.delete(seq);
      }
      if (newest?.seq > head) newest = null;
      if (next?.seq > head) next = null;
      passed.forgetPath();
    },
    /** Another run is shown from now on. */
    forget() {
      for (const map of [models, frames, unions, decisions]) map.clear();
      Object.assign(state, { head: 0, acts: [], quiet: false });
      [newest, next, start] = [null, null, null];
      passed.forgetPath();
    },
    raiseHead(head) {
      if (head !== undefined && head !== null && head > state.head) state.head = head;
    },
    /** What an answer brought: its frames, or itself where it is their union; oldest first. */
    framesOf: (message) => (message.type === "union" ? [{ ...message, seq: message.to }] : message.frames ?? []),
    /** Frames of an answer or the acts of a union, and what it says of the run. */
    take(message) {
      history.keepFrames(message.frames ?? []);
      for (const act of message.acts ?? []) if (act[0] > lastAct()) state.acts.push(act);
      history.raiseHead(message.head);
      history.raiseHead(message.to);
      next = { seq: message.to, t: message.next ?? null };
      if (message.hash) newest = { seq: message.to, hash: message.hash };
      state.quiet = Boolean(message.quiet);
    },
    /** The state after a step, or null. */
    model: (seq) => models.get(seq) ?? null,
    /** The state after a step, and the frame that led to it, where one may go there without asking; else null. */
    modelAtHand: (seq) => (followed ? null : models.get(seq) ?? replayed(seq, modelAt, frames)),
    frameAtHand: (seq) => (followed ? null : frames.get(seq) ?? null),
    /** The frame that led to a step, or null. */
    frame: (seq) => frames.get(seq) ?? null,
    /** Virtual second at which the next act after a step happens; null where none does, or none is known. */
    timeAfter(seq) {
      if (seq < state.head) return timeAfter(state.acts, seq);
      return next?.seq === seq ? next.t : null;
    },
    /** The whole decision that led to a step, where somebody opened it, or null. */
    decision: (seq) => decisions.get(seq) ?? null,
    /** The state of step 0, or null. */
    get start() { return start; },
    set start(model) { start = model; },
    /** A number that grows with what is known of the past. */
    get framesKnown() { return passed.count + (start ? 0.5 : 0); },
    /** The frames that led to a step, as far as they came by, and unions in place of the others, in order. */
    framesUpTo: (until) => passed.upTo(until),
  };
  return history;
}
