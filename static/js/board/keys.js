/**
 * Moving the focus on the board and in the queue: one tab stop each, arrows within.
 * Up and down walk the pods of a node (or a lane), left and right the nodes.
 */
export function createRoving(root, selector) {
  let current = null;

  const all = () => [...root.querySelectorAll(selector)].filter((e) => e.checkVisibility());

  function mark(element) {
    if (current && current !== element) current.tabIndex = -1;
    current = element;
    if (element) element.tabIndex = 0;
  }

  /** After each drawing there must be exactly one tab stop. */
  function refresh() {
    if (current && root.contains(current)) {
      if (current.tabIndex !== 0) current.tabIndex = 0;
      return;
    }
    // `checkVisibility` needs styles only; `offsetParent` would lay out the board that was just written.
    mark([...root.querySelectorAll(selector)].find((e) => e.checkVisibility()) ?? null);
  }

  root.addEventListener("focusin", (event) => {
    const element = event.target.closest(selector);
    if (element) mark(element);
  });

  /** @returns {boolean} whether the key was used */
  function move(key) {
    const list = all();
    const at = list.indexOf(document.activeElement);
    if (at < 0) return false;
    let target = null;
    if (key === "Home") target = list[0];
    else if (key === "End") target = list[list.length - 1];
    else if (key === "ArrowDown") target = list[at + 1];
    else if (key === "ArrowUp") target = list[at - 1];
    else {
      const card = (e) => e.closest("[data-node-card],[data-lane]") ?? e;
      const cards = [...new Set(list.map(card))];
      const mine = cards.indexOf(card(list[at]));
      const next = cards[mine + (key === "ArrowRight" ? 1 : -1)];
      if (next) {
        const index = list.filter((e) => card(e) === cards[mine]).indexOf(list[at]);
        const inNext = list.filter((e) => card(e) === next);
        target = inNext[Math.min(index, inNext.length - 1)];
      }
    }
    target?.focus();
    target?.scrollIntoView({ block: "nearest", inline: "nearest" });
    return true;
  }

  return { refresh, move, contains: (element) => root.contains(element) && element.matches(selector) };
}
