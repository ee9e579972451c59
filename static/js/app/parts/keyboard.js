/** The keys of the page: walking on the board and in the queue, and the shortcuts of the transport. */
import { keyAction } from "../../panels/transport/keys.js";

const WALKING = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"];
const OF_THE_TIMELINE = [" ", ".", ",", "?"]; // keys that its slider leaves to the page
const TEXT = "input:not([type=radio]), textarea, select, [contenteditable]";
const CONTROLS = "button, a, summary, input[type=radio]";

/**
 * @param {object} options
 * @param {object[]} options.roving where the focus walks with arrows, see `createRoving`
 * @param {Element} options.slider the timeline's
 * @param {object} options.actions what keys do, see `keyAction`
 * @param {() => void} options.onAction before one is done
 */
export function bindKeyboard({ roving, slider, actions, onAction }) {
  let pointer = false;

  /** A focused control keeps its own keys: Space presses it, arrows move among radios. */
  function belongsToControl(focus, key) {
    if (pointer || !focus.matches(CONTROLS)) return false;
    return key === " " || (focus.matches("input[type=radio]") && key.startsWith("Arrow"));
  }

  function onKey(event) {
    const { key, target: focus } = event;
    if (key === "Tab") pointer = false;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]")) return;
    if (focus.matches(TEXT) && !(focus === slider && OF_THE_TIMELINE.includes(key))) return;
    const walking = !pointer && roving.some((keys) => keys.contains(focus));
    if (walking && WALKING.includes(key)) {
      if (roving.some((keys) => keys.move(key))) event.preventDefault();
      return;
    }
    if (belongsToControl(focus, key)) return;
    const action = keyAction(key, walking);
    if (!action) return;
    event.preventDefault();
    onAction();
    action(actions);
  }

  document.addEventListener("pointerdown", () => {
    pointer = true;
  }, true);
  document.addEventListener("keydown", onKey);
}
