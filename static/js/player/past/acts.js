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

/** Where a step of `size` back from `seq` lands. */
export function backTarget(acts, seq, size) {
  if (seq <= 0) return 0;
  const at = acts.findIndex((a) => a[0] === seq);
  if (size === "act" || size === "into" || at < 0) return seq - 1;
  const starts = (i) => {
    const [act, earlier] = [acts[i], acts[i - 1]];
    if (!earlier) return true;
    if (size === "event") return earlier[1] < act[1];
    if (size === "quiet") return act[2] === "you";
    return act[3] === "schedule" || act[2] !== earlier[2];
  };
  let i = at;
  while (i > 0 && !starts(i)) i -= 1;
  return acts[i][0] - 1;
}

/** A frame as an act. */
export function actOf(frame) {
  return [frame.seq, frame.t, frame.actor, frame.kind, frame.focus?.pods?.[0] ?? null];
}
