/** What the timeline shows: its window, a brushed stretch and what can be made of it, and its lanes by kind. */
import { el, setText } from "../el.js";
import { axisTime } from "../format.js";
import { t } from "../i18n.js";
import { seqAtTime } from "../player/past/acts.js";
import { KINDS, ZOOM_STEP } from "./lens.js";

const BETWEEN_WHEELS_PX = 40;

/** What a pointer does over the timeline; the answer says whether it was meant here. */
function createGesture({ lens, base, end, changed, setBrush }) {
  let brushing = null;
  let pinch = null;

  function wheel(event, timeAt) {
    event.preventDefault();
    const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey;
    const way = sideways ? event.deltaX || event.deltaY : event.deltaY;
    const turns = Math.max(-3, Math.min(3, way / BETWEEN_WHEELS_PX));
    if (sideways && lens.window) lens.pan((turns * (lens.window[1] - lens.window[0])) / 12, end());
    else if (!sideways) lens.zoom(ZOOM_STEP ** turns, timeAt(event.clientX), base(), end());
    changed();
  }

  /** Two fingers: the distance between them is the width of a stretch of time. */
  function touch(event, timeAt) {
    if (event.touches?.length !== 2) {
      pinch = null;
      return;
    }
    event.preventDefault();
    const [a, b] = [...event.touches].map(({ clientX }) => clientX).toSorted((x, y) => x - y);
    const spread = Math.max(20, b - a);
    if (pinch) lens.zoom(pinch / spread, timeAt((a + b) / 2), base(), end());
    pinch = spread;
    changed();
  }

  return (event, timeAt) => {
    if (event.type === "wheel") wheel(event, timeAt);
    else if (event.type === "touchmove") touch(event, timeAt);
    else if (event.type === "pointerdown" && event.shiftKey) brushing = timeAt(event.clientX);
    else if (event.type === "pointermove" && brushing !== null) setBrush(brushing, Math.max(0, timeAt(event.clientX)));
    else if (event.type === "pointerup") brushing = null;
    return brushing !== null;
  };
}

export function createView({ lens, player, clock, run, pages, onChange }) {
  const end = () => Math.max(10, (player.state.acts.at(-1)?.[1] ?? 0) * 1.12, clock.t * 1.12);
  const base = () => lens.shown ?? [0, end()];
  const status = el("p.time-told", { role: "status", "aria-live": "polite" });
  const button = (words, onclick) => el("button.btn.small", { type: "button", text: t(words), onclick });
  const film = el("a.btn.small", { text: t("ui.time.brush_film"), hidden: true });
  const differ = el("a.btn.small", { text: t("ui.time.brush_diff"), hidden: true });
  const toBrush = button("ui.time.brush_zoom", () => {
    if (lens.brush) lens.window = [...lens.brush];
    changed();
  });
  const clear = button("ui.time.brush_clear", () => {
    lens.brush = null;
    changed();
  });
  const kinds = KINDS.map((kind) => el("label.time-kind", null, el("input", {
    type: "checkbox", checked: !lens.hides.has(kind), onchange: ({ target }) => {
      if (target.checked) lens.hides.delete(kind);
      else lens.hides.add(kind);
      changed();
    },
  }), t(`ui.time.lane_${kind}`)));
  const element = el("div.time-part", null,
    el("div.time-row", null,
      button("ui.time.zoom_in", () => zoomBy("z")), button("ui.time.zoom_out", () => zoomBy("Z")),
      button("ui.time.zoom_all", () => zoomBy("0"))),
    el("div.time-row", null,
      button("ui.time.brush_from", () => brushAt("[")), button("ui.time.brush_to", () => brushAt("]"))),
    el("div.time-row", null, toBrush, film, differ, clear), status,
    el("fieldset.time-kinds", null, el("legend", { text: t("ui.time.lanes") }), kinds));

  function changed() {
    lens.touch();
    render();
    onChange();
  }

  function zoomBy(key) {
    if (key === "0") lens.window = null;
    else lens.zoom(key === "z" ? 1 / ZOOM_STEP : ZOOM_STEP, clock.t, base(), end());
    changed();
  }

  function setBrush(a, b) {
    lens.brush = a < b ? [a, b] : [b, a];
    changed();
  }

  /** "[" begins the stretch at the step that is shown, "]" ends it there. */
  function brushAt(key) {
    const [from, until] = lens.brush ?? [0, end()];
    setBrush(...(key === "[" ? [clock.t, Math.max(until, clock.t)] : [Math.min(from, clock.t), clock.t]));
  }

  function render() {
    const { brush } = lens;
    for (const control of [toBrush, clear, film, differ]) control.hidden = !brush;
    film.hidden = !brush || !pages.take;
    setText(status, t(matchMedia("(pointer: coarse)").matches ? "ui.time.brush_touch" : "ui.time.brush_how"));
    if (!brush) return;
    setText(status, t("ui.time.brushed", { from: axisTime(brush[0]), to: axisTime(brush[1]) }));
    const { acts } = player.state;
    const [from, at] = brush.map((second) => seqAtTime(acts, second));
    film.href = `/r/${run()}/take?${new URLSearchParams({ from, at })}`;
    differ.href = `/r/${run()}/diff?${new URLSearchParams({ a: from, b: at })}`;
  }

  return {
    element, render, zoomBy, brushAt,
    focus: () => element.querySelector("button").focus(),
    gesture: createGesture({ lens, base, end, changed, setBrush }),
  };
}
