/** What the timeline shows of a state, and how high it is: functions of state and space, not of what stood before. */
import { faultLanes, laneWindow } from "./lanes.js";
import { rowsOf, unended } from "./rows.js";
import { windowFor } from "./scale.js";

export const ROW = 21;
const MOST_ROWS = 3;
const MOST_LANES = 5;
// of a node that is cut off: lease, state, and two about its pods; several nodes have as many as there may be
const lanesOf = (nodesApart) => nodesApart > 1 ? MOST_LANES : 4;
const PHONE_PX = 600;
export const MEMORY_PX = 80; // free memory and, below it, the passes
const MARGIN_PX = 6; // below the words of the last lane
const HEIGHT_PX = { phone: 44, above: 25 };

/** The end of all that is known: acts and deadlines, in seconds. */
function lastKnown(model, acts) {
  let last = acts.length ? acts[acts.length - 1][1] : 0;
  for (const span of model.spans.values()) last = Math.max(last, span.to ?? 0, span.deadline ?? 0);
  return last;
}

function heightOf({ phone, memory, oneLane, rows, broken }, acts, { rules, safety }, wide) {
  if (phone) return HEIGHT_PX.phone;
  const memoryPx = HEIGHT_PX.above + ROW * 2 + MEMORY_PX + MARGIN_PX;
  if (memory) return memoryPx;
  // space for the gantt and for a node's memory from the start where they will come: the board must not jump then
  const comes = (kinds) => wide && !oneLane && acts.some(([, , , kind]) => kinds.includes(kind));
  const faults = wide && !oneLane && safety ? lanesOf(rules.nodesApart) : 0;
  const coming = Math.max(faults, comes(rules.graceActs) ? MOST_ROWS : oneLane ? 0 : 1);
  const rowsPx = HEIGHT_PX.above + ROW * (Math.max(coming, rows.length + broken.length) + 1);
  return comes(rules.pressureActs) ? Math.max(memoryPx, rowsPx) : rowsPx;
}

/**
 * {phone, rows, broken, memory, from, until, height, more}: rows of the gantt, lanes of what is broken, the memory
 * of a node as `memory.js` says it, the window in seconds, and how many lanes there are in all.
 * `space` = {width, wide, phone, oneLane: whether only one lane is shown}
 */
export function planOf({ player, now, memory: ofNode, space }) {
  const { model, acts } = player.state;
  const { oneLane } = space;
  const phone = space.phone || space.width < PHONE_PX;
  const { lens = null } = player;
  const shows = ({ kind }) => !lens?.hides.has(kind);
  const lanes = phone ? [] : [...faultLanes(model), ...(lens?.lanes(model) ?? [])].filter(shows);
  const pins = phone ? [] : lens?.pins ?? [];
  const watched = phone ? [] : player.watched?.lanes ?? [];
  const last = Math.max(lastKnown(model, acts), player.axisUntil ?? 0); // a question asks for a second up to there
  const spanLanes = lanes.filter((lane) => !lane.draw);
  const [from, until] = lens?.window ?? laneWindow(spanLanes, now, last) ?? windowFor(now, last);
  const inWindow = (span) => span.from <= until && (span.to ?? Infinity) >= from;
  const spans = lens?.hides.has("grace") ? [] : [...model.spans.values()].filter(inWindow);
  const podRows = rowsOf(spans, now, phone ? 2 : MOST_ROWS);
  const memory = phone || oneLane ? null : ofNode;
  const waiting = (row) => row.spans.some(unended);
  const rows = oneLane ? [] : memory ? podRows.toSorted((a, b) => waiting(b) - waiting(a)).slice(0, 1) : podRows;
  const broken = memory || oneLane ? [] : [...pins, ...watched, ...lanes]
    .slice(0, MOST_LANES + pins.length - rows.length);
  const more = podRows.length + pins.length + watched.length + lanes.length;
  const plan = { lens, phone, rows, broken, memory, oneLane, from, until, more };
  return { ...plan, height: heightOf(plan, acts, model, space.wide) };
}
