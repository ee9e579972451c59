/**
 * Colours of priorities: six bands. A band follows the size of the number, and priorities of one cluster that would share
 * a band are spread over the next ones, so that neighbours can be told apart. Pure but for the table in use.
 */
const STEPS = [0, 999, 9999, 999999, 1999999999];
let table = new Map();

/** Band 0…5 of a priority by its size alone. */
export function bandBySize(value) {
  const at = STEPS.findIndex((most) => value <= most);
  return at < 0 ? 5 : at;
}

/** Priorities of a cluster → band of each; 5 stays with the system's own. */
export function bandsOf(values) {
  const bands = new Map();
  let last = -1;
  for (const value of [...new Set(values)].toSorted((a, b) => a - b)) {
    const size = bandBySize(value);
    last = value <= 0 ? 0 : size === 5 ? 5 : Math.min(4, Math.max(size, last + 1));
    bands.set(value, last);
  }
  return bands;
}

/** Use the priorities of this model: its classes and its pods. */
export function useBands(model) {
  table = bandsOf([...[...model.classes.values()].map((c) => c.value), ...[...model.pods.values()].map((p) => p.priority)]);
}

export function bandClass(value) {
  return `b${table.get(value) ?? bandBySize(value)}`;
}
