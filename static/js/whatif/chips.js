/** Chips that lead to the objects of the document; what differs from before is marked. */
import { el } from "../el.js";
import { t } from "../i18n.js";
import { identity, objectsOf } from "./document.js";

/** `onGo(line)`: to a line of the document, from 0. Returns a function that draws them. */
export function createChips(root, onGo) {
  return function render(text, changed) {
    const chips = objectsOf(text.split("\n")).map((object) => {
      const words = object.kind === "Scenario" ? t("ui.change.inputs") : `${object.kind} ${object.name}`;
      const differs = changed.has(identity(object)) ? ".differs" : "";
      return el(`button.chip-object${differs}`, { type: "button", text: words, onclick: () => onGo(object.from) });
    });
    root.replaceChildren(...chips);
  };
}
