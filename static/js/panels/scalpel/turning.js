/** Controls of values: fields, and values in a text, which are dragged, turned by keys, chosen or typed over. */
import { amountOf, scrubbed, toggled } from "../../notches.js";

const NOTCH_PX = 6;
const NOTCHES = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

/** The text in a control: a field, or a value in a text. */
export const textIn = (control) => ("value" in control ? control.value : control.dataset.now);

export const before = ({ dataset: { value } }) => JSON.parse(value);
export const shown = (value) => (value === null ? "" : String(value));

/** The number in a control, or null: a text is no number even if it looks like one. What the server holds is turned
 * in the unit that it names. */
function amountIn(control) {
  const { dataset } = control;
  const value = textIn(control);
  if (["text", "flag", undefined].includes(dataset.type)) return null;
  return amountOf(dataset.turn && value === shown(JSON.parse(dataset.value)) ? dataset.turn : value);
}

/** Writes a text into a control; a value in a text looks as before where it is the one from before. */
export function write(control, text) {
  if ("value" in control) control.value = text;
  else {
    control.dataset.now = text;
    if (control.getAttribute("role") === "spinbutton") control.setAttribute("aria-valuetext", text);
    else control.setAttribute("aria-label", `${control.dataset.path}: ${text}`);
    control.textContent = text === shown(before(control)) ? control.dataset.token : text;
  }
}

/** The words between which a control in a text goes, or null. */
const wordsOf = ({ dataset: { type, choices } }) => {
  if (type === "flag") return ["true", "false"];
  return choices ? JSON.parse(choices) : null;
};

/** A value in a text is typed over in its place; `onTyped(control)` with the new one, Escape gives the old one back. */
function typeOver(control, onTyped) {
  const old = textIn(control);
  control.contentEditable = "plaintext-only";
  control.textContent = old;
  control.focus();
  getSelection().selectAllChildren(control);
  let done = false;
  const end = (text) => {
    if (done) return;
    done = true;
    control.removeAttribute("contenteditable");
    write(control, text);
    if (text !== old) onTyped(control);
  };
  control.addEventListener("blur", () => end(control.textContent.trim()), { once: true });
  control.addEventListener("keydown", (event) => {
    if (done) return;
    event.stopImmediatePropagation();
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    end(event.key === "Enter" ? control.textContent.trim() : old);
  });
}

/** Controls that are dragged sideways, turned by keys or typed over; `onTurn(control)` after each change. */
export function bindTurning(root, onTurn) {
  let drag = null;
  const turn = (control, amount, notches) => {
    const next = scrubbed(amount, notches);
    if (next === textIn(control)) return;
    write(control, next);
    onTurn(control);
  };
  const flip = (control, by = 1) => {
    write(control, toggled({ values: wordsOf(control), value: textIn(control) }, by));
    onTurn(control);
  };
  let dragged = null; // the control whose drag has just ended: its click is none
  root.addEventListener("click", (event) => {
    const control = event.target.closest("b[data-turns]");
    if (!control || control === dragged || control.isContentEditable) return;
    if (wordsOf(control)) flip(control);
    else typeOver(control, onTurn);
  });
  root.addEventListener("pointerdown", (event) => {
    const control = event.target.closest("[data-turns]");
    dragged = null;
    const amount = control && event.button === 0 && !control.isContentEditable ? amountIn(control) : null;
    drag = amount && { control, amount, from: event.clientX, id: event.pointerId, moved: false };
  });
  root.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const notches = Math.round((event.clientX - drag.from) / NOTCH_PX);
    if (!notches && !drag.moved) return;
    if (!drag.moved) {
      drag.control.setPointerCapture(drag.id);
      drag.control.classList.add("is-dragged");
    }
    drag.moved = true;
    event.preventDefault();
    turn(drag.control, drag.amount, notches);
  });
  const end = () => {
    if (drag?.moved) dragged = drag.control;
    drag?.control.classList.remove("is-dragged");
    drag = null;
  };
  root.addEventListener("pointerup", end);
  root.addEventListener("pointercancel", end);
  root.addEventListener("keydown", (event) => {
    const control = event.target.closest("[data-turns]");
    if (!control) return;
    const amount = event.key in NOTCHES ? amountIn(control) : null;
    const words = event.key in NOTCHES && !("value" in control) ? wordsOf(control) : null;
    if (amount) turn(control, amount, NOTCHES[event.key]);
    else if (words) flip(control, NOTCHES[event.key] > 0 ? 1 : -1);
    else if (event.key === "Escape") {
      write(control, shown(before(control)));
      onTurn(control);
    } else if (event.key === "Enter" && !("value" in control)) {
      if (wordsOf(control)) flip(control);
      else typeOver(control, onTurn);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
}
