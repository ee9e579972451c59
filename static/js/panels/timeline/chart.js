/** The timeline as shapes: on a phone a strip, else an axis with a lane for acts, the gantt and what is broken. */
import { svg } from "../../el.js";
import { t } from "../../i18n.js";
import { axisTime, middleCut } from "../../format.js";
import { drawBar, drawMarks, drawWords, patterns } from "./gantt.js";
import { drawLane } from "./lanes.js";
import { ROW } from "./plan.js";
import { earliestBind, unended } from "./rows.js";
import { labelled, ticks } from "./scale.js";

const FIRST_ROW_Y = 46;
const BAR_PX = 14;
const LABEL_CHARS = 13; // of the widest letters before the chart begins

/** Bars in the upper part of a strip, and below them what happened when. `at` = {s: scale, px: of the playhead, now} */
function strip(plan, { model, acts }, { s, px, now }) {
  const parts = [svg("rect.well", { x: s.x0, y: 8, width: s.x1 - s.x0, height: 28, rx: 5 })];
  const height = plan.rows.length > 1 ? 7 : 10;
  const top = (i) => 10 + i * 9;
  plan.rows.forEach((row, i) => {
    const earliest = earliestBind(row);
    for (const span of row.spans) parts.push(...drawBar(s, span, { y: top(i), height, now, earliest }));
  });
  parts.push(...drawMarks(s, model, acts, plan.rows.length ? 30 : 22, px));
  plan.rows.forEach((row, i) => {
    const ends = row.spans.filter((span) => span.deadline && unended(span));
    for (const span of ends) {
      parts.push(svg("path.tick2", { d: `M${s.clamp(span.deadline)} ${top(i) - 1}v${height + 2}` }));
    }
  });
  parts.push(...(plan.lens?.shapes(s, 44) ?? []));
  parts.push(svg("line.head", { x1: px, x2: px, y1: 2, y2: 42 }), svg("circle.flag", { cx: px, cy: 22, r: 9 }));
  return parts;
}

function axis(plan, { s, px }) {
  const parts = [svg("rect.well", { x: s.x0, y: 18, width: s.x1 - s.x0, height: plan.height - 24, rx: 4 })];
  for (const at of ticks(s)) {
    const x = s.x(at);
    parts.push(svg("line.tickl", { x1: x, x2: x, y1: 18, y2: plan.height - 6 }));
  }
  for (const at of labelled(s, px)) parts.push(svg("text.ax", { x: s.x(at) + 4, y: 12, text: axisTime(at) }));
  return parts;
}

const rule = (s, y) => svg("line.rowl", { x1: s.x0, x2: s.x1, y1: y - 3.5, y2: y - 3.5 });

function rowLabel(row, y) {
  const name = row.pod.slice(row.pod.indexOf("/") + 1);
  return svg("text.lb", { x: 16, y: y + 11, text: middleCut(name, LABEL_CHARS) }, svg("title", { text: row.pod }));
}

function lanes(plan, { model, acts }, at) {
  const { s, px, now } = at;
  const parts = [...axis(plan, at), svg("text.lb", { x: 16, y: 36, text: t("ui.timeline.acts") })];
  const words = [];
  parts.push(...drawMarks(s, model, acts, 32), ...(plan.lens?.shapes(s, plan.height) ?? []));
  plan.rows.forEach((row, i) => {
    const y = FIRST_ROW_Y + i * ROW;
    const earliest = earliestBind(row);
    parts.push(rule(s, y), rowLabel(row, y));
    for (const span of row.spans) parts.push(...drawBar(s, span, { y, height: BAR_PX, now, earliest }));
    words.push(...drawWords(s, row, { y, earliest, px }));
  });
  plan.broken.forEach((lane, i) => {
    const y = FIRST_ROW_Y + (plan.rows.length + i) * ROW;
    const drawn = drawLane(lane, s, y, now, px);
    parts.push(rule(s, y), ...drawn.shapes);
    words.push(...drawn.words);
  });
  if (plan.memory) {
    const drawn = plan.memory.draw(plan.memory, s, FIRST_ROW_Y + ROW, now, px);
    parts.push(...drawn.shapes);
    words.push(...drawn.words);
  }
  // the playhead passes behind the words
  const flag = svg("rect.flag", { x: px - 24, y: 0, width: 48, height: 17, rx: 4 });
  const head = svg("line.head", { x1: px, x2: px, y1: 6, y2: plan.height - 6 });
  return [...parts, head, ...words, flag, svg("text.flagt", { x: px, y: 12.5, text: axisTime(now) })];
}

/** The elements of a plan at a scale; `state` = {model, acts}. */
export function shapesOf(plan, state, s, now) {
  const at = { s, px: s.clamp(now), now };
  return [patterns(), ...(plan.phone ? strip(plan, state, at) : lanes(plan, state, at))];
}
