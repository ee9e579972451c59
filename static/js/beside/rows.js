/** What the server said of runs beside each other, as rows of one timeline. Pure. */

/**
 * A row for each pod that fares otherwise in any of the runs: [{key, name, from, runs: [{stretches, facts} of each
 * run]}]. Facts are those of a run beside A; A has those of the first run that differs.
 */
export function rowsOf(compared) {
  const rows = new Map();
  compared.forEach((comparison, beside) => {
    for (const { was, now, key, name, from, facts } of comparison?.changed ?? []) {
      const id = was?.key ?? `+${key}`;
      const row = rows.get(id) ?? { key, name, from, facts, was, runs: compared.map(() => null) };
      row.from = Math.min(row.from, from);
      row.runs[beside] = { stretches: now?.stretches ?? [], facts };
      rows.set(id, row);
    }
  });
  return [...rows.values()].map(({ key, name, from, facts, was, runs }) => {
    const first = { stretches: was?.stretches ?? [], facts };
    return { key, name, from, runs: [first, ...runs.map((run) => run ?? { ...first, facts: [] })] };
  });
}

/** The first second at which something differs, or null. */
export const firstDifference = (rows) => (rows.length ? Math.min(...rows.map(({ from }) => from)) : null);
