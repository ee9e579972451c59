/** The termination of one pod as a chart: a lane for each container, its budget, and the clock. */
import { arrange, el, setClass } from "../../el.js";
import { icon } from "../../icons.js";
import { decimal, t } from "../../i18n.js";
import { marksOf } from "../../board/termination/lanes.js";

const CHAR_SHARE = 0.62; // of the size of the words
const ASSUMED_SIZE_PX = 12;
const BESIDE_WORDS_PX = 16; // edges of a bar, and half of a handle
const ASSUMED_PX = 350; // width of a chart that is not on the page yet
const GRACE_WORDS_PX = 80; // "grace 30 s" and half of a mark
const MANY_LANES = 3;

export const seconds = (n) => decimal(Math.round(n * 10) / 10);
export const percent = (share) => `${Math.max(0, Math.min(1, share)) * 100}%`;

/** How a lane ends, in words. */
function ending(lane) {
  if (!lane.end) return t("ui.lanes.no_end");
  const args = { seconds: seconds(lane.end.at), code: lane.end.code ?? "?" };
  return t(lane.end.kind === "exit" ? "ui.lanes.exits" : "ui.lanes.killed", args);
}

/** A number of seconds with its unit, as the language writes it. */
const lasting = (n) => t("ui.lanes.lasting", { n });

const word = (kind) => (kind === "waits" ? t("ui.lanes.waits") : kind);

/** The longest of some words that fit into a bar of `px` pixels, or none; `size`: that of the words. Pure. */
export function fitting(words, px, size) {
  return words.find((text) => text.length * CHAR_SHARE * size + BESIDE_WORDS_PX <= px) ?? "";
}

const wordsOf = (bar) => [`${word(bar.kind)} ${lasting(seconds(bar.to - bar.from))}`, word(bar.kind)];

/** How the hook of a bar went, when not well: outcome → id of a word. */
const OUTCOMES = { failed: "ui.lanes.hook_failed", "timed out": "ui.lanes.hook_timed_out" };

/** A bar in words: its kind, its seconds, and how its hook failed. Exported for tests. */
export function titleOf(bar) {
  const when = `${word(bar.kind)}, ${lasting(`${seconds(bar.from)}–${seconds(bar.to)}`)}`;
  return bar.outcome in OUTCOMES ? `${when}, ${t(OUTCOMES[bar.outcome])}` : when;
}

/** {from, to, box, past}: a bar with the part of it that is over. */
function createBar(bar, { span, width, size }) {
  const share = (bar.to - bar.from) / span;
  const past = el("i.past");
  const words = fitting(wordsOf(bar), share * width, size);
  const vars = { left: percent(bar.from / span), width: percent(share) };
  const label = words ? el("span", { text: words }) : null;
  const box = el(`div.lc-bar.is-${bar.kind}`, { title: titleOf(bar), vars }, past, label);
  return { from: bar.from, to: bar.to, box, past };
}

function nameOf(lane, rules) {
  const [mark, kind] = lane.end?.kind === "SIGKILL" ? ["cross", "bad"] : ["check", "ok"];
  const least = t("ui.lanes.least", { seconds: rules.minimumStopSeconds });
  return el("div.lc-name", null,
    el("b", { text: lane.container }),
    lane.least ? el("span.tag.warn", { text: least }) : null,
    el(`span.lc-says.${kind}`, null, icon(mark), ending(lane)));
}

/** {element, bars}; `handles` stand in its track. */
function createLane(lane, space, rules, handles) {
  const { span, marks } = space;
  const shown = lane.bars.filter((bar) => bar.to > bar.from || bar.kind === "SIGTERM");
  const bars = shown.map((bar) => createBar(bar, space));
  const at = (n) => ({ vars: { left: percent(n / span) } });
  const track = el("div.lc-track", null,
    marks.map((mark) => el("i.mk", at(mark))),
    bars.map((bar) => bar.box),
    lane.end ? el(`i.lc-end.is-${lane.end.kind}`, at(lane.end.at)) : null,
    handles);
  return { element: el("div.lc-lane", { "data-lane-of": lane.container }, nameOf(lane, rules), track), bars };
}

/** The round marks of the axis that have space beside the words about the grace period. `width` in pixels. Pure. */
export function besideGrace(marks, grace, { span, width }) {
  return marks.filter((mark) => (Math.abs(mark - grace) / span) * width >= GRACE_WORDS_PX);
}

export function createLaneChart() {
  const axis = el("div.lc-axis");
  const tracks = el("div.lc-lanes");
  const budget = el("i.lc-budget");
  const wish = el("i.lc-wish", { hidden: true });
  const head = el("i.lc-head", { hidden: true });
  const element = el("div.lc", null, axis, tracks, budget, wish, head);
  let drawn = { term: null, span: 1, bars: [] };

  return {
    element,
    get span() { return drawn.span; },
    /** The second of the chart below a pointer. */
    secondAt(clientX) {
      const box = element.getBoundingClientRect();
      return ((clientX - box.left) / box.width) * drawn.span;
    },
    /** `span`: seconds that the chart is wide; `grips`: handles, those without a container stand on the axis. */
    draw(term, rules, span, grips) {
      const { lanes } = term;
      setClass(element, `lc${lanes.length > MANY_LANES ? " many" : ""}`);
      element.style.setProperty("--lanes", String(Math.max(1, lanes.length)));
      const marks = marksOf(span);
      const size = parseFloat(getComputedStyle(axis).fontSize) || ASSUMED_SIZE_PX; // on the stage it is larger
      const space = { span, marks, width: element.clientWidth || ASSUMED_PX, size };
      const handles = (name) => grips.filter((grip) => grip.container === name).map((grip) => grip.element);
      const tick = (at) => el("span", { vars: { left: percent(at / span) }, text: at === 0 ? "0" : lasting(at) });
      const grace = term.effectiveGraceSeconds;
      const words = t("ui.lanes.grace", { n: grace });
      const limit = el("span.limit", { vars: { left: percent(grace / span) }, text: words });
      const others = besideGrace(marks, grace, space).map(tick);
      // the first one stands to the right of its place, so that it does not begin before the chart
      const first = (grace / span) * space.width < GRACE_WORDS_PX;
      arrange(axis, [...(first ? [limit, ...others] : [...others, limit]), ...handles(null)]);
      const made = lanes.map((lane) => createLane(lane, space, rules, handles(lane.container)));
      arrange(tracks, made.map((lane) => lane.element));
      budget.style.setProperty("left", percent(grace / span));
      drawn = { term, span, bars: made.flatMap((lane) => lane.bars) };
    },
    /** The grace period that is wished for, where it is another. */
    wish(grace) {
      wish.hidden = grace === drawn.term.effectiveGraceSeconds;
      wish.style.setProperty("left", percent(grace / drawn.span));
    },
    /** `elapsed`: seconds since the termination began. */
    tick(elapsed) {
      const { term, span, bars } = drawn;
      for (const { from, to, past, box } of bars) {
        const share = to > from ? (elapsed - from) / (to - from) : elapsed >= to ? 1 : 0;
        past.style.setProperty("width", percent(share));
        box.classList.toggle("todo", share < 1);
      }
      head.hidden = elapsed < 0 || elapsed > span || elapsed > term.gone + 1;
      head.style.setProperty("left", percent(elapsed / span));
    },
  };
}
