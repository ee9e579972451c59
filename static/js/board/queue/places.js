/** How lanes and chips stand in the queue, so that those that stay close the gap of one that goes. */

const MOVED_PX = 0.5;

/**
 * Where the lanes stand, and the chips within their lane; nothing of what is not shown. Reads the layout.
 * @param {Iterable<Element>} lanes
 * @returns {Map<Element, {lane: Element | null, left: number, top: number}>} pixels
 */
export function standOf(lanes) {
  const stand = new Map();
  for (const lane of lanes) {
    const { left, top, height } = lane.getBoundingClientRect();
    if (!height) continue;
    stand.set(lane, { lane: null, left, top });
    for (const chip of lane.querySelectorAll(".qi")) {
      const rect = chip.getBoundingClientRect();
      stand.set(chip, { lane, left: rect.left - left, top: rect.top - top });
    }
  }
  return stand;
}

/** What stands elsewhere than before, in the same lane: [{element, by}], `by` = {x, y} pixels back. Pure. */
export function slidesBetween(before, after) {
  const slides = [];
  for (const [element, { lane, left, top }] of after) {
    const was = before.get(element);
    if (!was || was.lane !== lane) continue;
    const by = { x: was.left - left, y: was.top - top };
    if (Math.hypot(by.x, by.y) > MOVED_PX) slides.push({ element, by });
  }
  return slides;
}
