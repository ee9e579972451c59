/** A button on the card of every node whose use is measured: it opens the page of the node. */
import { el, setAttr, setClass } from "../../el.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";

/** `titleOf(name)` = the title on the card of a node, or null. */
export function createOpenButtons({ titleOf, onOpen }) {
  const buttons = new Map();

  function create(name) {
    function onclick(event) {
      event.stopPropagation();
      onOpen(name);
    }
    const button = el("button.press-open", { type: "button", onclick }, icon("gauge"));
    buttons.set(name, button);
    return button;
  }

  return {
    render(pressures) {
      for (const [name, view] of pressures) {
        const title = titleOf(name);
        if (!title) continue;
        const button = buttons.get(name) ?? create(name);
        const words = t(view.pressed ? "ui.press.open_pressed" : "ui.press.open", { node: name });
        setClass(button, `press-open${view.pressed ? " warn" : ""}`);
        setAttr(button, "aria-label", words);
        setAttr(button, "title", words);
        if (button.previousSibling !== title) title.after(button);
      }
      for (const [name, button] of buttons) {
        if (pressures.has(name)) continue;
        button.remove();
        buttons.delete(name);
      }
    },
  };
}
