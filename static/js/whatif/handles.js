/**
 * Handles on the thing itself: the grace on the ring of a pod, the request on its slot, the priority on its band, the
 * maxSkew below it. Each is dragged, or turned with the arrow keys.
 */
import { el, setAttr, setText } from "../el.js";
import { t } from "../i18n.js";
import { DEFAULTS } from "./document/knobs.js";
import { spanOf } from "./document/values.js";

const NOTCH_PX = 6;
const GAP_PX = 4;
const NOTCHES = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 10, PageDown: -10 };
const SHORT = { terminationGracePeriodSeconds: "grace", value: "priority", tolerationSeconds: "toleration" };

/** Where a handle stands, from the rectangles of its thing and of the ring in it: {x, y} of its middle. Pure. */
function placeAt(at, box, ring, order) {
  const middle = (box.left + box.right) / 2;
  if (at === "ring" && ring) return { x: (ring.left + ring.right) / 2, y: ring.bottom + GAP_PX };
  if (at === "ring") return { x: box.right - 40, y: (box.top + box.bottom) / 2 };
  if (at === "slot") return { x: middle, y: box.top };
  if (at === "band") return { x: box.left + 28, y: box.bottom };
  return { x: middle + 44 * order, y: box.bottom };
}

/**
 * `knobs(thing)` = [{name, at, path, value, knob}] with the text and the knob of each, `turn(it, notches)` writes
 * another value, `open(it)` leads to its line, `elementOf(thing)` = what the board shows of it, or null.
 */
export function createHandles({ layer, stage, knobs, turn, open, elementOf }) {
  const made = new Map(); // path → {element, word, value}
  let thing = null;
  let dragged = null;

  function make(it) {
    const word = el("span.handle-word", { text: SHORT[it.name] ?? it.name });
    const value = el("b");
    const element = el("button.handle", { type: "button", role: "slider", "data-handle": it.name }, word, " ", value);
    const handle = { element, value, it };
    element.addEventListener("keydown", (event) => {
      const by = NOTCHES[event.key];
      if (by) turn(handle.it, by);
      else if (event.key === "Enter") open(handle.it);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      dragged = { handle, from: event.clientX, done: 0 };
      element.focus({ preventScroll: true });
      event.preventDefault();
    });
    element.addEventListener("pointermove", (event) => {
      if (dragged?.handle !== handle) return;
      const notches = Math.round((event.clientX - dragged.from) / NOTCH_PX);
      if (notches !== dragged.done) turn(handle.it, notches - dragged.done);
      dragged.done = notches;
    });
    element.addEventListener("pointerup", () => {
      if (dragged?.handle === handle && !dragged.done) open(handle.it);
      dragged = null;
    });
    element.addEventListener("pointercancel", () => { dragged = null; });
    return handle;
  }

  function say({ element, value, it }) {
    const { knob, name, of } = it;
    setText(value, knob.kind === "number" ? `${knob.number}${knob.unit}` : knob.value);
    setAttr(element, "aria-label", t("ui.change.handle", { path: name, thing: of }));
    const words = knob.kind === "number" ? knob.number : knob.values.indexOf(knob.value);
    const { min, max } = knob.kind === "number" ? spanOf(knob, Number(DEFAULTS[name] ?? 0))
      : { min: 0, max: knob.values.length - 1 };
    for (const [attribute, number] of [["valuenow", words], ["valuemin", min], ["valuemax", max]])
      setAttr(element, `aria-${attribute}`, String(number));
    setAttr(element, "aria-valuetext", value.textContent);
    setAttr(element, "title", t("ui.change.handle_how", { path: name }));
  }

  function render() {
    const host = thing && elementOf(thing);
    // a thing that is gone at this moment keeps the handle that somebody is turning
    const held = !host && layer.contains(document.activeElement);
    const shown = host || held ? knobs(thing).filter(({ at, knob }) => at && knob) : [];
    const box = host?.getBoundingClientRect();
    const ring = host?.querySelector(".ring")?.getBoundingClientRect() ?? null;
    const root = stage.getBoundingClientRect();
    const kept = new Set(shown.map(({ path }) => path));
    for (const [path, { element }] of made) {
      if (kept.has(path)) continue;
      element.remove();
      made.delete(path);
    }
    const met = {};
    for (const it of shown) {
      if (!made.has(it.path)) {
        made.set(it.path, make(it));
        layer.append(made.get(it.path).element);
      }
      const handle = made.get(it.path);
      handle.it = it;
      say(handle);
      if (held) continue;
      met[it.at] = (met[it.at] ?? -1) + 1;
      const { x, y } = placeAt(it.at, box, ring, met[it.at]);
      const { offsetWidth: wide, offsetHeight: high } = handle.element;
      const left = Math.max(root.left + wide / 2, Math.min(x, root.right - wide / 2)) - root.left;
      const top = Math.max(root.top + high / 2, Math.min(y, root.bottom - high / 2)) - root.top;
      handle.element.style.setProperty("--x", `${left}px`);
      handle.element.style.setProperty("--y", `${top}px`);
    }
  }

  return {
    /** Shows the handles of a thing of the board: {pod} or {node}, or none. While one is dragged they stay. */
    show(what) {
      if (dragged) return;
      thing = what;
      render();
    },
    render,
  };
}
