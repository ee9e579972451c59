/** What the tools add to the timeline: a window, a brushed stretch, marks, hits and lanes. No DOM but shapes. */
import { svg } from "../el.js";
import { middleCut } from "../format.js";
import { t } from "../i18n.js";

const LEAST_S = 0.5;
const STEP = 1.35; // by which a turn of the wheel or a key zooms
const WORD_PX = 7.1;
export const KINDS = ["grace", "toleration", "state", "wait", "lease", "detach"];

/**
 * The window [from, until] after zooming by `factor` round second `at`: never narrower than half a second, never before
 * the start; null where it would show all of [0, `end`]. Pure.
 */
export function zoomed([from, until], factor, at, end) {
  const width = Math.max(LEAST_S, (until - from) * factor);
  if (width >= end) return null;
  const share = (at - from) / Math.max(1e-9, until - from);
  const start = Math.max(0, Math.min(end - width, at - width * share));
  return [start, start + width];
}

/** The window moved so that `now` is in it. Pure. */
export function following([from, until], now) {
  if (now >= from && now <= until) return [from, until];
  const start = Math.max(0, now - (until - from) / 5);
  return [start, start + until - from];
}

/** The points of a figure as a stepped line of `height` px, the last one drawn on to `until`. Pure. */
export function sparkline(points, { x, until, y, height }) {
  if (!points.length) return "";
  const values = points.map(([, value]) => value);
  const [low, high] = [Math.min(0, ...values), Math.max(1e-9, ...values)];
  const place = (value) => (y + height - ((value - low) / (high - low)) * height).toFixed(1);
  const parts = points.map(([at, value], i) => (i ? `H${x(at).toFixed(1)}V` : `M${x(at).toFixed(1)} `) + place(value));
  return `${parts.join("")}H${x(until).toFixed(1)}`;
}

/** The value of a figure at second `now`, or null before its first point. Pure. */
export const valueAt = (points, now) => points.findLast(([at]) => at <= now + 1e-9)?.[1] ?? null;

/** A pinned figure as a lane: a stepped line, and its value at the playhead. */
export function pinLane(label, points, end) {
  return {
    kind: "pin",
    draw(s, y, now, px) {
      const shapes = [
        svg("text.lb", { x: 16, y: y + 11, text: middleCut(label, 14) }, svg("title", { text: label })),
        svg("path.pinline", { d: sparkline(points, { x: s.clamp, until: Math.max(now, end), y: y + 1, height: 12 }) }),
      ];
      const value = valueAt(points, now);
      if (value === null) return { shapes, words: [] };
      const text = String(value);
      const left = px + 6 + text.length * WORD_PX > s.x1 ? px - 6 - text.length * WORD_PX : px + 6;
      return { shapes, words: [svg("text.pinvalue", { x: left, y: y + 11, text })] };
    },
  };
}

/** Waits of the scheduling queue: the backoff times of pods, one lane a pod, the newest first. */
function waits(model) {
  const byPod = new Map();
  for (const span of model.spans.values()) {
    if (span.kind === "backoff") byPod.set(span.pod, [...(byPod.get(span.pod) ?? []), span]);
  }
  return [...byPod].toReversed().slice(0, 2).map(([pod, spans]) => {
    const name = t("ui.time.waits_of", { pod: pod.slice(pod.indexOf("/") + 1) });
    return {
      kind: "wait",
      draw(s, y, now) {
        const bars = spans.flatMap(({ from, to, deadline }) => {
          const [x, end] = [s.clamp(from), s.clamp(to ?? deadline ?? now)];
          return end > x ? [svg("rect.backoffbar", { x, y, width: end - x, height: 14, rx: 2 })] : [];
        });
        const label = svg("text.lb", { x: 16, y: y + 11, text: middleCut(name, 14) }, svg("title", { text: name }));
        return { shapes: [label, ...bars], words: [] };
      },
    };
  });
}

/** `acts()` = the timeline's acts, to know at which second a step is. */
export function createLens({ acts }) {
  const timeOf = (seq) => (seq ? acts().find(([at]) => at === seq)?.[1] ?? null : 0);
  const lens = {
    window: null, shown: null, brush: null, marks: [], hits: [], pins: [], compared: null, hides: new Set(["wait"]),
    version: 0,
    touch() { lens.version += 1; },
    lanes: (model) => (lens.hides.has("wait") ? [] : waits(model)),
    zoom(factor, at, shown, end) {
      lens.window = zoomed(lens.window ?? shown, factor, at, end);
      lens.touch();
    },
    pan(seconds, end) {
      if (!lens.window) return;
      const width = lens.window[1] - lens.window[0];
      const start = Math.max(0, Math.min(end - width, lens.window[0] + seconds));
      lens.window = [start, start + width];
      lens.touch();
    },
    follow(now) {
      if (lens.window) lens.window = following(lens.window, now);
    },
    shapes(s, height) {
      const inside = (at) => at !== null && at >= s.t0 && at <= s.t1;
      const shapes = [];
      if (lens.brush) {
        const [x, end] = lens.brush.map(s.clamp);
        shapes.push(svg("rect.brush", { x, y: 18, width: Math.max(1, end - x), height: height - 24 }));
      }
      const compared = lens.compared === null ? null : timeOf(lens.compared);
      if (inside(compared)) {
        shapes.push(svg("path.compared", { d: `M${s.x(compared)} 18V${height - 6}` },
          svg("title", { text: t("ui.time.diff_line", { at: lens.compared }) })));
      }
      for (const seq of lens.hits) {
        const at = timeOf(seq);
        if (inside(at)) shapes.push(svg("path.hit", { d: `M${s.x(at)} 18v6` }));
      }
      for (const { seq, name } of lens.marks) {
        const at = timeOf(seq);
        if (inside(at)) {
          shapes.push(svg("path.bookmark", { d: `M${s.x(at)} ${height - 6}v-12h7l-2.500 3.500 2.500 3.500h-7` },
            svg("title", { text: name })));
        }
      }
      return shapes;
    },
  };
  return lens;
}

export const ZOOM_STEP = STEP;
