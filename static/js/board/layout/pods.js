/** What of a pod's view decides how it stands on the board. Pure. */

const NEW_S = 2; // virtual seconds for which a binding is emphasized

/** Whether the pod was bound a moment ago; not those that a run begins with, all at second 0. */
export function isNew(pod, now) {
  return !pod.term && pod.bound > 0 && now - pod.bound < NEW_S;
}
