/** The pods of a rack as blocks that keep their elements, and say from where they slid. */
import { createBar, createPod } from "./pod.js";

const MOVED_PX = 0.5;

export function createBlocks() {
  const blocks = new Map();
  /** How the blocks stand: pixels from the floor by pod, and pixels of a cpu; another kind of rack has other blocks. */
  let stand = { heights: new Map(), beside: new Set(), unit: 50, low: false, bare: false, lean: false };

  function remove(key) {
    blocks.get(key).element.remove();
    blocks.delete(key);
  }

  /** Blocks of pods that left go, and all of them where the rack is drawn in another way. */
  function clear(pods, { low, bare }, lean) {
    const other = low !== stand.low || bare !== stand.bare || lean !== stand.lean;
    for (const key of [...blocks.keys()]) if (other || !pods.has(key)) remove(key);
  }

  function slid({ key, bottom }, unit) {
    const before = stand.heights.get(key);
    return unit === stand.unit && before !== undefined && Math.abs(before - bottom) > MOVED_PX;
  }

  return {
    /**
     * `places` = where each block stands; `view` = {pods, unit, low, bare, now, chosen, node, chars}.
     * @returns {{slides: {element, from: number, to: number}[], narrowed: {element, from: number}[],
     *   entered: Element[]}} `slides` = pixels from the floor, `narrowed` = pixels of width before
     */
    render(places, view) {
      const pods = new Map(view.pods.map((pod) => [pod.key, pod]));
      const lean = view.size === "racks";
      clear(pods, view, lean);
      const [slides, entered] = [[], []];
      const turns = places.filter(({ key, beside }) =>
        blocks.has(key) && stand.heights.has(key) && stand.beside.has(key) !== beside);
      // read before anything is written: how wide they are then is read when all of the board is
      const narrowed = turns.map(({ key }) => blocks.get(key).element)
        .map((element) => ({ element, from: element.offsetWidth }));
      const { now, node, chars, unit, low, bare } = view;
      for (const place of places) {
        const { key, bottom } = place;
        if (!blocks.has(key)) {
          blocks.set(key, low ? createBar(key) : createPod(key, { lean }));
          entered.push(blocks.get(key).element);
        } else if (slid(place, unit)) {
          slides.push({ element: blocks.get(key).element, from: stand.heights.get(key), to: bottom });
        }
        blocks.get(key).update(pods.get(key), place, { now, chosen: view.chosen.pod === key, node, chars });
      }
      const beside = new Set(places.filter((place) => place.beside).map(({ key }) => key));
      stand = { heights: new Map(places.map(({ key, bottom }) => [key, bottom])), beside, unit, low, bare, lean };
      return { slides, narrowed, entered };
    },
    element: (key) => blocks.get(key)?.element ?? null,
    tick(now) {
      for (const block of blocks.values())
        if (block.pod?.term || block.counting || block.element.classList.contains("new")) block.tick(now);
    },
  };
}
