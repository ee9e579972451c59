/** Timeline: who acted when, the grace periods as a gantt, and the scrubber over both. */
import { el, setAttr, setText, svg } from "../../el.js";
import { t } from "../../i18n.js";
import { axisTime, clockTime, middleCut } from "../../format.js";
import { seqAtTime } from "../../player/acts.js";
import { besidePlayhead, scale, ticks, windowFor } from "./scale.js";
import { drawLane, faultLanes, laneWindow } from "./lanes.js";
import { drawMemory, MEMORY_PX, memoryLane } from "./memory.js";

export { besidePlayhead };

const MARK = { scheduler: "M-5 4.5h10l-5 -10z", kubelet: "M4.5 0A4.5 4.5 0 1 1 -4.5 0a4.5 4.5 0 0 1 9 0z", controller: "M-4 -4h8v8h-8z", you: "M0 -6l6 6-6 6-6-6z" };
const GRACE = new Set(["preempt", "prestop", "sigterm", "sigkill", "delete"]);
const ROW = 21;
const unended = (span) => span.to === null;
const LABELS = 124;
const WORD_PX = 7.1; // a character of a label

/** Rows of the gantt: [{pod, spans}], nominated pods first, then victims; newest that are still of interest. Pure. */
export function rowsOf(spans, now, most = 3) {
  const byPod = new Map();
  for (const span of spans) {
    if (span.kind === "backoff") continue;
    if (!byPod.has(span.pod)) byPod.set(span.pod, []);
    byPod.get(span.pod).push(span);
  }
  const end = (s) => s.to ?? s.deadline ?? Infinity;
  const rows = [...byPod].map(([pod, list]) => ({ pod, spans: list.sort((a, b) => a.from - b.from) }));
  const live = (row) => row.spans.some((s) => s.to === null || end(s) >= now - 1);
  rows.sort((a, b) => live(b) - live(a)
    || (b.spans[0].kind === "nominated") - (a.spans[0].kind === "nominated")
    || (live(a) ? end(a.spans[a.spans.length - 1]) - end(b.spans[b.spans.length - 1]) : end(b.spans[b.spans.length - 1]) - end(a.spans[a.spans.length - 1]))
    || (a.pod < b.pod ? -1 : 1));
  return rows.slice(0, most);
}

/** When the last victim on the nominated node is gone at the latest, if there is one. Pure. */
export function earliestBind(row, spans) {
  const nominated = row.spans.find((s) => s.kind === "nominated" && s.to === null);
  if (!nominated) return null;
  let last = nominated.deadline ?? null;
  for (const span of spans) if (span.node === nominated.node && span.to === null && span.kind !== "nominated" && span.deadline) last = Math.max(last ?? 0, span.deadline);
  return last;
}

function patterns() {
  const hatch = (id, angle, name) => svg("pattern", { id, width: 7, height: 7, patternTransform: `rotate(${angle})`, patternUnits: "userSpaceOnUse" },
    svg(`rect.${name}0`, { width: 7, height: 7 }), svg(`rect.${name}1`, { width: 3, height: 7 }));
  return svg("defs", null, hatch("hx", 45, "hx"), hatch("hp", -45, "hp"));
}

/** `pressed()` = name of the node whose need is shown, or null. */
export function createTimeline(root, player, clock, pressed = () => null) {
  const chart = svg("svg.gantt", { "aria-hidden": "true" });
  const range = el("input.scrub", { type: "range", min: 0, max: 0, step: 1, "aria-label": t("ui.transport.scrub") });
  const opener = el("button.btn.ghost.lanes", { type: "button", "aria-expanded": "false", onclick: () => setOpen(!open) });
  const wrap = el("div.gantt-wrap", null, chart, range, opener);
  root.append(wrap);
  let drawnFor = "";
  let s = scale(0, 1, 0, 1);
  let moving = null;
  let phone = false;
  let zoom = 1;
  let most = 1;
  let room = 0;
  let open = false;

  /** Between phone and wide, and on a projector, there is one lane; the others open on demand. */
  const oneLane = () => !phone && (innerWidth < 1200 || document.documentElement.classList.contains("projector"));

  function setOpen(value) {
    open = value;
    most = 0;
    drawnFor = "";
    setAttr(opener, "aria-expanded", String(open));
    const st = player.state;
    if (st.model) draw(st.model, st.acts, st.head);
  }

  function drawOpener(waiting) {
    opener.hidden = !oneLane() || (waiting === 0 && !open);
    setText(opener, open ? t("ui.timeline.close") : t("ui.timeline.open", { n: waiting }));
  }

  function lastKnown(model, acts) {
    let last = acts.length ? acts[acts.length - 1][1] : 0;
    for (const span of model.spans.values()) last = Math.max(last, span.to ?? 0, span.deadline ?? 0);
    return last;
  }

  function marks(model, acts, y) {
    let free = -Infinity;
    return acts.filter((a) => a[1] >= s.t0 && a[1] <= s.t1).map(([seq, at, actor, kind]) => {
      // acts of one instant stand side by side; where too many would drift off their time, the rest is left out
      const x = Math.max(s.x(at), free);
      if (x - s.x(at) > 60) return null;
      free = x + 9;
      const later = seq > model.seq ? ".later" : "";
      const nom = kind === "preempt" && !later ? ".nomm" : "";
      return svg(`path.am.by-${actor}${nom}${later}`, { d: MARK[actor] ?? MARK.kubelet, transform: `translate(${Math.min(s.x1 - 5, x)} ${y})` });
    }).filter(Boolean);
  }

  function bar(span, y, h, now, earliest = null) {
    const from = s.clamp(span.from);
    const until = span.to ?? span.deadline ?? earliest ?? s.t1;
    const to = s.clamp(until);
    const passed = s.clamp(Math.min(now, until));
    const out = [];
    if (to <= from && span.to !== null) return out;
    if (span.kind === "nominated") {
      out.push(svg("rect.nombar", { x: from, y, width: Math.max(2, to - from), height: h, rx: 3 }));
      return out;
    }
    const fill = span.kind === "preStop" ? "url(#hp)" : "url(#hx)";
    if (passed > from) out.push(svg("rect", { x: from, y, width: passed - from, height: h, rx: 2, fill }));
    if (span.to === null && to > passed) out.push(svg("rect.todo", { x: passed, y: y + 0.5, width: to - passed, height: h - 1, rx: 2 }));
    return out;
  }

  /** Words at the ticks: each is put down only where it has room. `px` = where the playhead stands. */
  function words(row, y, earliest, px) {
    const out = [];
    let free = -Infinity;
    const put = (x, text, cls, anchor = "start") => {
      const w = text.length * WORD_PX;
      const left = anchor === "end" ? x - w : x;
      if (left < free || left < s.x0 || left + w > s.x1 + 4) return false;
      out.push(svg(`text${cls}`, { x, y: y + 11, "text-anchor": anchor, text }));
      free = left + w + 6;
      return true;
    };
    /** After a tick, or before it where the chart ends. */
    const putBeside = (x, text, cls) => put(x + 6, text, cls) || put(x - 6, text, cls, "end");
    for (const span of row.spans) {
      const x = s.x(span.from);
      if (span.kind === "nominated") {
        const text = t("ui.timeline.nominated", { node: span.node ?? "" });
        if (span.to !== null && s.clamp(span.to) - s.clamp(span.from) < text.length * WORD_PX + 12) continue;
        put(besidePlayhead(Math.max(s.x0 + 4, x + 8), text.length * WORD_PX, px, s.clamp(span.to ?? span.deadline ?? earliest ?? s.t1)), text, ".nomt");
        continue;
      }
      if (x >= s.x0 && x <= s.x1) {
        out.push(svg("path.tick1", { d: `M${x} ${y - 2}v18` }));
        if (span === row.spans[0]) put(x - 6, `${span.kind} ${axisTime(span.from)}`, "", "end");
        else put(x + 6, `${span.kind} ${axisTime(span.from)}`, "");
      }
      const end = span.deadline;
      if (end !== null && end !== undefined && span.to === null && span === row.spans[row.spans.length - 1] && s.x(end) <= s.x1 && s.x(end) >= s.x0) {
        out.push(svg("path.tick2", { d: `M${s.x(end)} ${y - 2}v18` }));
        putBeside(s.x(end), `SIGKILL ${axisTime(end)}`, "");
      }
    }
    if (earliest !== null && s.x(earliest) <= s.x1) putBeside(s.x(earliest), t("ui.timeline.earliest"), ".ax.in");
    return out;
  }

  function draw(model, acts, head) {
    // all of it is drawn at size 1 and scaled as a whole, so that a projector's words grow too
    if (room === 0) zoom = parseFloat(getComputedStyle(document.documentElement).fontSize) / 13;
    if (room === 0) room = wrap.clientWidth;
    const width = Math.max(300, room / zoom);
    phone = width < 600;
    const lanes = phone ? [] : faultLanes(model);
    const [t0, t1] = laneWindow(lanes, clock.t, lastKnown(model, acts)) ?? windowFor(clock.t, lastKnown(model, acts));
    const inWindow = [...model.spans.values()].filter((span) => span.from <= t1 && (span.to ?? Infinity) >= t0);
    const found = rowsOf(inWindow, clock.t, phone ? 2 : 3);
    const memory = phone || (oneLane() && !open) ? null : memoryLane(player, pressed());
    const rows = oneLane() && !open ? [] : memory ? found.toSorted((a, b) => b.spans.some(unended) - a.spans.some(unended)).slice(0, 1) : found;
    const broken = memory || (oneLane() && !open) ? [] : lanes.slice(0, 5 - rows.length);
    drawOpener(found.length + lanes.length);
    const x0 = phone ? 12 : LABELS;
    s = scale(t0, t1, x0, width - (phone ? 12 : 16));
    // room for the gantt from the start where one will come: the board must not jump when it does
    if (!phone && innerWidth >= 1200 && acts.some((a) => GRACE.has(a[3]))) most = 3;
    most = oneLane() ? rows.length + broken.length : Math.max(most, rows.length + broken.length);
    const height = phone ? 44 : memory ? 25 + ROW * 2 + MEMORY_PX : 25 + ROW * (most + 1);
    const signature = JSON.stringify([memory?.signature, model.seq, head, acts.length, width, height, t0, t1, Math.round(clock.t * 20)]);
    if (signature === drawnFor) return;
    drawnFor = signature;
    setAttr(chart, "viewBox", `0 0 ${width} ${height}`);
    setAttr(chart, "width", width * zoom);
    setAttr(chart, "height", height * zoom);
    const parts = [patterns()];
    const now = clock.t;
    const px = s.clamp(now);
    if (phone) {
      parts.push(svg("rect.well", { x: x0, y: 8, width: s.x1 - x0, height: 28, rx: 5 }));
      rows.forEach((row, i) => row.spans.forEach((span) => parts.push(...bar(span, 11 + i * 12, 10, now, earliestBind(row, model.spans.values())))));
      if (!rows.length) parts.push(...marks(model, acts, 22));
      for (const row of rows) for (const span of row.spans) if (span.deadline && span.to === null) parts.push(svg("path.tick2", { d: `M${s.clamp(span.deadline)} ${9 + rows.indexOf(row) * 12}v14` }));
      parts.push(svg("line.head", { x1: px, x2: px, y1: 2, y2: 42 }), svg("circle.flag", { cx: px, cy: 22, r: 9 }));
    } else {
      parts.push(svg("rect.well", { x: x0, y: 18, width: s.x1 - x0, height: height - 24, rx: 4 }));
      let lastLabel = -Infinity;
      for (const at of ticks(s)) {
        const x = s.x(at);
        parts.push(svg("line.tickl", { x1: x, x2: x, y1: 18, y2: height - 6 }));
        if (Math.abs(x + 22 - px) > 60 && x - lastLabel > 44 && x + 36 < s.x1 + 12) {
          parts.push(svg("text.ax", { x: x + 4, y: 12, text: axisTime(at) }));
          lastLabel = x;
        }
      }
      parts.push(svg("text.lb", { x: 16, y: 36, text: t("ui.timeline.acts") }), ...marks(model, acts, 32));
      const texts = [];
      rows.forEach((row, i) => {
        const y = 46 + i * ROW;
        parts.push(svg("line.rowl", { x1: x0, x2: s.x1, y1: y - 3.5, y2: y - 3.5 }), svg("text.lb", { x: 16, y: y + 11, text: middleCut(row.pod.slice(row.pod.indexOf("/") + 1), 14) }, svg("title", { text: row.pod })));
        const earliest = earliestBind(row, model.spans.values());
        for (const span of row.spans) parts.push(...bar(span, y, 14, now, earliest));
        texts.push(...words(row, y, earliest, px));
      });
      broken.forEach((lane, i) => {
        const y = 46 + (rows.length + i) * ROW;
        const drawn = drawLane(lane, s, y, now, px);
        parts.push(svg("line.rowl", { x1: x0, x2: s.x1, y1: y - 3.5, y2: y - 3.5 }), ...drawn.shapes);
        texts.push(...drawn.words);
      });
      if (memory) {
        const drawn = drawMemory(memory, s, 46 + ROW, now, px);
        parts.push(...drawn.shapes);
        texts.push(...drawn.words);
      }
      // the playhead passes behind the words
      parts.push(svg("line.head", { x1: px, x2: px, y1: 6, y2: height - 6 }), ...texts, svg("rect.flag", { x: px - 24, y: 0, width: 48, height: 17, rx: 4 }), svg("text.flagt", { x: px, y: 12.5, text: axisTime(now) }));
    }
    chart.replaceChildren(...parts);
    range.style.setProperty("left", `${s.x0 * zoom}px`);
    range.style.setProperty("width", `${(s.x1 - s.x0) * zoom}px`);
    range.max = String(head);
    if (moving === null) range.value = String(model.seq);
    setAttr(range, "aria-valuetext", t("ui.transport.at", { at: model.seq, head, time: clockTime(now) }));
  }

  // The pointer means a time, the keys mean a step: the range counts steps, the pointer is read by its place.
  function toPointer(event) {
    const at = s.t((event.clientX - wrap.getBoundingClientRect().left) / zoom);
    const target = seqAtTime(player.state.acts, at);
    if (target === moving) return;
    moving = target;
    player.seek(target);
  }
  range.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    range.focus({ preventScroll: true });
    range.setPointerCapture(event.pointerId);
    toPointer(event);
  });
  range.addEventListener("pointermove", (event) => {
    if (moving !== null && event.buttons) toPointer(event);
  });
  for (const kind of ["pointerup", "pointercancel"]) range.addEventListener(kind, () => { moving = null; });
  range.addEventListener("input", () => {
    const value = Number(range.value);
    if (value !== player.state.model?.seq) player.seek(value);
  });

  return {
    /** Room or size changed: measure again. */
    resize() {
      room = 0;
      drawnFor = "";
      this.render();
    },
    render() {
      const st = player.state;
      if (st.model) draw(st.model, st.acts, st.head);
    },
    range,
  };
}
