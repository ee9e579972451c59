/** The motion of one act: what stood somewhere before flies to where it stands now. */
import { createHaste } from "./motion.js";
import { slidesBetween } from "./queue/places.js";
import { movesOf, plan } from "./travel.js";

const FEW = 8; // so many fly with a shadow

/** A copy of an element for the overlay, where no card around it says how large its ring is. */
function copied(element) {
  const copy = element.cloneNode(true);
  const [ring, was] = [copy, element].map((pod) => pod.querySelector(".ring"));
  if (!was) return copy;
  const { width, height } = was.getBoundingClientRect();
  for (const [side, px] of Object.entries({ width, height })) ring.style.setProperty(side, `${px}px`);
  return copy;
}

/**
 * @param {object} stage
 * @param {object} stage.travel
 * @param {object} stage.clock
 * @param {(model: object, key: string) => Element | null} stage.placeOf the element of a pod, or of its node
 * @param {(key: string) => Element | null} stage.podElement
 * @param {object} stage.queue
 */
export function createFlights({ travel, clock, placeOf, podElement, queue }) {
  const hasty = createHaste(clock);

  /** Clones of what will fly, with the rectangles they leave. */
  function starts(model, moves) {
    return moves.map((move) => {
      const element = placeOf(model, move.key);
      if (!element) return null;
      const pod = podElement(move.key);
      const slot = pod?.dataset.slot ? { chip: pod.cloneNode(true), rect: pod.getBoundingClientRect() } : null;
      return { move, slot, rect: element.getBoundingClientRect(), chip: copied(element) };
    });
  }

  /** Lets everything fly that was seen before; the keys of what arrives somewhere. */
  function flyFrom(from, model) {
    // all rectangles are read before anything is written
    const ends = from.map((start) => {
      const target = start?.move.to ? placeOf(model, start.move.key) : null;
      return start ? { ...start, target, to: target?.getBoundingClientRect() ?? null } : null;
    });
    const flown = new Set();
    for (const end of ends) {
      if (!end) continue;
      const { chip, rect, move, target, to } = end;
      const unseen = rect.width === 0; // on a phone the queue lies below the sheet
      if (!move.to) {
        if (!unseen) travel.leave(chip, rect);
        continue;
      }
      const slot = move.to.startsWith("node:") ? end.slot : null;
      if (!target || !to.width || (unseen && !slot?.rect.width)) continue;
      flown.add(move.key);
      if (unseen) travel.fill(target, to, slot);
      else travel.fly(chip, rect, to, target, { few: ends.length <= FEW, slot });
    }
    return flown;
  }

  return {
    /**
     * Plays an act around `write`, which puts the new state and answers what it drew:
     * {slides: {element, from, to}[], narrowed: {element, from}[], entered: Element[], drawn: Element[]}.
     */
    play(model, { before, changes, travel: travels, rate = 1 }, write) {
      travel.stop();
      travel.rate = rate;
      const moved = movesOf(changes);
      const moves = moved.filter((move) => move.from);
      const wish = (slides) => plan({ moves: moves.length, slides, reduced: clock.reducedMotion, travel: travels });
      const from = starts(before, moves.slice(0, wish(0).clones));
      // only a pod that comes or goes moves others in the queue
      const stood = travels && !clock.reducedMotion && moved.length ? queue.stand() : null;
      const out = write();
      const queued = stood ? slidesBetween(stood, queue.stand()) : [];
      const widths = out.narrowed.map(({ element }) => element.offsetWidth);
      const may = wish(out.slides.length + queued.length);
      if (may.beat) {
        const changed = changes.filter(({ kind, after }) => kind === "pod" && after);
        for (const element of changed.map(({ key }) => podElement(key)).filter(Boolean)) travel.beat(element);
        return;
      }
      if (!travels) return;
      const flown = flyFrom(from, model);
      if (may.slides) {
        for (const { element, from: was, to } of out.slides) travel.slide(element, { y: to - was }); // from the floor
        // a chip that sets out from the queue is not to stand over the one that comes into its place
        for (const { element, by } of queued) travel.slide(element, by, { waits: flown.size > 0 });
        for (const [k, { element, from: was }] of out.narrowed.entries()) travel.narrow(element, was, widths[k]);
      }
      for (const element of out.entered) if (!flown.has(element.dataset.pod)) travel.enter(element);
      for (const element of out.drawn) travel.draw(element);
    },
    /** The state as it is: whatever flies has arrived. */
    stop() {
      travel.stop();
      travel.rate = 1;
    },
    /** A state fades in, unless somebody scrubs: that would only flicker. */
    fade(element) {
      if (!hasty() && !clock.reducedMotion) travel.fade(element);
    },
  };
}
