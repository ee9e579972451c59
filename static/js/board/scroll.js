/** Which node is in view: scrolls to one, and tells on a phone which one stands in front. */
import { isSingle } from "./layout/space.js";

const MARGIN_PX = 8;
const PHONE_MARGIN_PX = 12;

/** Scrolls `box`, and nothing around it, until `element` inside it is seen. */
export function revealIn(box, element) {
  const [view, rect] = [box.getBoundingClientRect(), element.getBoundingClientRect()];
  const below = rect.bottom - view.bottom + MARGIN_PX;
  const above = rect.top - view.top - MARGIN_PX;
  if (above < 0) box.scrollTop += above;
  else if (below > 0) box.scrollTop += Math.min(below, above);
}

/** @param {{root: Element, cards: () => Iterable<[string, Element]>, onShown: (name: string) => void}} options */
export function createScroll({ root, cards, onShown }) {
  function onScroll() {
    if (!isSingle()) return;
    const left = root.getBoundingClientRect().left + PHONE_MARGIN_PX;
    let best = null;
    for (const [name, element] of cards()) {
      const distance = Math.abs(element.getBoundingClientRect().left - left);
      if (!best || distance < best.distance) best = { name, distance };
    }
    onShown(best?.name);
  }
  root.addEventListener("scroll", onScroll, { passive: true });

  return {
    /** Scrolls the board, and nothing around it, until the card is seen. */
    to(name, element) {
      // not scrollIntoView: it would scroll every ancestor too, also those that must stand still
      const [view, box] = [root.getBoundingClientRect(), element.getBoundingClientRect()];
      const above = MARGIN_PX + (parseFloat(getComputedStyle(element).marginTop) || 0); // a cable belongs to its node
      const up = box.top - view.top - above;
      const row = isSingle() && !root.classList.contains("grid"); // the nodes of a grid stand below each other too
      if (row) root.scrollLeft += box.left - view.left - PHONE_MARGIN_PX;
      else if (up < 0) root.scrollTop += up;
      else if (box.bottom > view.bottom) root.scrollTop += Math.min(box.bottom - view.bottom + MARGIN_PX, up);
      if (isSingle()) onShown(name);
    },
  };
}
