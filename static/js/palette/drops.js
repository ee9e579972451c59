/** Where a thing that is dragged from the menu may be dropped: pods on the queue or the board, nodes on a zone. */

/** `dragged()` is the verb that is dragged, or null; `onDrop(verb, over)`, with the values that the place gives it. */
export function bindDrops(dragged, { onDrop, onEnd }) {
  function dropAt({ target }) {
    const verb = dragged();
    const element = verb && target.closest?.(verb.args.kind === "Pod" ? "#queue, #zones" : ".zone, #zones");
    if (!element) return null;
    const { zone } = element.dataset;
    return { element, verb, over: zone ? { zone } : {} };
  }

  function unmark() {
    for (const element of document.querySelectorAll("[data-drop]")) element.removeAttribute("data-drop");
  }

  /** What a drag over a place, or a drop there, means; null where it means nothing. */
  function meant(event) {
    const drop = dropAt(event);
    unmark();
    if (drop) event.preventDefault();
    return drop;
  }

  document.addEventListener("dragover", (event) => meant(event)?.element.setAttribute("data-drop", ""));
  document.addEventListener("drop", (event) => {
    const drop = meant(event);
    if (drop) onDrop(drop.verb, drop.over);
  });
  document.addEventListener("dragend", () => {
    unmark();
    onEnd();
  });
}
