/** Timeline: who acted when, the grace periods as a gantt, what is broken, and the scrubber over all of it. */
import { el, setAttr, setText, svg } from "../../el.js";
import { t } from "../../i18n.js";
import { isPhone } from "../../board/layout/space.js";
import { shapesOf } from "./chart.js";
import { planOf } from "./plan.js";
import { scale } from "./scale.js";
import { createScrubber } from "./scrubber.js";

const LABELS_PX = 124;
const LOW_PX = 760;
const EDGE_PX = { phone: 12, wide: 16 };
const LEAST_PX = 300;
const WIDE_PX = 1200;
const BASE_FONT_PX = 13;

/** A button that shows the other lanes where only one has space. */
function createOpener(onToggle) {
  const element = el("button.btn.ghost.lanes", {
    type: "button",
    "aria-expanded": "false",
    onclick: () => {
      const open = element.getAttribute("aria-expanded") !== "true";
      setAttr(element, "aria-expanded", String(open));
      onToggle();
    },
  });
  return {
    element,
    get open() { return element.getAttribute("aria-expanded") === "true"; },
    render(needed, more) {
      element.hidden = !needed || (more === 0 && !this.open);
      setText(element, this.open ? t("ui.timeline.close") : t("ui.timeline.open", { n: more }));
    },
  };
}

const GESTURES = ["wheel", "pointermove", "pointerdown", "pointerup", "pointerleave", "touchmove"];

/**
 * `memory()` = the lane of the node whose need is shown, or null; `onGesture(event, t)`: a pointer is over second `t`.
 */
export function createTimeline(root, player, clock, { memory = () => null, onGesture = () => {} } = {}) {
  const chart = svg("svg.gantt", { "aria-hidden": "true" });
  const opener = createOpener(() => render());
  const timeAt = (clientX) => shown.s.t((clientX - wrap.getBoundingClientRect().left) / shown.zoom);
  const scrubber = createScrubber(player, timeAt);
  const wrap = el("div.gantt-wrap", null, chart, scrubber.element, opener.element);
  root.append(wrap);
  for (const kind of GESTURES)
    wrap.addEventListener(kind, (event) => onGesture(event, timeAt), { passive: kind.startsWith("pointer") });
  let measured = null; // {space, zoom, width}, until the space changes
  let shown = { s: scale(0, 1, 0, 1), zoom: 1, signature: "" };

  /** All of it is drawn at size 1 and scaled as a whole, so that a projector's words grow too. */
  function measure() {
    const zoom = parseFloat(getComputedStyle(document.documentElement).fontSize) / BASE_FONT_PX;
    return { space: wrap.clientWidth, zoom, width: Math.max(LEAST_PX, wrap.clientWidth / zoom) };
  }

  function draw(plan, s, signature) {
    const { zoom, width } = measured;
    setAttr(chart, "viewBox", `0 0 ${width} ${plan.height}`);
    setAttr(chart, "width", width * zoom);
    setAttr(chart, "height", plan.height * zoom);
    chart.replaceChildren(...shapesOf(plan, player.state, s, clock.t));
    shown = { s, zoom, signature };
  }

  function render() {
    const { model, acts, head } = player.state;
    if (!model) return;
    if (!measured?.space) measured = measure();
    const { zoom, width } = measured;
    const now = clock.t;
    const wide = innerWidth >= WIDE_PX && !document.documentElement.classList.contains("projector");
    // between phone and wide, and on a projector, there is one lane; the others open on demand
    const phone = isPhone();
    // so it is on a low page where two truths need the height
    const single = width >= 600 && (!wide || (model.safety && innerHeight < LOW_PX)) && !phone;
    const space = { width, wide, phone, oneLane: single && !opener.open };
    const plan = planOf({ player, now, memory: memory(), space });
    if (player.lens) player.lens.shown = [plan.from, plan.until];
    opener.render(single, plan.more);
    const edge = plan.phone ? EDGE_PX.phone : EDGE_PX.wide;
    const s = scale(plan.from, plan.until, plan.phone ? EDGE_PX.phone : LABELS_PX, width - edge);
    const layout = [width, zoom, plan.height, s.t0, s.t1, Math.round(now * 20)];
    const watched = plan.broken.filter(({ kind }) => kind === "watch");
    const versions = [player.lens?.version, plan.memory?.signature, model.seq, head, acts.length];
    const signature = JSON.stringify([...versions, watched, ...layout]);
    if (signature === shown.signature) return;
    draw(plan, s, signature);
    scrubber.render({ left: s.x0 * zoom, width: (s.x1 - s.x0) * zoom, at: model.seq, head, now });
  }

  return {
    render,
    /** Space or size changed: measure again. */
    resize() {
      measured = null;
      shown = { ...shown, signature: "" };
      render();
    },
    range: scrubber.element,
    /** Where marks of others stand, and which second is where. */
    wrap, timeAt,
    xOf: (second) => shown.s.clamp(second) * shown.zoom,
  };
}
