/** What one may try about a termination: another grace period, another time of a hook or of an exit. Pure. */
import { MOST_SECONDS } from "../../board/termination/lanes.js";

/** The wish that changes nothing: {grace, containers: {name: {hook?, exit}}}, in seconds; exit null: it never exits. */
export function wishOf(term) {
  const times = ({ hookSeconds: hook, exitSeconds: exit }) => ({ ...(hook === null ? {} : { hook }), exit });
  return {
    grace: term.effectiveGraceSeconds,
    containers: Object.fromEntries(term.lanes.map((lane) => [lane.container, times(lane)])),
  };
}

/**
 * What can be set: [{what: "grace" | "hook" | "exit", container, value, base, open}], always in the same order.
 * `base`: where on the chart the value starts to count; `open`: where the handle stands while `value` is null.
 * `byPerson`: a person asked for the end, so that its grace period can be another.
 */
export function knobsOf(term, wish, byPerson) {
  const knobs = byPerson ? [{ what: "grace", container: null, value: wish.grace, base: 0, open: 0 }] : [];
  for (const { container, hookSeconds, signalled, end } of term.lanes) {
    const { hook, exit } = wish.containers[container];
    if (hook !== undefined) knobs.push({ what: "hook", container, value: hook, base: 0, open: 0 });
    if (signalled === null) continue;
    const base = signalled + (hook === undefined || hook === null ? 0 : hook - hookSeconds);
    knobs.push({ what: "exit", container, value: exit, base, open: end?.at ?? 0 });
  }
  return knobs;
}

/** The wish with one knob set; null: it never exits, or the grace period stays as it is. */
export function withKnob(term, wish, { what, container }, seconds) {
  if (what === "grace") return { ...wish, grace: seconds ?? term.effectiveGraceSeconds };
  const mine = { ...wish.containers[container], [what]: seconds };
  return { ...wish, containers: { ...wish.containers, [container]: mine } };
}

/** The furthest second on the chart that the knobs reach. */
export const furthest = (wish, knobs) => Math.max(wish.grace, ...knobs.map((knob) => (knob.value ?? 0) + knob.base));

/** Whole seconds that a handle can stand at. */
export const clampSeconds = (n) => Math.max(0, Math.min(MOST_SECONDS, Math.round(n)));
