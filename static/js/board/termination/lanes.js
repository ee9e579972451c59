/**
 * The termination of a pod as lanes, one a container, and what may be tried otherwise. Pure.
 *
 * A term's steps are the kubelet's whole plan, in seconds after `since`: preStop, waits, SIGTERM have a length, exit
 *   and SIGKILL are moments.
 */
const MOMENTS = new Set(["exit", "SIGKILL"]);
export const MOST_SECONDS = 600;

/**
 * Lanes in the order of the pod's containers: [{container, bars, end: {kind, at, code} | null, least}]. `least`: its
 * SIGTERM had only the minimum.
 */
export function lanesOf(term) {
  const lanes = new Map();
  for (const step of term.steps) {
    if (!lanes.has(step.container))
      lanes.set(step.container, { container: step.container, bars: [], end: null, least: false });
    const lane = lanes.get(step.container);
    if (MOMENTS.has(step.kind)) lane.end = { kind: step.kind, at: step.to, code: step.code };
    else {
      lane.bars.push({ kind: step.kind, from: step.from, to: step.to, outcome: step.outcome, timeout: step.timeout });
      if (step.least) lane.least = true;
    }
  }
  for (const lane of lanes.values()) lane.bars.sort((a, b) => a.from - b.from || a.to - b.to);
  return [...lanes.values()];
}

/** When the last container is gone, in seconds after the start of it all. */
export function goneAt(term) {
  return Math.max(0, ...term.steps.map((step) => step.to));
}

/** Seconds that the chart shows: all of the plan, the budget and what is wished for, with some room. */
export function spanOf(term, wish = 0) {
  const end = Math.max(term.effectiveGraceSeconds, goneAt(term), wish, 2);
  return end * 1.12;
}

/** Round marks of the axis, at most `most`. */
export function marksOf(span, most = 6) {
  const step = [1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600].find((n) => span / n <= most) ?? 1200;
  return Array.from({ length: Math.floor(span / step) + 1 }, (_, i) => i * step);
}

/**
 * What of a container can be told from its lane: seconds of hook and exit; null where there is none or it did not come
 * to its end.
 */
export function timesOf(lane) {
  const hook = lane.bars.find((bar) => bar.kind === "preStop");
  const term = lane.bars.find((bar) => bar.kind === "SIGTERM");
  return {
    hook: hook ? round(hook.to - hook.from) : null,
    hookDone: hook ? hook.outcome === "completed" : null,
    exit: term && lane.end?.kind === "exit" ? round(lane.end.at - term.from) : null,
    signalled: term ? term.from : null,
  };
}

const round = (seconds) => Math.round(seconds * 10) / 10;

/**
 * The act that made the pod leave: {seq, t, person, kind}, or null. `acts` = [[seq, t, actor, kind, pod], …] ascending.
 */
export function beginning(acts, key, since, rules) {
  const before = acts.filter((act) => act[1] <= since + 1e-9);
  const own = before.findLast((act) => act[4] === key && rules.endingActs.includes(act[3]));
  const found = own ?? before.findLast((act) => act[4] === key && (act[3] === "prestop" || act[3] === "sigterm"));
  if (!found) return null;
  return { seq: found[0], t: found[1], kind: found[3], person: found[3] === "input-delete" };
}

/** What was wished otherwise: [{what: "grace" | "hook" | "exit", container, was, value}]. */
export function wishes(term, wish) {
  const out = [];
  if (wish.grace !== null && wish.grace !== term.effectiveGraceSeconds)
    out.push({ what: "grace", container: null, was: term.effectiveGraceSeconds, value: wish.grace });
  for (const lane of lanesOf(term)) {
    const told = timesOf(lane);
    const wanted = wish.containers[lane.container] ?? {};
    for (const what of ["hook", "exit"]) {
      if (wanted[what] === undefined || wanted[what] === told[what]) continue;
      out.push({ what, container: lane.container, was: told[what], value: wanted[what] });
    }
  }
  return out;
}

/** The inputs that a fork from before the beginning is given, so that the wish comes true. */
export function inputsFor(pod, term, wish, began) {
  const asked = wishes(term, wish);
  const byContainer = new Map();
  for (const { what, container, value } of asked) {
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
