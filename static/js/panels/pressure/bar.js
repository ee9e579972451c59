/**
 * The bar of a node's memory (or disk …): who uses how much, what is free, and the lines that decide. Drawn at its real
 * width.
 */
import { el, svg } from "../../el.js";
import { t } from "../../i18n.js";

const CHAR_PX = 6.9;
const BAR_PX = 46;
const LINE_PX = 16;

export function hatch(id) {
  return svg("defs", null,
    svg("pattern", { id, width: 7, height: 7, patternTransform: "rotate(45)", patternUnits: "userSpaceOnUse" },
      svg("rect.hx0", { width: 7, height: 7 }), svg("rect.hx1", { width: 3, height: 7 })));
}

const CLASS = { system: ".sys", rest: ".sys", pod: "", dying: ".dying" };

function nameOf(part) {
  return part.name ?? t(part.kind === "system" ? "ui.press.system" : "ui.press.rest");
}

/** Words of a line: [strong, quiet | null]. */
function wordsOf(line) {
  if (line.kind === "reclaim") {
    return [
      t("ui.press.until", { amount: line.text }),
      t("ui.press.until_sum", { threshold: line.thresholdText, least: line.minReclaimText }),
    ];
  }
  if (line.kind === "soft") return [t("ui.press.soft", { amount: line.text, n: line.graceSeconds }), null];
  return [t("ui.press.hard", { amount: line.text }), null];
}

/** The widest part of `left` to `right` that no line crosses: words stand there. Pure. */
export function clearOf(left, right, lines) {
  const ends = [left, ...lines.filter((at) => at > left && at < right).sort((a, b) => a - b), right];
  const parts = ends.slice(1).map((end, i) => [ends[i], end]);
  return parts.reduce((widest, part) => (part[1] - part[0] > widest[1] - widest[0] ? part : widest));
}

/**
 * The bars of a drawing, and their words, which stand above the lines: names stand in their segment where they fit,
 * above it where only the amount does.
 */
function segments(bar, x, top, total) {
  const out = { bars: [], words: [] };
  let at = 0;
  let freeAbove = -Infinity;
  for (const part of bar.parts) {
    const [left, right] = [x(at), x(at + part.value)];
    at += part.value;
    const width = Math.max(1, right - left - 1.5);
    const [from, to] = clearOf(left, right, bar.lines.map((line) => x(bar.capacity - line.free)));
    const space = to - from - 1.5;
    const [name, much] = [nameOf(part), part.text];
    const group = svg("g.over", { "data-choose": part.pod });
    const rect = svg("g", { "data-choose": part.pod },
      svg(`rect.mseg${CLASS[part.kind]}`, { x: left + 0.75, y: top + 1.5, width, height: BAR_PX - 3, rx: 3 }),
      svg("title", { text: `${name} ${much}` }));
    const mid = (from + to) / 2;
    const fits = (text) => text.length * CHAR_PX + 8 <= space;
    const on = part.kind === "dying" ? ".onx" : "";
    if (fits(name) && fits(much))
      group.append(svg(`text.st${on}`, { x: mid, y: top + 20, text: name }),
        svg(`text${on}`, { x: mid, y: top + 36, text: much }));
    else {
      // an amount without its unit would be another one: it stands whole or not at all
      if (fits(name)) group.append(svg(`text.st${on}`, { x: mid, y: top + 28, text: name }));
      else if (fits(much)) group.append(svg(`text${on}`, { x: mid, y: top + 28, text: much }));
      const half = (name.length * CHAR_PX) / 2;
      const above = Math.min(mid, total - half - 2);
      if (!fits(name) && width > 12 && part.pod && above - half > freeAbove) {
        group.append(svg("text.st", { x: above, y: top - 6, text: name }));
        freeAbove = above + half + 8;
      }
    }
    out.bars.push(rect);
    out.words.push(group);
  }
  return out;
}

/** Words that end (or, at the left edge, begin) at `x`. */
function label(x, y, text, cls, width) {
  const starts = x - text.length * CHAR_PX < 0;
  return svg(`text${cls}`, {
    x: Math.min(width, x + (starts ? 0 : 2)),
    y,
    "text-anchor": starts ? "start" : "end",
    text,
  });
}

/** The whole drawing for `space` pixels. `k` = size of what is read. */
export function drawBar(bar, space, { title, sentence, k = 1 }) {
  const width = space / k; // in units of the drawing, which is shown `k` times as large
  const x = (value) => (value / bar.capacity) * width;
  const above = bar.lines.filter((line) => line.kind !== "reclaim").sort((a, b) => a.free - b.free);
  const below = bar.lines.filter((line) => line.kind === "reclaim");
  const titleWide = title.length * 7.4 + 20;
  // the first line of words shares its row with the title where there is space
  const shares = above.length === 0 || width - wordsOf(above[0])[0].length * CHAR_PX > titleWide;
  const first = shares ? 14 : 14 + LINE_PX;
  const top = first + LINE_PX * Math.max(1, above.length) + 6;
  const drawn = segments(bar, x, top, width);
  const parts = [hatch("hxm"), svg("text.st", { x: 0, y: 14, "text-anchor": "start", text: title }),
    svg("rect.well", { x: 0.5, y: top, width: width - 1, height: BAR_PX, rx: 5 }), ...drawn.bars];
  const free = t("ui.press.free", { amount: bar.freeText });
  parts.push(svg("text.ax", { x: 0, y: top + BAR_PX + 16, "text-anchor": "start", text: "0" }),
    svg("text.st", { x: width, y: top + BAR_PX + 16, "text-anchor": "end", text: free }));
  above.forEach((line, i) => {
    const at = x(bar.capacity - line.free);
    const y = first + i * LINE_PX;
    parts.push(
      svg(`path.line-${line.kind}${line.state === "ok" ? ".calm" : ""}`, { d: `M${at} ${y + 4}V${top + BAR_PX + 4}` }),
      label(line.kind === "hard" ? Math.max(at, width - 8) : at, y, wordsOf(line)[0],
        line.kind === "hard" ? ".badc" : ".warnc", width));
  });
  let bottom = top + BAR_PX + 16;
  for (const line of below) {
    const at = x(bar.capacity - line.free);
    const [strong, quiet] = wordsOf(line);
    const clash = at > width - free.length * CHAR_PX - 12;
    const y = bottom + (clash ? LINE_PX : 0);
    parts.push(svg("path.line-reclaim", { d: `M${at} ${top - 1}V${top + BAR_PX + 6}` }),
      label(at - 2, y, strong, ".warnc", width), label(at - 2, y + LINE_PX, quiet, "", width));
    bottom = y + LINE_PX;
  }
  parts.push(...drawn.words);
  const height = bottom + 8;
  return el("div.mbw", null,
    svg("svg.mb",
      { viewBox: `0 0 ${width} ${height}`, width: space, height: height * k, role: "img", "aria-label": sentence },
      parts));
}
