/** What is broken about a pod or a node, fetched when there may be something to say. */
import { createLater } from "../../later.js";

/** Whether anything may be wrong with a pod. */
const mayBeStuck = (key, { stuck, timers, processes }) => stuck.has(key) || timers.size + processes.size > 0;

/** Sections for the inspector; `faults` = what can be done about them. */
export const createLaterTroubles = ({ faults, ...options }) => createLater({
  ...options,
  style: "partition-style",
  fetch: () => import("./troubles.js"),
  more: (fetched) => ({
    /** Sections about a subject, {pod} or {node}, at a second. */
    of(subject, model, now, canAct) {
      if (subject.node || mayBeStuck(subject.pod, model)) fetched.want();
      return fetched.part?.troublesOf(subject, model, { now, faults, canAct }) ?? [];
    },
    /** Writes what is left of all countdowns below an element. */
    tick: (root, now) => fetched.part?.tickCountdowns(root, now),
    /** What these sections are drawn from: they are drawn anew when it differs. */
    marks: ({ nodes, timers, processes, network, drains, identities, stuck }) =>
      [nodes, timers, processes, network, drains, identities, stuck, fetched.part],
  }),
});
