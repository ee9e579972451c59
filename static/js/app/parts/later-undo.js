/** Ctrl-Z and Ctrl-Y. What they do is fetched with the first of them, and on a page that one of them has led to. */
import { stored } from "../../browser.js";
import { createLater } from "../../later.js";

/** Where this browser keeps what was taken back. */
const KEPT = "podium.undone";
const TEXT = "input:not([type=radio], [type=range]), textarea, select, [contenteditable]";

/** Which of the two somebody asks for by a key, or null. Pure. */
export function wishOf({ key, ctrlKey, metaKey, shiftKey, altKey }) {
  if (altKey || !(ctrlKey || metaKey)) return null;
  const letter = key.toLowerCase();
  if (letter === "z") return shiftKey ? "redo" : "undo";
  return letter === "y" && !shiftKey ? "redo" : null;
}

/**
 * `options` are those of `createUndo` but `name`; `later` waits for its module, and says so where it cannot be had.
 * Answers give("undo" | "redo").
 */
export function bindUndo({ later, ...options }) {
  const undo = createLater({
    later,
    fetch: () => import("./undo.js"),
    make: ({ createUndo }) => createUndo({ ...options, name: KEPT }),
    onCome: (part) => part.hello(),
  });
  const give = async (wish) => (await undo.want({ again: true }))?.give(wish);

  document.addEventListener("keydown", (event) => {
    const wish = wishOf(event);
    if (!wish || event.defaultPrevented || !options.player.state.model) return;
    if (document.querySelector("dialog[open]") || event.target.closest?.(TEXT)) return;
    event.preventDefault();
    give(wish);
  });
  document.getElementById("acts-link")?.addEventListener("click", async (event) => {
    event.preventDefault();
    const { href } = event.currentTarget;
    (await undo.want({ again: true }))?.show(href);
  });
  if (stored(KEPT, { tab: true }) !== null) undo.want();
  return give;
}
