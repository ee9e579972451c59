/** The nodes as a row of chips above the one that a phone shows: sign of the verdict and short name. */
import { arrange, button, setAttr, setClass } from "../el.js";
import { icon } from "../icons.js";

export function createChips(root, onShow) {
  const chips = new Map();

  function chipOf(name) {
    if (!chips.has(name)) {
      chips.set(name, { element: button("nc", null, () => onShow(name), { "data-chip": name }), shown: "" });
    }
    return chips.get(name);
  }

  return {
    /** No names where the nodes stand below each other: no row of chips. */
    arrange(names) {
      root.hidden = !names.length;
      arrange(root, names.map((name) => chipOf(name).element));
      for (const name of chips.keys()) if (!names.includes(name)) chips.delete(name);
    },
    /** `short` = the name as it stands on the chip, `label` = what is read aloud. */
    draw(name, verdict, short, label) {
      const chip = chips.get(name);
      if (!chip) return;
      const signature = `${verdict.kind}|${verdict.icon}|${short}`;
      if (chip.shown !== signature) {
        chip.shown = signature;
        chip.element.replaceChildren(...(verdict.icon ? [icon(verdict.icon)] : []), short);
        setClass(chip.element, `nc ${verdict.kind}`);
      }
      setAttr(chip.element, "aria-label", label);
    },
    element: (name) => chips.get(name)?.element ?? null,
    /** Marks the node that is in view. */
    mark(current) {
      for (const [name, { element }] of chips) setAttr(element, "aria-current", name === current ? "true" : null);
    },
  };
}
