/** What came by of a run: its acts, and the latest frames and states, so that going over them again asks nobody. */
import { actOf, timeAfter } from "./acts.js";

const MOST_MODELS = 400;
const MOST_FRAMES = 4000;
const MOST_DECISIONS = 30;
const LOOKED_BACK_AT = new Set(["pod", "pressure"]); // by panels, see board/pressure/recall.js

function remember(map, key, value, most) {
  map.delete(key);
  map.set(key, value);
  if (map.size > most) map.delete(map.keys().next().value);
}

/**
 * `state` = the player's: its `acts`, `head` and `quiet` are written here. `told`: nothing is at hand for a move, see
 * `createPlayer`.
 */
export function createHistory(state, { told = false } = {}) {
  const models = new Map();
  const frames = new Map();
  const unions = new Map();
  const decisions = new Map();
  /** Number and hash of the newest step that the server told a hash of. */
  let known = null;
  /** The newest step of which the server told when it goes on: {seq, t}, `t` null where it does not. */
  let next = null;
  /** The state of step 0, once it was seen. */
  let start = null;
  let path = { size: -1, until: -1, list: [] };

  const history = {
    keepFrames(list) {
      for (const frame of list) {
        remember(frames, frame.seq, frame, MOST_FRAMES);
        const last = state.acts.at(-1)?.[0] ?? 0;
        if (frame.seq > last) state.acts.push(actOf(frame));
      }
    },
    keepModel(model) {
      if (known?.seq === model.seq) model.hash = known.hash;
      if (model.seq === 0) start = model;
      remember(models, model.seq, model, MOST_MODELS);
    },
    /** What a union changed of the views that panels look back at, as the frame of its last step. */
    keepUnion(union, changes) {
      const seen = changes.filter(({ kind }) => LOOKED_BACK_AT.has(kind)).map(({ kind, key, after }) => (
        after === null ? { op: "del", kind, key } : { op: "put", kind, key, view: after }
      ));
      remember(unions, union.seq, { seq: union.seq, t: union.t, kind: union.frame.kind, changes: seen }, MOST_MODELS);
    },
    keepFrame(frame) {
      frames.set(frame.seq, frame);
    },
    keepDecision(seq, decision) {
      remember(decisions, seq, decision, MOST_DECISIONS);
    },
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
      if (known?.seq > head) known = null;
      if (next?.seq > head) next = null;
      path = { size: -1, until: -1, list: [] };
    },
    /** Another run is shown from now on. */
    forget() {
      for (const map of [models, frames, unions, decisions]) map.clear();
      Object.assign(state, { head: 0, acts: [], quiet: false });
      [known, next, start] = [null, null, null];
      path = { size: -1, until: -1, list: [] };
    },
    raiseHead(head) {
      if (head !== undefined && head !== null && head > state.head) state.head = head;
    },
    /** What an answer brought: its frames, or itself where it is their union; oldest first. */
    framesOf: (message) => (message.type === "union" ? [{ ...message, seq: message.to }] : message.frames ?? []),
    /** Frames of an answer or the acts of a union, and what it says of the run. */
    take(message) {
      history.keepFrames(message.frames ?? []);
      const last = state.acts.at(-1)?.[0] ?? 0;
      for (const act of message.acts ?? []) if (act[0] > last) state.acts.push(act);
      history.raiseHead(message.head);
      history.raiseHead(message.to);
      next = { seq: message.to, t: message.next ?? null };
      if (message.hash) known = { seq: message.to, hash: message.hash };
      state.quiet = Boolean(message.quiet);
    },
    /** The state after a step, or null. */
    model: (seq) => models.get(seq) ?? null,
    /** The state after a step, and the frame that led to it, where one may go there without asking; else null. */
    modelAtHand: (seq) => (told ? null : models.get(seq) ?? null),
    frameAtHand: (seq) => (told ? null : frames.get(seq) ?? null),
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
    get start() {
      return start;
    },
    set start(model) {
      start = model;
    },
    /** A number that grows with what is known of the past. */
    get known() {
      return frames.size + unions.size + (start ? 0.5 : 0);
    },
    /** The frames that led to a step, as far as they came by, and unions in place of the others, in order. */
    framesUpTo(until) {
      const size = frames.size + unions.size;
      if (path.size !== size || path.until !== until) {
        const all = new Map([...unions, ...frames]);
        const list = [...all.values()].filter((frame) => frame.seq <= until).sort((a, b) => a.seq - b.seq);
        path = { size, until, list };
      }
      return path.list;
    },
  };
  return history;
}
