/** The size for a projector: a class of the document, kept for the next visit. */
import { setAttr } from "../el.js";

const KEY = "podium.projector";

/** Private windows may forbid storage; the size then lasts for this page. */
function stored(value) {
  try {
    if (value !== undefined) localStorage.setItem(KEY, value);
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** `onChange()`: everything is read at another size. */
export function bindProjector(button, onChange) {
  const { classList } = document.documentElement;

  function set(on) {
    classList.toggle("projector", on);
    setAttr(button, "aria-pressed", String(on));
    stored(on ? "1" : "");
    onChange();
  }

  button?.addEventListener("click", () => set(!classList.contains("projector")));
  if (stored()) set(true);
}
