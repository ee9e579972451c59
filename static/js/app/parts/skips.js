/** Links that skip to a part of the page, and where the focus stands after loading. */

/** The one element of a part that Tab reaches, else the part itself. */
function tabStop(root) {
  if (!root.hasAttribute("tabindex")) root.tabIndex = -1;
  return root.querySelector("[tabindex='0']") ?? root;
}

/** The first button of a row that can be pressed, else the last one, which at least says that it cannot. */
const pressable = (buttons) => buttons.find((button) => !button.disabled) ?? buttons.at(-1);

/**
 * @param {object} options
 * @param {Element[]} options.links each with `data-skip`: board, player, timeline, why or queue
 * @param {Element} options.board
 * @param {Element} options.queue
 * @param {Element} options.panel what scrolls in the inspector
 * @param {Element} options.slider the timeline's
 * @param {Element[]} options.buttons one step on, play: in the order in which they are wanted
 * @param {() => void} options.openWhy makes the inspector visible
 * @param {() => void} options.openQueue makes the queue visible
 */
export function bindSkips({ links, board, queue, panel, slider, buttons, openWhy, openQueue }) {
  const leads = {
    board: () => tabStop(board),
    player: () => pressable(buttons),
    timeline: () => slider,
    why() {
      openWhy();
      return panel;
    },
    queue() {
      if (!queue.checkVisibility()) openQueue();
      return tabStop(queue);
    },
  };
  for (const link of links) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      leads[link.dataset.skip]().focus();
    });
  }
}

/** The keys work at once: the focus goes to the board, unless a person has put it somewhere by then. */
export function enter(board) {
  const { activeElement } = document;
  if (!activeElement || activeElement === document.body) board.focus({ preventScroll: true });
}
