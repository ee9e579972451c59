/** What the board says of topology spread: how many pods of a zone a constraint means. Pure. */
import { matcher, shortSelector } from "./selector.js";

const APP_LABELS = ["app", "app.kubernetes.io/name"];

/** The labels by which a zone is counted where no constraint speaks: those of the pod's application, or null. */
function appOf(pod) {
  const key = APP_LABELS.find((each) => pod.labels?.[each]);
  if (!key) return null;
  const value = pod.labels[key];
  return {
    selector: `${key}=${value}`,
    labelSelector: { matchExpressions: [{ key, operator: "In", values: [value] }] },
  };
}

/**
 * What a zone's header counts for this pod: {ns, text, means: labels => boolean}, or null where nothing speaks for one.
 * The first hard constraint of its decision says it, else the first soft one, else the label of its application.
 */
export function zoneLabel(decision, pod) {
  if (!pod) return null;
  const told =
    decision?.pod === pod.key ? (decision.spreadState?.[0] ?? decision.spreadScores?.constraints[0] ?? null) : null;
  const constraint = told?.labelSelector ? told : appOf(pod);
  return constraint
    ? { ns: pod.ns, text: shortSelector(constraint.selector), means: matcher(constraint.labelSelector) }
    : null;
}
