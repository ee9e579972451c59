/** The spread charts of the Why below the nodes, where the board has space for them: plain nodes on a wide page. */
import { bottomOf, readingSize } from "../../board/layout/space.js";
import { el } from "../../el.js";
import { listed, t } from "../../i18n.js";

const ROOM_PX = [44, 460]; // least and most height of the columns
const MOST_LEVEL_PX = 96;
const LEAST_TICK_PX = 18; // times the size of what is read: between two numbers of the axis
const NAMED_FROM_PX = 20;
const STEP_PX = 4; // a pixel more or less of space changes nothing
const LEAST_STAGE_PX = 300; // times the size of what is read: nodes with a chart below them
const MARGIN_PX = 28; // above the charts and below them
const GAP_PX = 12; // above a table

/** Height in pixels of one of so many levels; all of them fit into the space, for a chart must not be cut. Pure. */
export function levelPx(levels, space) {
  const px = Math.min(MOST_LEVEL_PX, space / levels);
  return px < 2 ? px : Math.floor(px);
}

/** Every how many numbers of an axis one is written, so that none overlap. `px`: pixels between two of them. Pure. */
export const everyTick = (px, k) => Math.max(1, Math.ceil((LEAST_TICK_PX * k) / px));

/** Leaves out numbers of the axis that would stand over each other, after it got another height. */
function thinOut(axis, height) {
  const ticks = [...axis.children];
  const every = everyTick(height / Math.max(1, ticks.length - 1), readingSize());
  ticks.forEach((tick, i) => tick.setAttribute("visibility", i % every ? "hidden" : "visible"));
}

/**
 * Pixels of the columns of all charts, and whether the tables stand `whole` below them: columns become lower for
 * them, and a table that would be cut is left out. `free`: pixels for columns and tables. Pure.
 */
export function spaceFor({ free, tables }) {
  const whole = tables === 0 || free - tables >= ROOM_PX[0];
  const px = Math.max(ROOM_PX[0], Math.min(ROOM_PX[1], whole ? free - tables : free));
  return { whole, space: Math.floor(px / STEP_PX) * STEP_PX };
}

/** Pixels of a chart's caption, legend and sums around its columns. */
function frameOf(chart) {
  return chart.offsetHeight - (chart.querySelector("svg.plot")?.clientHeight ?? 0);
}

/** A sentence that a pod has no charts, with the bars of its scores where there are some. */
function withoutCharts(pod, content) {
  const bars = [...content.querySelectorAll("[data-scores] > :is(.bars, .legend)")];
  const words = el("p", { text: t("ui.spread.none", { pod }) });
  return [el("div.uncharted", null, words, bars.length ? [el("h2", { text: t("ui.spread.scores") }), ...bars] : null)];
}

function drawHigher(chart, space) {
  const levels = Number(chart.dataset.levels);
  const px = levelPx(levels, space);
  const height = Math.round(levels * px);
  for (const plot of chart.querySelectorAll("svg.plot")) {
    plot.setAttribute("height", String(height));
    if (plot.matches(".axis")) thinOut(plot, height);
  }
  chart.classList.toggle("named", px >= NAMED_FROM_PX);
}

/** `root` is the stage with the nodes. */
export function createSpreadStage(root) {
  const element = el("section.spread-stage", { "aria-label": t("ui.spread.title"), hidden: true });
  root.append(element);
  const wide = matchMedia("(min-width: 768px) and (min-height: 500px)"); // a phone shows one node at a time
  let shown = null; // the fragment
  let stands = null; // what of it

  /** Pixels of height that the nodes leave for columns, without what stands around the columns. */
  function free() {
    const zones = root.querySelector(".zones");
    const cards = [...zones.querySelectorAll("[data-node-card]")];
    const bottom = Math.max(0, ...cards.map((card) => card.getBoundingClientRect().bottom));
    const frames = [...element.querySelectorAll(".spc")].map(frameOf);
    return bottomOf(root) - bottom - zones.scrollTop - Math.max(0, ...frames) - MARGIN_PX;
  }

  function fit() {
    element.classList.remove("without-sums", "sums-in-table"); // to be measured, they stand there
    const charts = [...element.querySelectorAll(".spc")];
    const tables = [...element.querySelectorAll(".spall")].reduce((sum, table) => sum + table.offsetHeight + GAP_PX, 0);
    const levels = Math.max(1, ...charts.map((chart) => Number(chart.dataset.levels)));
    let { whole, space } = spaceFor({ free: free(), tables });
    if (tables && whole && levelPx(levels, space) < NAMED_FROM_PX) {
      element.classList.add("sums-in-table"); // the table says them as well, and the columns need the space
      ({ whole, space } = spaceFor({ free: free(), tables }));
    }
    element.classList.toggle("without-sums", !whole);
    for (const chart of charts) drawHigher(chart, space);
  }

  // Verdicts and fonts that arrive after the charts make the cards higher.
  const cards = new ResizeObserver(() => element.hidden || fit());

  function watch() {
    cards.disconnect();
    for (const card of root.querySelectorAll("[data-node-card]")) cards.observe(card);
  }

  /** A sentence in place of charts. */
  function say(text) {
    shown = undefined;
    stands = null;
    element.replaceChildren(el("p.later", { text }));
    element.hidden = false;
  }

  return {
    /** Whether there is space for charts on this page. */
    fits(plain) {
      return plain && wide.matches && root.clientHeight >= LEAST_STAGE_PX * readingSize();
    },
    /**
     * Shows the charts of a fragment, or, where it is about `pod` and has none, that it has none and the scores of the
     * nodes; null: nothing. @returns {"charts" | "scores" | null} what stands here
     */
    show(html, pod = null) {
      if (html !== shown) {
        shown = html;
        const template = document.createElement("template");
        template.innerHTML = shown ?? "";
        const charts = template.content.querySelector("[data-charts]");
        const without = pod && shown !== null ? withoutCharts(pod, template.content) : [];
        element.replaceChildren(...(charts?.children ?? without));
        element.hidden = !element.childElementCount;
        stands = element.hidden ? null : charts ? "charts" : "scores";
      }
      if (!element.hidden) {
        fit();
        watch();
      } else cards.disconnect();
      return stands;
    },
    /** Says what will stand here, so that the space that is kept for it does not look forgotten. */
    promise: () => say(t("ui.spread.later")),
    /** What the zones have now for a pod that waits for its first decision: `tally` = {selector, zones}. */
    count(pod, { selector, zones }) {
      const counts = zones.map(([zone, n]) => t("ui.spread.zone", { zone, n }));
      say(t("ui.spread.now", { pod, selector, counts: listed(counts) }));
    },
  };
}
