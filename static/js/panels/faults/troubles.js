/** The inspector's sections about what is broken. */
import { nodeTroubles } from "./node-troubles.js";
import { podTroubles } from "./pod-troubles.js";
import { tickCountdowns } from "./trouble-parts.js";

export { tickCountdowns };

/** Sections about a subject, {pod} or {node}; none about a node that is not there. */
export function troublesOf({ pod, node: name }, model, { now, faults, canAct }) {
  const node = name ? model.nodes.get(name) : null;
  const sections = node ? nodeTroubles(node, model, faults, canAct) : podTroubles(pod, model, now, faults, canAct);
  for (const section of sections) tickCountdowns(section, now);
  return sections;
}
