/** The acts of a run as the timeline knows them: [[seq, t, actor, kind, pod, spreads?], …], ascending. Pure. */

const LASTS_MS = { schedule: 760, bind: 780, preempt: 460, removed: 460, requeue: 440 };
const OTHERS_LAST_MS = 260;

const READ_MS = 1200; // any sentence
const SEEN_MS = 600; // one whose like was read before, up to the speed at which nobody reads any more
const READ_UP_TO = 4;
const READ_MS_PER_SIGN = 40;
const MOST_READ_MS = 5000;

/** Real milliseconds that the motion of an act takes on the board at this speed. */
export function lasts(kind, speed) {
  return (LASTS_MS[kind] ?? OTHERS_LAST_MS) / Math.max(1, speed);
}

/**
 * Real milliseconds that an act stays while playing at this speed: until its motion is over and its sentence of so
 * many signs can have been read. At any speed a sentence whose like was not said before (`fresh`) is given its least
 * time; another is given half of it at up to 4×, and less above.
 */
export function stays(kind, speed, { signs, fresh }) {
  const read = Math.min(MOST_READ_MS, Math.max(READ_MS, signs * READ_MS_PER_SIGN)) / Math.max(1, speed);
  const visible = SEEN_MS * Math.min(1, READ_UP_TO / speed);
  return Math.max(lasts(kind, speed), read, fresh ? READ_MS : visible);
}

/** Last act at or before virtual time `t` (0 = the start). */
export function seqAtTime(acts, t) {
  let seq = 0;
  for (const act of acts) {
    if (act[1] > t + 1e-9) break;
    seq = act[0];
  }
  return seq;
}

/** Virtual second of the act that follows step `seq`, or null where the acts do not hold it. */
export function timeAfter(acts, seq) {
  const act = acts.length ? acts[seq + 1 - acts[0][0]] : null;
  return act?.[0] === seq + 1 ? act[1] : null;
}

/** A frame as an act. */
export function actOf(frame) {
  const act = [frame.seq, frame.t, frame.actor, frame.kind, frame.focus?.pods?.[0] ?? null];
  return frame.decision?.spreads ? [...act, frame.decision.spreads] : act;
}
