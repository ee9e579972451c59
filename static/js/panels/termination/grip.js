/** A handle of the chart: it is drawn to another time, or moved with the keys. */
import { el, setAttr } from "../../el.js";
import { t } from "../../i18n.js";
import { MOST_SECONDS } from "../../board/termination/lanes.js";
import { percent, seconds } from "./lane-chart.js";
import { clampSeconds } from "./wish.js";

const KEYS = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
const ENDS = ["pointerup", "pointercancel"];

export const labelOf = (knob) => t(`ui.lanes.knob_${knob.what}`, { container: knob.container ?? "" });

/** Calls `onMove(clientX)` until the pointer is lifted, then `onEnd()`. */
function follow(onMove, onEnd) {
  const move = (event) => onMove(event.clientX);
  const stop = () => {
    document.removeEventListener("pointermove", move);
    for (const kind of ENDS) document.removeEventListener(kind, stop);
    onEnd();
  };
  document.addEventListener("pointermove", move);
  for (const kind of ENDS) document.addEventListener(kind, stop);
}

/**
 * `knob` as `knobsOf` gives it. `onSet(seconds)`: another value is wished; `onDrag(held)`: the handle is taken or let
 * go; `secondAt(clientX)`: the second of the chart below a pointer.
 */
export function createGrip(knob, { onSet, onDrag, secondAt }) {
  let now = knob;
  const element = el(`button.lc-grip.is-${knob.what}`, {
    type: "button",
    role: "slider",
    "aria-label": labelOf(knob),
    "aria-valuemin": 0,
    "aria-valuemax": MOST_SECONDS,
    title: labelOf(knob),
    onkeydown(event) {
      const by = KEYS[event.key];
      if (!by) return;
      event.preventDefault();
      event.stopPropagation();
      onSet(clampSeconds((now.value ?? Math.round(now.open - now.base)) + by));
    },
    onpointerdown(event) {
      event.preventDefault();
      element.focus({ preventScroll: true });
      onDrag(true);
      follow((x) => onSet(clampSeconds(secondAt(x) - now.base)), () => onDrag(false));
    },
  });

  function words() {
    if (now.value === null) return t("ui.lanes.never");
    return t("ui.lanes.seconds", { n: Math.round(now.value), seconds: seconds(now.value) });
  }

  return {
    container: knob.container,
    element,
    render(next, span) {
      now = next;
      element.style.setProperty("left", percent((now.value === null ? now.open : now.base + now.value) / span));
      setAttr(element, "aria-valuenow", now.value ?? MOST_SECONDS);
      setAttr(element, "aria-valuetext", words());
    },
  };
}
