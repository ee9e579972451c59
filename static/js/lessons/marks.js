/** Pods and nodes that a lesson or a question is about, marked on the board. */

/**
 * Returns a function that marks what has these names: `how` is "", "picked", "right" or "wrong", `label` a word beside
 * it. It takes the marks from all others.
 */
export function createMarks(board) {
  let marked = [];

  function unmark({ dataset }) {
    delete dataset.lit;
    delete dataset.guess;
  }

  return function mark(names, how = "", label = "") {
    const elements = names.map((name) => (name.includes("/") ? board.elementOf(name) : board.nodeTitle(name)));
    const next = elements.filter(Boolean).map((node) => node.closest(".node") && node.closest(".pod, .node") || node);
    for (const element of marked) if (!next.includes(element)) unmark(element);
    for (const { dataset } of next) {
      dataset.lit = how;
      if (label) dataset.guess = label;
      else delete dataset.guess;
    }
    marked = next;
  };
}
