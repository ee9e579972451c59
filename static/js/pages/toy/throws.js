/** What is thrown, and how long what follows from it is shown. Pure. */

/** Real milliseconds that an act stays: a pod falls into the queue, is held against the nodes, and flies on. */
export const HOLDS_MS = { "input-apply": 520, schedule: 1500, bind: 700, preempt: 700, sigterm: 500, removed: 500 };
const OTHERS_HOLD_MS = 120;
const HURRIED_MS = 500; // a first decision while more pods than one wait for theirs

/** The document of pod number `number`. Pure. */
export function documentOf({ pods, important, nodes }, { size, node, isImportant }, number) {
  const { metadata, spec, ...rest } = pods[size];
  const more = { ...(isImportant ? important : {}), ...(node ? nodes[node] : {}) };
  return { ...rest, metadata: { ...metadata, name: `p${number}` }, spec: { ...spec, ...more } };
}

/**
 * Whether the next pod is important: as somebody chose, else from a number of throws on until the first pod has to
 * leave. Pure.
 */
export const isImportant = ({ chosen, thrown, left }, { importantFrom }) =>
  chosen ?? (!left && thrown + 1 >= importantFrom);

/**
 * How long acts stay, by what was shown before: of all decisions about a pod one looks at the first and at that which
 * places it; the others only say once more that it does not fit.
 */
export function createHolds(thrown) {
  const decided = new Set();
  return ({ kind, decision }) => {
    if (!decision) return HOLDS_MS[kind] ?? OTHERS_HOLD_MS;
    const again = decided.has(decision.pod);
    decided.add(decision.pod);
    if (again) return decision.result === "unschedulable" ? OTHERS_HOLD_MS : HOLDS_MS.bind;
    return thrown() - decided.size > 1 ? HURRIED_MS : HOLDS_MS.schedule;
  };
}
