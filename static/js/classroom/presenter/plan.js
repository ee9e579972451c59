/** The lesson plan against the clock. Pure. */

/**
 * How the plan stands: {late, elapsed, of}, in whole minutes. `late` is positive where the item that is on should be
 * over, negative where it should not have begun, else 0; null while the clock does not run.
 */
export function standing({ items, item, startedMs }, nowMs) {
  const of = Math.round(items.reduce((sum, part) => sum + part.minutes, 0));
  if (startedMs === null || startedMs === undefined) return { late: null, elapsed: 0, of };
  const elapsed = Math.max(0, (nowMs - startedMs) / 60_000);
  const begins = items.slice(0, item).reduce((sum, part) => sum + part.minutes, 0);
  const ends = begins + (items[item]?.minutes ?? 0);
  const late = elapsed > ends ? Math.floor(elapsed - ends) : elapsed < begins ? -Math.ceil(begins - elapsed) : 0;
  return { late: late || 0, elapsed: Math.floor(elapsed), of };
}

/** Lines of text as a plan: "5 Title" or "Title" a line, the indented lines below it are its note. */
export function readPlan(text) {
  const items = [];
  for (const line of text.split("\n")) {
    if (!line.trim()) continue;
    if (/^\s/.test(line) && items.length) {
      const last = items.at(-1);
      last.note = [last.note, line.trim()].filter(Boolean).join("\n");
      continue;
    }
    const [, minutes, title] = /^(?:(\d+(?:[.,]\d+)?)\s+)?(.*)$/.exec(line.trim());
    items.push({ title: title || minutes, minutes: title ? Number((minutes ?? "5").replace(",", ".")) : 5, note: "" });
  }
  return items;
}

/** A plan as lines that `readPlan` reads. */
export function writePlan(items) {
  return items.map(({ title, minutes, note }) => [
    `${minutes} ${title}`, ...note.split("\n").filter(Boolean).map((line) => `  ${line}`),
  ].join("\n")).join("\n");
}
