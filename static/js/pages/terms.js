/** Terms that explain themselves: a click, a tap, Enter or Space shows what the title says to a mouse, and its card. */
import { el } from "../el.js";

const GAP = 6; // px between the term and its explanation
const EDGE = 8; // px to the edge of the window

/** Left and top edge of a box of `width` × `height` px at the term's rectangle, inside the window. Pure. */
export function placeOf(term, { width, height }, view) {
  const left = Math.max(EDGE, Math.min(term.left, view.width - width - EDGE));
  const below = term.bottom + GAP;
  const top = below + height + EDGE <= view.height ? below : Math.max(EDGE, term.top - GAP - height);
  return { left, top };
}

/** The address of the card of a term; "" where it has none. Pure. */
export function cardOf(term) {
  return term.getAttribute("href") ?? (term.dataset.card ? `/explain/${term.dataset.card}` : "");
}

/** Whether the click opens the address of a link in the way that a person asked the browser for. */
const elsewhere = (event) => event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;

/**
 * One box for all terms of the page: buttons with the class `explained` and a title, and beside a board, which nobody
 * shall lose for a word, links to cards. `root` hears the clicks.
 */
export function bindTerms(root) {
  const box = el("div.term-says", { popover: "auto", role: "status" });
  let shown = null;

  function show(term) {
    const address = cardOf(term);
    box.replaceChildren(address ? el("a.term-card", { href: address, text: term.textContent }) : "", term.title);
    box.showPopover();
    const { left, top } = placeOf(term.getBoundingClientRect(), box.getBoundingClientRect(), {
      width: innerWidth, height: innerHeight,
    });
    box.style.setProperty("left", `${left}px`);
    box.style.setProperty("top", `${top}px`);
  }

  root.addEventListener("click", (event) => {
    const term = event.target.closest("button.explained, .board-page a.to-card[title]");
    if (!term || elsewhere(event)) return;
    event.preventDefault();
    if (!box.isConnected) document.body.append(box);
    const again = shown === term;
    shown = again ? null : term;
    if (again) box.hidePopover();
    else show(term);
    if (!again && event.detail === 0) box.querySelector("a")?.focus(); // by keyboard; Escape leads back
  });
  box.addEventListener("toggle", (event) => {
    if (event.newState === "closed" && !box.matches(":popover-open")) shown = shown?.matches(":active") ? shown : null;
  });
}
