/** A ring that empties, with a number in it. */
import { setAttr, setText, svg } from "../../el.js";

export function ring() {
  return svg("svg.ring", { viewBox: "0 0 34 34", "aria-hidden": "true" },
    svg("circle.bgc", { cx: 17, cy: 17, r: 14.5 }),
    svg("circle.fgc", { cx: 17, cy: 17, r: 14.5, pathLength: 100 }),
    svg("text", { x: 17, y: 17.5 }));
}

/** Writes what is left: the `text` in the ring, and the `share` of it that is drawn, 0…1. */
export function setRing(element, text, share) {
  setText(element.lastChild, text);
  setAttr(element.children[1], "stroke-dasharray", `${Math.round(share * 1000) / 10} 100`);
}

/** A ring that stands in `host` only while it is wanted. */
export function createRingIn(host) {
  let element = null;
  return {
    /** The ring, or null. */
    get element() { return element; },
    want(on) {
      if (on && !element) host.append((element = ring()));
      if (on || !element) return;
      element.remove();
      element = null;
    },
    set(text, share) {
      if (element) setRing(element, text, share);
    },
  };
}
