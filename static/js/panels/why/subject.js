/** Whose Why is shown, and whether its page has anything to show. Pure. */
import { isAbout, nextCounted } from "../../board/decision/verdicts.js";

const DECIDES = new Set(["schedule", "bind"]); // kinds of acts in which the scheduler deals with one pod
const isSomething = (choice) => Boolean(choice.pod || choice.node || choice.service);

/** {pod} | {node} | {service} | null: what is chosen where it is there, else the pod decided on last. */
function subjectOf({ chosen, model }) {
  if (chosen.node && model.nodes.has(chosen.node)) return { node: chosen.node };
  if (chosen.service && model.services?.has(chosen.service)) return { service: chosen.service };
  const pod = chosen.pod ?? model.last?.pod;
  return pod ? { pod } : null;
}

/** The stop at which the cursor stands inside the decision about this subject, or null. */
export function stopOf(subject, into) {
  return into && subject?.pod === into.decision.pod ? into.stops[into.k] : null;
}

/** Where the cursor is inside a decision, that pod is meant unless another is chosen. */
export function shownSubject({ chosen, model, into }) {
  return into && !isSomething(chosen) ? { pod: into.decision.pod } : subjectOf({ chosen, model });
}

/**
 * What is meant: what a person chose; else, from the first step on, the hero of the scenario as far as it is there;
 * inside a decision that pod; a pod that has just come and meets other numbers than the one before. {} leaves it to
 * the decisions.
 */
export function meant({ chosen, hero, model, into, acts }) {
  if (isSomething(chosen) || into || !model?.seq) return chosen;
  const next = nextCounted(model);
  if (next) return { pod: next.key };
  const there = hero.pod ? hasPage(hero, model, acts) : model.nodes.has(hero.node);
  return there ? hero : chosen;
}

/** The pod that is being decided on while another subject is shown, or null. */
export function meanwhile(subject, model, into) {
  const { actor, kind, focus } = model.frame ?? {};
  const deciding = actor === "scheduler" && DECIDES.has(kind);
  const pod = into?.decision.pod ?? (deciding ? focus?.pods?.[0] : null) ?? null;
  return subject && pod !== subject.pod ? pod : null;
}

/** Whether there is a page: the pod is there, or something happened to it. `acts`: [[seq, t, actor, kind, pod], …] */
export function hasPage(subject, model, acts) {
  if (subject.node || subject.service || model.pods.has(subject.pod)) return true;
  return acts.some(([seq, , , , pod]) => pod === subject.pod && seq <= model.seq);
}

/** What the Why of a subject is drawn from, beside the hints of frames: it is the same while these are. */
export function marksOf(subject, model) {
  if (subject.service) return [model.services.get(subject.service)];
  if (subject.node) return [model.nodes.get(subject.node), model.pods, model.last];
  const { last } = model;
  return [model.pods.get(subject.pod), model.decisions.get(subject.pod), last, model.pods.get(last?.pod)];
}

/** Whether the frame that led here tells of an event that did not wake the pod, or did. */
export function hintsAt(subject, model) {
  return Boolean(subject.pod && model.frame?.hints?.some((hint) => hint.pod === subject.pod));
}

/** The decision that the Why of a subject is about, as far as it is here; not one about an earlier pod of its name. */
export function decisionOf(subject, model, into) {
  if (!subject?.pod) return null;
  if (stopOf(subject, into)) return into.decision;
  const decision = model.decisions.get(subject.pod) ?? (model.last?.pod === subject.pod ? model.last : null);
  const pod = model.pods.get(subject.pod);
  return pod && !isAbout(decision, pod) ? null : decision;
}
