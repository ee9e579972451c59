/** What stands on the card of one node while anything is broken: its cable, its signs, its two racks. */
import { createCable } from "./cable.js";
import { cableOf } from "./faults.js";
import { el, setText } from "../../el.js";
import { createSigns, tagsOf, zoneBeside } from "./signs.js";
import { createTruths } from "./two-truths.js";

export const LEAST_ROW_UNIT_PX = 46; // of two racks in a row of their own: their rows are as high as their words
const MOST_ROW_PX = 220;
const ROWS_GAP_PX = 2;
const BESIDE_RACKS_PX = 130; // conditions, headings and locks, which the rack of a whole node does not have

/**
 * Pixels of a cpu in the two racks of a node, so that its card is as high as those beside it. `unit` = pixels of a cpu
 * on these, `oneRow` = whether they stand in its row. Pure.
 */
export function unitInTruths({ cpu }, unit, oneRow) {
  const most = oneRow && cpu > 0 ? unit - BESIDE_RACKS_PX / (cpu / 1000) : 0;
  return Math.min(unit, Math.max(LEAST_ROW_UNIT_PX, most));
}

/** The rows of two racks where no height says anything: they share that of the other racks. Pure. */
export function rowsInTruths(plain, count, k) {
  if (!plain) return null;
  const row = Math.floor(plain.height / Math.max(1, count)) - ROWS_GAP_PX;
  return { ...plain, row: Math.min(MOST_ROW_PX * k, Math.max(plain.row, row)) };
}

export function createMachine(name) {
  const cable = createCable();
  const signs = createSigns();
  const zone = el("span.tag.out.in-zone");
  let truths = null;

  function drawCable(node, card, now) {
    cable.update(cableOf(node, now), node);
    if (cable.element.parentNode !== card) card.prepend(cable.element);
  }

  function drawSigns(card, tags) {
    signs.update(tags);
    if (signs.element.parentNode !== card) card.querySelector(":scope > header").after(signs.element);
  }

  function drawZone(card, words) {
    setText(zone, words);
    if (zone.parentElement) return;
    card.querySelector(":scope > header > .nodename").after(zone);
  }

  function drawTruths(node, card, view) {
    truths ??= createTruths(name);
    const plain = view.oneRow ? rowsInTruths(view.plain, view.model.truths.get(name)?.rows.length ?? 0, view.k) : null;
    truths.update({ ...view, node, plain, unit: unitInTruths(node, view.unit, view.oneRow) });
    if (truths.element.parentNode !== card) card.querySelector(":scope > .rack").before(truths.element);
  }

  return {
    /** Draws into the card of the node. `state` = {on: anything is broken, drained, split: names of split nodes} */
    update(node, card, view, { on, drained, split }) {
      if (on && view.cables) drawCable(node, card, view.now);
      else cable.element.remove();
      const zoned = view.zoned && on && node.zone !== "";
      const beside = zoned && zoneBeside(node, split.has(name));
      if (beside) drawZone(card, node.zone);
      else zone.remove();
      if (on || drained) drawSigns(card, tagsOf(node, view.model, zoned && !beside));
      else signs.element.remove();
      if ((on || drained) && split.has(name)) drawTruths(node, card, view);
      else truths?.element.remove();
    },
    /** The row of a pod in the two racks, or null. */
    podElement: (key) => truths?.podElement(key) ?? null,
  };
}
