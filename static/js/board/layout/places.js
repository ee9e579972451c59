/** Which pods and nodes stand together. Pure. */

const byOrder = (a, b) => a.order - b.order || (a.name < b.name ? -1 : 1);

/** Zones in the order of their first node; nodes without a zone share one without a name. `of(node)` = its zone. */
export function zonesOf(nodes, of = (node) => node.zone) {
  const zones = new Map();
  for (const node of [...nodes].sort(byOrder)) {
    const zone = of(node);
    if (!zones.has(zone)) zones.set(zone, []);
    zones.get(zone).push(node);
  }
  return [...zones].map(([name, list]) => ({ name, nodes: list }));
}

/** What its group makes of a pod just now: {trial: its step}, {assumed: true} or {held: true}, by its key. */
function inGroups(groups = new Map()) {
  const places = new Map();
  for (const { trial, held, assumed } of groups.values()) {
    for (const { pod, node } of assumed ?? []) places.set(pod, { nominated: node, assumed: true });
    for (const step of trial) places.set(step.pod, { nominated: step.node, trial: step });
    for (const key of held) places.set(key, { held: true });
  }
  return places;
}

/** Pods of each node, and the pods nominated to each or tried there, oldest first: {pods: Map, nominated: Map}. */
export function placesOf(model) {
  const pods = new Map();
  const nominated = new Map();
  const tried = inGroups(model.groups);
  for (const stored of model.pods.values()) {
    const place = stored.node ? null : tried.get(stored.key) ?? (stored.permit ? { held: true } : null);
    const pod = place ? { ...stored, ...place } : stored;
    const [map, node] = pod.node ? [pods, pod.node] : [nominated, pod.nominated];
    if (!node) continue;
    if (!map.has(node)) map.set(node, []);
    map.get(node).push(pod);
  }
  // a pod that was put again stands elsewhere in the table than in a snapshot
  for (const list of [...pods.values(), ...nominated.values()]) list.sort(byOrder);
  return { pods, nominated };
}
