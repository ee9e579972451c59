/**
 * Lanes of the timeline about a node in need: what was free at each step, the thresholds, and the passes of its
 * kubelet.
 */
import { svg } from "../../el.js";
import { listed, t } from "../../i18n.js";
import { freeOver, lineOf, passesOf, pressuresOf } from "../../board/pressure/memory.js";
import { MEMORY_PX } from "./plan.js";
import { besidePlayhead } from "./scale.js";

const PASS_PX = 22;
const FREE_PX = MEMORY_PX - PASS_PX;
const WORD_PX = 7.1;

/** What is drawn of a node, or null: {name, signal, points, passes, lines, signature, draw}. */
export function memoryLane(player, name) {
  const { model } = player.state;
  const view = name ? model.pressures.get(name) : null;
  const bar = view?.bar ?? null;
  if (!bar) return null;
  const pressures = pressuresOf(player.framesUpTo(model.seq), player.start, name, model.seq);
  const points = freeOver(pressures.length ? pressures : [{ t: model.t, view }], bar.signal);
  return {
    name,
    signal: bar.signal,
    resource: bar.resource,
    points,
    passes: passesOf(pressures),
    lines: bar.lines,
    signature: `${name}|${bar.signal}|${points.length}|${pressures.length}`,
    draw: drawMemory,
  };
}

/** A line as a path. Pure. */
const pathOf = (line, x, y) => line.map(({ t: at, free }, i) => `${i ? "L" : "M"}${x(at)} ${y(free)}`).join("");

/** Shapes and words of a lane from `top` on. */
function drawMemory(lane, s, top, now, px) {
  const shapes = [];
  const words = [];
  const most = Math.max(...lane.points.map((p) => p.free), ...lane.lines.map((l) => l.free)) * 1.12 || 1;
  const y = (free) => top + FREE_PX - 6 - (Math.max(0, free) / most) * (FREE_PX - 12);
  const inside = lane.points.filter((p, i) => p.t >= s.t0 || (lane.points[i + 1]?.t ?? now) >= s.t0);
  const path = pathOf(lineOf(inside, now), s.clamp, y);
  const base = top + FREE_PX - 6;
  const title = t(`ui.timeline.free_${lane.resource}`);
  shapes.push(svg("text.lb", { x: 16, y: top + 14, text: title }),
    svg("text.lb", { x: 16, y: top + FREE_PX + 14, text: t("ui.timeline.passes") }),
    svg("line.rowl", { x1: s.x0, x2: s.x1, y1: top - 3, y2: top - 3 }),
    svg("line.rowl", { x1: s.x0, x2: s.x1, y1: top + FREE_PX - 1, y2: top + FREE_PX - 1 }));
  if (path)
    shapes.push(svg("path.mfree", { d: `${path}V${base}H${s.clamp(inside[0].t)}Z` }), svg("path.mline", { d: path }));
  for (const point of inside)
    if (point.t >= s.t0) shapes.push(svg("circle.mdot", { cx: s.x(point.t), cy: y(point.free), r: 2.5 }));
  for (const line of lane.lines) {
    const at = y(line.free);
    const text = line.text;
    shapes.push(svg(`line.mth.is-${line.kind}`, { x1: s.x0, x2: s.x1, y1: at, y2: at }));
    words.push(svg(`text.mtht.is-${line.kind}`, {
      x: s.x1 - 4,
      y: line.kind === "reclaim" ? at + 13 : at - 4,
      "text-anchor": "end",
      text,
    }));
  }
  let free = -Infinity;
  for (const pass of lane.passes) {
    if (pass.t < s.t0 || pass.t > s.t1) continue;
    const x = s.x(pass.t);
    const cy = top + FREE_PX + 10;
    shapes.push(svg(`circle.mpass${pass.victims.length ? ".took" : ""}`, { cx: x, cy, r: 4.5 }));
    const text = pass.victims.length ? `${pass.number} ${listed(pass.victims)}` : String(pass.number);
    const width = text.length * WORD_PX;
    const before =
      pass.victims.length > 0 &&
      x - 10 - width > free &&
      lane.passes.some((other) => other.t > pass.t && s.x(other.t) - x < width + 20);
    const at = before ? x - 10 - width : besidePlayhead(x + 9, width, px, s.x1);
    if (at < free || at + width > s.x1) continue;
    words.push(svg("text", { x: at, y: cy + 4, text }));
    free = Math.max(x + 8, at + width + 6);
  }
  return { shapes, words };
}
