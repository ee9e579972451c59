/** What a search dims, from what it found: {nodes: [name], pods: [key]}. Pure. */

/**
 * {nodes, pods}: names and keys of what is dimmed. A card stays when its node or one of its pods was found, a pod when
 * it or its node was found; on a card that is dimmed as a whole no pod is dimmed again.
 */
export function dimmed(matches, model) {
  const [nodes, pods] = [new Set(matches.nodes), new Set(matches.pods)];
  const holding = new Set(matches.pods.map((key) => model.pods.get(key)?.node));
  const off = { nodes: new Set(), pods: new Set() };
  for (const name of model.nodes.keys()) if (!nodes.has(name) && !holding.has(name)) off.nodes.add(name);
  for (const [key, { node }] of model.pods) {
    if (!pods.has(key) && !nodes.has(node) && !off.nodes.has(node)) off.pods.add(key);
  }
  return off;
}

/** The first that was found, as a choice: a node before pods; null for nothing. */
export function firstOf({ nodes, pods }) {
  if (nodes.length) return { node: nodes[0] };
  return pods.length ? { pod: pods[0] } : null;
}
