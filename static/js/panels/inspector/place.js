/** Puts a fragment where another one stood: scrolling, focus and what was opened stay. */

const FOCUSABLE = "a[href], button, input, summary, [tabindex='0']";

/** What tells a focusable element from the others of its kind, also in the next fragment. */
function markOf(element) {
  return element.dataset.light ?? element.dataset.choose ?? element.getAttribute("aria-label") ?? element.textContent;
}

function focused(root) {
  const element = document.activeElement;
  return root.contains(element) && element !== root ? { tag: element.tagName, mark: markOf(element) } : null;
}

/**
 * `html` comes from this page's own server, which escapes what a cluster calls its objects. `top` (px) is how far
 * `scroller` is scrolled: to read it here would lay out the whole page.
 */
export function place(root, scroller, html, top) {
  const open = new Set([...root.querySelectorAll("details[open][data-keep]")].map((details) => details.dataset.keep));
  const focus = focused(root);
  const template = document.createElement("template");
  template.innerHTML = html;
  root.replaceChildren(template.content);
  for (const details of root.querySelectorAll("details[data-keep]")) details.open = open.has(details.dataset.keep);
  if (top) scroller.scrollTop = top;
  if (!focus) return;
  const isSame = (element) => element.tagName === focus.tag && markOf(element) === focus.mark;
  const again = [...root.querySelectorAll(FOCUSABLE)].find(isSame);
  (again ?? scroller).focus({ preventScroll: true });
}
