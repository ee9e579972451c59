/** Chips that lead to the objects of the document; what differs from before is marked. */
import { button } from "../el.js";
import { t } from "../i18n.js";
import { identity, objectsOf } from "./document/document.js";
import { PROFILE } from "./document/plugins.js";

/**
 * `onGo(line)`: to a line of the document, from 0; `onProfile()`: the scheduler's default profile is to stand in a
 * document that has none. Returns a function that draws them.
 */
export function createChips(root, { onGo, onProfile }) {
  return function render(text, changed) {
    const objects = objectsOf(text.split("\n"));
    const chips = objects.map((object) => {
      const words = object.kind === "Scenario" ? t("ui.change.inputs") : `${object.kind} ${object.name}`;
      const differs = changed.has(identity(object)) ? ".differs" : "";
      return button(`chip-object${differs}`, words, () => onGo(object.from));
    });
    const profile = objects.some(({ kind }) => kind === PROFILE) ? [] : [button("chip-object.adds",
      t("ui.change.profile"), onProfile, { title: t("ui.change.profile_hint") })];
    // behind the inputs, where it is seen in a long list too
    root.replaceChildren(...chips.slice(0, 1), ...profile, ...chips.slice(1));
  };
}
