/**
 * The size for a projector: a class of the document, kept for the next visit. The page is then as narrow pages are, and
 * light unless the visitor chose a theme.
 */
import { store, stored } from "../../browser.js";
import { setAttr } from "../../el.js";

const KEY = "podium.projector";

/** `onChange()`: everything is read at another size. */
export function bindProjector(button, onChange) {
  const root = document.documentElement;
  const { classList } = root;
  const narrow = document.getElementById("narrow");
  const { media } = narrow;
  let lit = false; // light because of the projector

  function set(on) {
    classList.toggle("projector", on);
    narrow.media = on ? "all" : media;
    if (on && root.dataset.theme === "auto") {
      root.dataset.theme = "light";
      lit = true;
    } else if (!on && lit && root.dataset.theme === "light") {
      root.dataset.theme = "auto";
      lit = false;
    }
    if (button) setAttr(button, "aria-pressed", String(on));
    store(KEY, on ? "1" : "");
    onChange();
  }

  button?.addEventListener("click", () => set(!classList.contains("projector")));
  if (button && stored(KEY)) set(true); // a page without the button has its own size
}
