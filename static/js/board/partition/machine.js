/** What stands on the card of one node while anything is broken: its cable, its signs, its two racks. */
import { createCable } from "./cable.js";
import { cableOf } from "./faults.js";
import { createSigns, tagsOf } from "./signs.js";
import { createTruths } from "./two-truths.js";

const MOST_ROW_UNIT_PX = 46; // of two racks that nobody measures: their rows are as high as their words

export function createMachine(name) {
  const cable = createCable();
  const signs = createSigns();
  let truths = null;

  function drawCable(node, card, now) {
    cable.update(cableOf(node, now), node);
    if (cable.element.parentNode !== card) card.prepend(cable.element);
  }

  function drawSigns(card, tags) {
    signs.update(tags);
    if (signs.element.parentNode !== card) card.querySelector(":scope > header").after(signs.element);
  }

  function drawTruths(node, card, view) {
    truths ??= createTruths(name);
    truths.update({ ...view, node, unit: Math.min(view.unit, MOST_ROW_UNIT_PX) });
    if (truths.element.parentNode !== card) card.querySelector(":scope > .rack").before(truths.element);
  }

  return {
    /** Draws into the card of the node. `state` = {on: anything is broken, drained, split: names of split nodes} */
    update(node, card, view, { on, drained, split }) {
      if (on && view.cables) drawCable(node, card, view.now);
      else cable.element.remove();
      if (on || drained) drawSigns(card, tagsOf(node, view.model, view.zoned && on));
      else signs.element.remove();
      if ((on || drained) && split.has(name)) drawTruths(node, card, view);
      else truths?.element.remove();
    },
    /** The row of a pod in the two racks, or null. */
    podElement: (key) => truths?.podElement(key) ?? null,
  };
}
