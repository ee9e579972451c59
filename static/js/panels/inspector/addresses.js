/** Addresses of the pages of pods, nodes and Services. Pure. */

/** Address of the page of a pod, node or Service and tab, at a step. */
export function pageUrl(run, subject, tab, at) {
  if (subject.node) return `/r/${run}/nodes/${encodeURIComponent(subject.node)}/${tab}?at=${at}`;
  const [ns, name] = (subject.service ?? subject.pod).split("/");
  const kind = subject.service ? "services" : "pods";
  return `/r/${run}/${kind}/${encodeURIComponent(ns)}/${encodeURIComponent(name)}/${tab}?at=${at}`;
}

/** Address of the Why of a pod where the cursor stands inside its next decision. `stop` = {point, node?, plugin?}. */
export function insideUrl(run, pod, at, stop) {
  const query = new URLSearchParams({ point: stop.point });
  if (stop.node) query.set("node", stop.node);
  if (stop.plugin) query.set("plugin", stop.plugin);
  return `${pageUrl(run, { pod }, "why", at)}&${query}`;
}

/** The page of an address, whatever the step. */
export const pageOf = (url) => url.split("?")[0];
