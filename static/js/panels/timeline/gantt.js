/** Drawing of the gantt: marks of acts, bars of grace periods and nominations, and the words at their ticks. */
import { svg } from "../../el.js";
import { t } from "../../i18n.js";
import { axisTime } from "../../format.js";
import { unended } from "./rows.js";
import { besidePlayhead } from "./scale.js";

const INPUT = "M0 -6l6 6-6 6-6-6z";
const MARK = {
  scheduler: "M-5 4.5h10l-5 -10z",
  kubelet: "M4.5 0A4.5 4.5 0 1 1 -4.5 0a4.5 4.5 0 0 1 9 0z",
  controller: "M-4 -4h8v8h-8z",
  script: INPUT,
  you: INPUT,
};
const MARK_PX = 9;
const COUNT_PX = 7; // from the middle of a mark to its number
const COUNT_NEAR_PX = 6; // the same where the next mark is near
const HEAD_PX = 9; // half of a playhead that is round
const WORD_PX = 7.1; // a character of a label

function hatch(id, angle, name) {
  const attributes = { id, width: 7, height: 7, patternTransform: `rotate(${angle})`, patternUnits: "userSpaceOnUse" };
  return svg("pattern", attributes,
    svg(`rect.${name}0`, { width: 7, height: 7 }), svg(`rect.${name}1`, { width: 3, height: 7 }));
}

/** Hatches that tell SIGTERM and preStop apart. */
export const patterns = () => svg("defs", null, hatch("hx", 45, "hx"), hatch("hp", -45, "hp"));

/**
 * Acts that would stand over each other, gathered: [{x, acts}], each at the true place of its first act. Pure.
 * A group never holds acts that are further apart than the width of a mark, so no mark drifts off its time.
 */
export function gather(s, acts) {
  const groups = [];
  for (const act of acts) {
    if (act[1] < s.t0 || act[1] > s.t1) continue;
    const x = s.x(act[1]);
    const last = groups.at(-1);
    if (last && x - last.x < MARK_PX) last.acts.push(act);
    else groups.push({ x, acts: [act] });
  }
  return groups;
}

/**
 * One mark where acts stand at one place, with their number beside it where there is space: the mark of the last act
 * that is done, or of the first one to come. `head`: where a playhead stands that is as wide as a mark, or null.
 */
export function drawMarks(s, model, acts, y, head = null) {
  const groups = gather(s, acts);
  return groups.flatMap(({ x, acts: here }, i) => {
    const done = here.filter(([seq]) => seq <= model.seq);
    const [, , actor, kind] = done.at(-1) ?? here[0];
    const later = done.length ? "" : ".later";
    const nominates = kind === "preempt" && !later ? ".nomm" : "";
    const transform = `translate(${Math.min(s.x1 - 5, x)} ${y})`;
    const mark = svg(`path.am.by-${actor}${nominates}${later}`, { d: MARK[actor] ?? MARK.kubelet, transform });
    if (here.length === 1) return [mark];
    const text = String(here.length);
    const until = Math.min(s.x1, (groups[i + 1]?.x ?? Infinity) - MARK_PX / 2);
    const near = x + COUNT_PX + text.length * WORD_PX + 2 > until;
    const from = x + (near ? COUNT_NEAR_PX : COUNT_PX);
    const hidden = head !== null && from < head + HEAD_PX && from + text.length * WORD_PX > head - HEAD_PX;
    if (hidden || from + text.length * WORD_PX > until) return [mark];
    return [mark, svg("text.ax.in.amn", { x: from, y: y + 4, text })];
  });
}

/** One span at `y`; what is passed by `now` is full. `earliest`: when the nomination can be used. */
export function drawBar(s, span, { y, height, now, earliest = null }) {
  const from = s.clamp(span.from);
  const until = span.to ?? span.deadline ?? earliest ?? s.t1;
  const to = s.clamp(until);
  const passed = s.clamp(Math.min(now, until));
  if (to <= from && !unended(span)) return [];
  if (span.kind === "nominated") {
    const title = svg("title", { text: t("ui.timeline.nominated_means") });
    return [svg("rect.nombar", { x: from, y, width: Math.max(2, to - from), height, rx: 3 }, title)];
  }
  const fill = span.kind === "preStop" ? "url(#hp)" : "url(#hx)";
  const todo = { x: passed, y: y + 0.5, width: to - passed, height: height - 1, rx: 2 };
  return [
    passed > from ? svg("rect", { x: from, y, width: passed - from, height, rx: 2, fill }) : null,
    unended(span) && to > passed ? svg("rect.todo", todo) : null,
  ].filter(Boolean);
}

/**
 * Puts words down at `y` only where they have space, from left to right, and where no tick of the row crosses them.
 * `means`: id of the sentence that explains them.
 */
function createWriter(s, y, ticks) {
  const out = [];
  let free = -Infinity;
  function put(x, text, name, anchor = "start", means = null) {
    const width = text.length * WORD_PX;
    const left = anchor === "end" ? x - width : x;
    if (left < free || left < s.x0 || left + width > s.x1 + 4) return false;
    if (ticks.some((tick) => tick > left - 3 && tick < left + width + 3)) return false;
    if (name !== ".nomt") {
      // words stand on plain ground: neither stripes nor dashes pass through them
      out.push(svg("rect.ground", { x: left - 3, y, width: width + 6, height: 15, rx: 2 }));
    }
    const title = means === null ? null : svg("title", { text: t(means) });
    out.push(svg(`text${name}`, { x, y: y + 11, "text-anchor": anchor, text }, title));
    free = left + width + 6;
    return true;
  }
  return {
    out, put,
    /** After a tick, or before it where the chart ends. */
    beside: (x, text, name, means = null) =>
      put(x + 6, text, name, "start", means) || put(x - 6, text, name, "end", means),
  };
}

function nominationWords(s, span, { earliest, px, write }) {
  const text = t("ui.timeline.nominated", { node: span.node ?? "" });
  const width = text.length * WORD_PX;
  if (!unended(span) && s.clamp(span.to) - s.clamp(span.from) < width + 12) return;
  const end = s.clamp(span.to ?? span.deadline ?? earliest ?? s.t1);
  write.put(besidePlayhead(Math.max(s.x0 + 4, s.x(span.from) + 8), width, px, end), text, ".nomt", "start",
    "ui.timeline.nominated_means");
}

/** The span whose end is to come, marked with a tick: the last of its row. */
const endsLater = (row, span) => (span.deadline ?? null) !== null && unended(span) && span === row.spans.at(-1);

/** Pixels at which a row has ticks. */
function ticksOf(s, row) {
  const times = row.spans.filter(({ kind }) => kind !== "nominated")
    .flatMap((span) => (endsLater(row, span) ? [span.from, span.deadline] : [span.from]));
  return times.map((at) => s.x(at));
}

/** Words at the ticks of a row. `px`: where the playhead stands. */
export function drawWords(s, row, { y, earliest, px }) {
  const write = createWriter(s, y, ticksOf(s, row));
  const tick = (name, x) => write.out.push(svg(`path.${name}`, { d: `M${x} ${y - 2}v18` }));
  const inside = (x) => x >= s.x0 && x <= s.x1;
  for (const span of row.spans) {
    if (span.kind === "nominated") {
      nominationWords(s, span, { earliest, px, write });
      continue;
    }
    const x = s.x(span.from);
    if (inside(x)) {
      const text = `${span.kind} ${axisTime(span.from)}`;
      tick("tick1", x);
      if (span === row.spans[0]) write.put(x - 6, text, "", "end");
      else write.beside(x, text, "");
    }
    if (endsLater(row, span) && inside(s.x(span.deadline))) {
      tick("tick2", s.x(span.deadline));
      write.beside(s.x(span.deadline), `SIGKILL ${axisTime(span.deadline)}`, "");
    }
  }
  if (earliest !== null && s.x(earliest) <= s.x1) {
    write.beside(s.x(earliest), t("ui.timeline.earliest"), ".ax.in", "ui.timeline.earliest_means");
  }
  return write.out;
}
