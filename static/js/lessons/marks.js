/** Pods and nodes that a lesson or a question is about, marked on the board. */

/** Returns a function that marks what has these names, `how` is "" or "picked", and takes the marks from all others. */
export function createMarks(board) {
  let marked = [];

  return function mark(names, how = "") {
    const elements = names.map((name) => (name.includes("/") ? board.elementOf(name) : board.nodeTitle(name)));
    const next = elements.filter(Boolean).map((node) => node.closest(".node") && node.closest(".pod, .node") || node);
    for (const element of marked) if (!next.includes(element)) delete element.dataset.lit;
    for (const element of next) element.dataset.lit = how;
    marked = next;
  };
}
