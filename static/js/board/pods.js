/** What of a pod's state decides how it stands on the board. Pure. */

/** Asked to leave: from the DELETE on, also while its kubelet has not acted on it yet. */
export function leaving(pod) {
  return Boolean(pod.term) || pod.state === "Terminating";
}

/** Whether the pod holds resources, as the server says. */
export const holds = (pod) => pod.holds;

/** Bound within the last two virtual seconds. */
export function isNew(pod, now) {
  if (pod.term || pod.bound === null || pod.bound === undefined) return false;
  if (pod.bound === 0) return pod.attempts > 0 && now < 2;
  return pod.bound > 0 && now - pod.bound < 2;
}
