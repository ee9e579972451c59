/**
 * The chart of a termination, and what may be tried otherwise. Pure.
 *
 * The lanes of a `term` come from the server: its containers with bars, ends and times, in seconds after `since`.
 */
export const MOST_SECONDS = 600; // that handles and fields reach
const LEAST_SPAN_S = 2;
const ROOM = 1.12;

/** Seconds that the chart shows: all of the plan, the grace period and what is wished for, with some space. */
export function spanOf(term, wish = 0) {
  return Math.max(term.effectiveGraceSeconds, term.gone, wish, LEAST_SPAN_S) * ROOM;
}

/** Round marks of the axis, at most `most`. */
export function marksOf(span, most = 6) {
  const step = [1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600].find((n) => span / n <= most) ?? 1200;
  return Array.from({ length: Math.floor(span / step) + 1 }, (_, i) => i * step);
}

/** What was wished otherwise: [{what: "grace" | "hook" | "exit", container, was, value}]. */
export function wishes(term, wish) {
  const out = [];
  if (wish.grace !== null && wish.grace !== term.effectiveGraceSeconds)
    out.push({ what: "grace", container: null, was: term.effectiveGraceSeconds, value: wish.grace });
  for (const { container, hookSeconds, exitSeconds } of term.lanes) {
    const changes = wish.containers[container] ?? {};
    for (const [what, was] of [["hook", hookSeconds], ["exit", exitSeconds]]) {
      if (changes[what] === undefined || changes[what] === was) continue;
      out.push({ what, container, was, value: changes[what] });
    }
  }
  return out;
}

/** The inputs that a fork from before the beginning is given, so that the wish comes true. */
export function inputsFor(pod, term, wish) {
  const { began } = term;
  const byContainer = new Map();
  for (const { what, container, value } of wishes(term, wish)) {
    if (what === "grace") continue;
    if (!byContainer.has(container))
      byContainer.set(container, { kind: "behave", pod: pod.key, container, at: began.t });
    byContainer.get(container)[what === "hook" ? "preStopSeconds" : "exitsAfterSigterm"] = value;
  }
  const inputs = [...byContainer.values()];
  if (began.person)
    inputs.push({
      kind: "delete",
      object: { kind: "Pod", namespace: pod.ns, name: pod.name },
      gracePeriodSeconds: wish.grace ?? term.effectiveGraceSeconds,
      force: false,
      at: began.t,
    });
  return inputs;
}
