/** Rows of the gantt: the pods with grace periods or a nomination, as values. Pure. */

export const unended = (span) => span.to === null;
const endOf = (span) => span.to ?? span.deadline ?? Infinity;
const lastEnd = (row) => endOf(row.spans[row.spans.length - 1]);

/**
 * [{pod, spans}] of at most `most` pods that are of interest now: those that go on first, then those that ended last.
 * Rows stand in an order that no later act changes: nominated pods first, then by when they began.
 */
export function rowsOf(spans, now, most = 3) {
  const byPod = new Map();
  for (const span of spans) {
    if (span.kind === "backoff") continue;
    if (!byPod.has(span.pod)) byPod.set(span.pod, []);
    byPod.get(span.pod).push(span);
  }
  const rows = [...byPod].map(([pod, list]) => ({ pod, spans: list.sort((a, b) => a.from - b.from) }));
  const live = (row) => row.spans.some((span) => unended(span) || endOf(span) >= now - 1);
  const nominated = (row) => row.spans[0].kind === "nominated";
  rows.sort((a, b) => live(b) - live(a)
    || nominated(b) - nominated(a)
    || (live(a) ? lastEnd(a) - lastEnd(b) : lastEnd(b) - lastEnd(a))
    || (a.pod < b.pod ? -1 : 1));
  const began = (row) => row.spans[0].from;
  const inOrder = (a, b) => nominated(b) - nominated(a) || began(a) - began(b) || (a.pod < b.pod ? -1 : 1);
  return rows.slice(0, most).sort(inOrder);
}

/** When the last victim on the nominated node is gone at the latest, as the server says, or null. */
export function earliestBind(row) {
  return row.spans.find((span) => span.kind === "nominated" && unended(span))?.earliestBind ?? null;
}
