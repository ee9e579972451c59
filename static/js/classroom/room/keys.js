/** Keys of a room. They come before those of the board, and leave text fields and dialogs alone. */
const TEXT = "input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable]";

/** Whether a key press is meant for the page, not for a field or a dialog. */
function isForPage(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !event.target.closest?.(TEXT) && !document.querySelector("dialog[open]");
}

/**
 * `keys`: what a key does, which answers false where the press was for something else; `first(key)`: whether the key
 * was meant otherwise, and that is done.
 */
export function bindRoomKeys(keys, { first = () => false } = {}) {
  document.addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    if (event.repeat || event.shiftKey || !isForPage(event)) return;
    if (!first(key)) {
      if (!Object.hasOwn(keys, key)) return;
      if (keys[key]() === false) return;
    }
    event.preventDefault();
    event.stopPropagation();
  }, true);
}
