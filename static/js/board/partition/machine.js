/** What stands on the card of one node while anything is broken: its cable, its signs, its two racks. */
import { createCable } from "./cable.js";
import { cableOf } from "./faults.js";
import { createSigns, tagsOf } from "./signs.js";
import { createTruths } from "./two-truths.js";

const LEAST_ROW_UNIT_PX = 46; // of two racks in a row of their own: their rows are as high as their words
const BESIDE_RACKS_PX = 130; // conditions, headings and locks, which the rack of a whole node does not have

/**
 * Pixels of a cpu in the two racks of a node, so that its card is as high as those beside it. `unit` = pixels of a cpu
 * on these, `oneRow` = whether they stand in its row. Pure.
 */
export function unitInTruths({ cpu }, unit, oneRow) {
  const most = oneRow && cpu > 0 ? unit - BESIDE_RACKS_PX / (cpu / 1000) : 0;
  return Math.min(unit, Math.max(LEAST_ROW_UNIT_PX, most));
}

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
    truths.update({ ...view, node, unit: unitInTruths(node, view.unit, view.oneRow) });
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
