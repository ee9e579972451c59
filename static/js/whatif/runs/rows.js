/** The timeline of two runs: one row a pod that fares otherwise, then above now. */
import { el, setAttr, svg } from "../../el.js";
import { axisTime, clockTime, middleCut } from "../../format.js";
import { say, t } from "../../i18n.js";
import { patterns } from "../../panels/timeline/gantt.js";
import { besidePlayhead, labelled, scale, ticks } from "../../panels/timeline/scale.js";
import { momentAt } from "./worlds.js";

const LABELS_PX = 128;
const EDGE_PX = 16;
const TOP_PX = 24;
const ROW_PX = 38;
const BAR_PX = 14;
const BETWEEN_PX = 17;
const MOST_ROWS = 5;
const WORD_PX = 6.9;
const MARGIN = 1.12;
const LEAST_SPAN_S = 9; // ticks are whole seconds

const SIDES = { was: "ui.change.row_then", now: "ui.change.row_now" };
const STRETCHES = {
  waits: "ui.change.waits", reserved: "ui.change.reserved", runs: "ui.change.runs", ends: "ui.change.ends",
  over: "ui.change.over",
};

const wordOf = ({ kind, node }) => t(STRETCHES[kind], { node });

/** One stretch as a bar. `side` is "was" or "now". */
function bar(s, { kind, from, to }, y, side) {
  const [x, end] = [s.clamp(from), s.clamp(to ?? s.t1)];
  if (end - x < 0.5) return [];
  const box = { x, y, width: end - x, height: BAR_PX, rx: 2 };
  const shapes = [svg(`rect.st.st-${kind}.of-${side}`, box)];
  if (kind === "ends") shapes.unshift(svg("rect", { ...box, fill: "url(#hx)" }));
  return shapes;
}

/** Words on the bars where they have room. */
function words(s, stretches, y, { px }) {
  return stretches.flatMap((stretch) => {
    const text = wordOf(stretch);
    const [x, end] = [s.clamp(stretch.from), s.clamp(stretch.to ?? s.t1)];
    const width = text.length * WORD_PX;
    if (end - x < width + 12) return [];
    const at = besidePlayhead(x + 6, width, px, end);
    return [svg("text.stw", { x: at, y: y + 11, text })];
  });
}

/**
 * The lanes of a pod that fares otherwise: [{label, side: "was" or "now", stretches, turn}]; `turn` is what differs
 * first, {second, text}, or null. Here then above now.
 */
function thenAndNow(pair) {
  return Object.entries(SIDES).map(([side, label]) => (
    { label: t(label), side, stretches: pair[side]?.stretches ?? [], turn: turnOf(pair.facts, side) }));
}

/** What differs first on one side: {second, text}, or null. */
export function turnOf(facts, side) {
  const fact = facts.find(({ at }) => at[side] !== null);
  return fact ? { second: fact.at[side], text: `${say(fact.what)} ${fact[side]}` } : null;
}

/** A tick where something differs, with its words where they have room. */
function tick(s, turn, side, y) {
  if (!turn || turn.second < s.t0 || turn.second > s.t1) return [];
  const { second, text } = turn;
  const x = s.x(second);
  const width = text.length * WORD_PX;
  const left = x + 6 + width > s.x1 ? x - 6 - width : x + 6;
  return [
    svg(`path.turn-tick.of-${side}`, { d: `M${x} ${y - 1}v${BAR_PX + 2}` }),
    svg("rect.ground", { x: left - 3, y, width: width + 6, height: BAR_PX, rx: 2 }),
    svg(`text.turn-word.of-${side}`, { x: left, y: y + 11, text }),
  ];
}

function row(s, pair, y, at, { chosen, lanes }) {
  const { name, key } = pair;
  const lane = ({ label, side, stretches, turn }, top) => {
    const marked = tick(s, turn, side, top);
    return [
      ...stretches.flatMap((stretch) => bar(s, stretch, top, side)),
      ...(marked.length ? [] : words(s, stretches, top, at)), ...marked,
      svg("text.lb.side", { x: LABELS_PX - 8, y: top + 11, "text-anchor": "end", text: label }),
    ];
  };
  return [
    svg("line.rowl", { x1: 0, x2: s.x1, y1: y - 3.5, y2: y - 3.5 }),
    svg(`text.lb.of-row${chosen === key ? ".sel" : ""}`, { x: 16, y: y + 20, text: middleCut(name, 11) },
      svg("title", { text: key })),
    ...lanes.flatMap((spans, i) => lane(spans, y + i * BETWEEN_PX)),
  ];
}

function axis(s, px, height) {
  const shapes = [svg("rect.well", { x: s.x0, y: TOP_PX - 6, width: s.x1 - s.x0, height: height - TOP_PX, rx: 4 })];
  for (const second of ticks(s)) {
    const x = s.x(second);
    shapes.push(svg("line.tickl", { x1: x, x2: x, y1: TOP_PX - 6, y2: height - 6 }));
  }
  for (const second of labelled(s, px)) {
    shapes.push(svg("text.ax", { x: s.x(second) + 4, y: 12, text: axisTime(second) }));
  }
  return shapes;
}

/** `onSeek(k)`: to a moment of the runs. `lanesOf(pair)`: see `thenAndNow`; each pair has the same number. */
export function createRows(root, onSeek, { lanesOf = thenAndNow, most = MOST_ROWS } = {}) {
  const chart = svg("svg.gantt", { "aria-hidden": "true" });
  const slider = el("input.scrub", { type: "range", min: 0, step: 1, "aria-label": t("ui.change.time") });
  const wrap = el("div.gantt-wrap", null, chart, slider);
  root.append(wrap);
  let shown = null;
  let moving = false;

  function toPointer(event) {
    const second = shown.s.t(event.clientX - wrap.getBoundingClientRect().left);
    onSeek(momentAt(shown.moments, second));
  }
  slider.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    slider.focus({ preventScroll: true });
    slider.setPointerCapture(event.pointerId);
    moving = true;
    toPointer(event);
  });
  slider.addEventListener("pointermove", (event) => {
    if (moving && event.buttons) toPointer(event);
  });
  for (const kind of ["pointerup", "pointercancel"]) slider.addEventListener(kind, () => { moving = false; });
  slider.addEventListener("input", () => onSeek(Number(slider.value)));

  return {
    slider,
    /** `state` = {moments, k, comparison, now: second, chosen} */
    render({ moments, k, comparison, now, chosen }) {
      const width = Math.max(320, wrap.clientWidth);
      const end = Math.max(...moments.map(({ t: second }) => second), comparison.upto, 1);
      const s = scale(0, Math.max(end * MARGIN, LEAST_SPAN_S), LABELS_PX, width - EDGE_PX);
      const first = comparison.changed.filter(({ key }) => key === chosen);
      const rest = comparison.changed.filter(({ key }) => key !== chosen);
      const pairs = [...first, ...rest].slice(0, most).map((pair) => [pair, lanesOf(pair)]);
      const [, firstLanes = []] = pairs[0] ?? [];
      const rowPx = ROW_PX + Math.max(0, firstLanes.length - 2) * BETWEEN_PX;
      const height = TOP_PX + Math.max(1, pairs.length) * rowPx + 6;
      const px = s.clamp(now);
      setAttr(chart, "viewBox", `0 0 ${width} ${height}`);
      setAttr(chart, "width", width);
      setAttr(chart, "height", height);
      chart.replaceChildren(
        patterns(), ...axis(s, px, height),
        svg("line.head", { x1: px, x2: px, y1: 6, y2: height - 6 }),
        ...pairs.flatMap(([pair, lanes], i) => row(s, pair, TOP_PX + i * rowPx, { px }, { chosen, lanes })),
        svg("rect.flag", { x: px - 24, y: 0, width: 48, height: 17, rx: 4 }),
        svg("text.flagt", { x: px, y: 12.5, text: axisTime(now) }));
      slider.style.setProperty("left", `${s.x0}px`);
      slider.style.setProperty("width", `${s.x1 - s.x0}px`);
      slider.max = String(moments.length - 1);
      slider.value = String(k);
      setAttr(slider, "aria-valuetext", t("ui.change.at", { time: clockTime(now), at: k, of: moments.length - 1 }));
      shown = { s, moments };
    },
  };
}
