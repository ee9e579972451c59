/** The scrubber over the timeline: the pointer means a time, the keys mean a step. */
import { el, setAttr } from "../../el.js";
import { t } from "../../i18n.js";
import { clockTime } from "../../format.js";
import { seqAtTime } from "../../player/past/acts.js";

/** `timeAt(clientX)`: the time below the pointer. */
export function createScrubber(player, timeAt) {
  const element = el("input.scrub", { type: "range", min: 0, max: 0, step: 1, "aria-label": t("ui.transport.scrub") });
  let moving = null; // the step that the pointer asked for last

  function toPointer(event) {
    const target = seqAtTime(player.state.acts, timeAt(event.clientX));
    if (target === moving) return;
    moving = target;
    player.seek(target);
  }

  element.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    if (event.shiftKey) return; // a stretch is being brushed
    element.focus({ preventScroll: true });
    element.setPointerCapture(event.pointerId);
    toPointer(event);
  });
  element.addEventListener("pointermove", (event) => {
    if (moving !== null && event.buttons) toPointer(event);
  });
  for (const kind of ["pointerup", "pointercancel"]) element.addEventListener(kind, () => { moving = null; });
  element.addEventListener("input", () => {
    const value = Number(element.value);
    if (value !== player.state.model?.seq) player.seek(value);
  });

  return {
    element,
    /** Stands from `left` on over `width` pixels. */
    render({ left, width, at, head, now }) {
      element.style.setProperty("left", `${left}px`);
      element.style.setProperty("width", `${width}px`);
      element.max = String(head);
      if (moving === null) element.value = String(at);
      setAttr(element, "aria-valuetext", t("ui.transport.at", { at, head, time: clockTime(now) }));
    },
  };
}
