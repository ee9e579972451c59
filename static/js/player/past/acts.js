/** The acts of a run as the timeline knows them: [[seq, t, actor, kind, pod], …], ascending. Pure. */

const LASTS_MS = { schedule: 760, bind: 700, preempt: 460, removed: 460, requeue: 440 };
const OTHERS_LAST_MS = 260;

/** Real milliseconds an act takes on the board at this speed. */
export function lasts(kind, speed) {
  return (LASTS_MS[kind] ?? OTHERS_LAST_MS) / Math.max(1, speed);
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
  return [frame.seq, frame.t, frame.actor, frame.kind, frame.focus?.pods?.[0] ?? null];
}
