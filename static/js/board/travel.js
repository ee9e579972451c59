/**
 * Motion across the board: clones in one overlay, moved by transform. What is underneath is already in its new place.
 * Order of work: read all rectangles, write all, read all again; two layouts an act, however many pods.
 */
import { motionOf } from "./motion.js";

const MOST_CLONES = 60;
const MOST_SLIDES = 40;
const MOST_REVEALED = 60;
const FAR_PX = 120; // a longer way takes longer
const HALFWAY = 0.7; // share of the way after half of the time
const GROWN_HALFWAY = 0.2; // share of its growth by then
const PASSING_PX = 40; // as wide as the band of its priority: names of chips that it passes stay free
const WAITS = 0.75; // of its own time, until a chip closes the gap of one that sets out
const FROM_FLOOR = Object.freeze([{ clipPath: "inset(100% 0 0 0)" }, { clipPath: "inset(0)" }]);

/**
 * Which of the wished motions happen. Pure.
 * @param {{moves: number, slides: number, reduced: boolean, travel: boolean}} wish
 */
export function plan({ moves, slides, reduced, travel }) {
  if (reduced) return { clones: 0, slides: false, beat: true };
  if (!travel) return { clones: 0, slides: false, beat: false };
  return { clones: Math.min(moves, MOST_CLONES), slides: slides <= MOST_SLIDES, beat: false };
}

/** Milliseconds between two of `count` verdicts, so that all of them are there in time. Pure. */
export function stagger(count, motion) {
  return count <= 1 ? 0 : Math.min(motion.stagger, motion.reveal / (count - 1));
}

/** Where a pod is, as a place that can be left and entered. */
export function placeOf(pod) {
  if (!pod) return null;
  if (pod.node) return `node:${pod.node}`;
  return `lane:${pod.lane ?? "none"}`;
}

/** Changes of a frame → [{key, from, to}] for the pods whose place changed. Pure. */
export function movesOf(changes) {
  const moves = [];
  for (const { kind, key, before, after } of changes) {
    if (kind !== "pod") continue;
    const [from, to] = [placeOf(before), placeOf(after)];
    if (from !== to) moves.push({ key, from, to });
  }
  return moves;
}

/** The place of a flying or leaving chip, in pixels of the window. */
function stand(chip, { left, top, width, height }) {
  for (const [side, value] of Object.entries({ left, top, width, height })) chip.style.setProperty(side, `${value}px`);
}

/** A copy of a chip that nothing can find or focus in place of the original. */
function copyOf(chip) {
  const copy = chip.cloneNode(true);
  for (const node of [copy, ...copy.querySelectorAll("[id]")]) node.removeAttribute("id");
  copy.setAttribute("tabindex", "-1");
  return loosened(copy);
}

/** What flies or leaves has no place in the layout, and no second line, which would not be read. */
function loosened(chip) {
  chip.classList.add("flying");
  chip.classList.remove("has2");
  return chip;
}

/**
 * The way from one rectangle to another, along a quiet arc; what flies grows to the size of its target, most of it
 * where it lands, so that it covers little on its way. From lane to lane it is narrow. Pure.
 */
export function arcBetween(from, to) {
  const [dx, dy] = [to.left - from.left, to.top - from.top];
  const arc = Math.min(48, Math.abs(dx) / 8);
  const size = ({ width, height }) => ({ width: `${width}px`, height: `${height}px` });
  const grown = (side) => from[side] + (to[side] - from[side]) * GROWN_HALFWAY;
  const half = { width: dx ? grown("width") : PASSING_PX, height: grown("height") };
  return {
    far: Math.hypot(dx, dy) > FAR_PX,
    keyframes: [
      { transform: "translate(0,0)", ...size(from) },
      { transform: `translate(${dx * HALFWAY}px,${dy * HALFWAY - arc}px)`, ...size(half), offset: 0.5 },
      { transform: `translate(${dx}px,${dy}px)`, ...size(to) },
    ],
  };
}

/** The animations that run, `rate` times as fast as written. */
function createRunning(clock) {
  let running = [];
  let rate = 1;

  /** `done(landed)`, when it ended or was stopped; without an animation at once. */
  function track(animation, done) {
    if (!animation) {
      done?.();
      return;
    }
    animation.playbackRate = rate;
    const entry = { animation, done };
    running.push(entry);
    animation.finished.then(
      () => {
        running = running.filter((e) => e !== entry);
        done?.(true);
      },
      () => done?.(false),
    );
  }

  return {
    track,
    play: (element, keyframes, options) => track(clock.animate(element, keyframes, options)),
    /** Lets everything arrive at once. */
    stop() {
      const all = running;
      running = [];
      for (const { animation } of all) animation.cancel();
    },
    set rate(value) { rate = value; },
    get busy() { return running.length > 0; },
  };
}

/** Chips on their way: they fly, fill a slot or leave. */
function createFlying({ overlay, clock, motion, running: { track, play } }) {
  /** A copy of a reserved slot that stands where it stood. Its words go at once: what comes stands on them soon. */
  function keep({ chip, rect }) {
    const kept = copyOf(chip);
    kept.classList.replace("flying", "kept"); // it does not move
    stand(kept, rect);
    for (const side of ["right", "bottom"]) kept.style.setProperty(side, "auto");
    overlay.append(kept);
    const fading = { duration: motion.fast, fill: "forwards" };
    for (const word of kept.children) play(word, [{ opacity: 1 }, { opacity: 0 }], fading);
    return kept;
  }

  /**
   * A clone of `chip` flies from rectangle to rectangle; the target shows itself when it lands. `slot` = {chip, rect}
   * of the place that was reserved for it: it is there until then.
   */
  function fly(chip, from, to, target, { few = true, slot = null } = {}) {
    const lands = copyOf(chip);
    stand(lands, from);
    if (target?.dataset.pointed) lands.dataset.pointed = target.dataset.pointed;
    const reserved = slot ? keep(slot) : null;
    const shadow = few ? lands.cloneNode(true) : null;
    shadow?.classList.add("shadow");
    if (shadow) {
      overlay.append(shadow);
      // it fades, because what stood below it has moved up already and must be read
      const fading = { duration: motion.move, easing: motion.easeOut, fill: "forwards" };
      play(shadow, [{ opacity: 0.3 }, { opacity: 0 }], fading);
    }
    overlay.append(lands);
    if (target?.dataset.pod) target.classList.add("arriving"); // a square is there before
    const { far, keyframes } = arcBetween(from, to);
    const duration = far ? motion.travel : motion.move;
    track(clock.animate(lands, keyframes, { duration, easing: motion.easeInOut, fill: "forwards" }), (landed) => {
      shadow?.remove();
      reserved?.remove();
      target?.classList.remove("arriving");
      if (!landed) {
        lands.remove();
        return;
      }
      // its own words give way to those of the place, on the same body
      const fading = { duration: motion.fast, fill: "forwards" };
      track(clock.animate(lands, [{ opacity: 1 }, { opacity: 0 }], fading), () => lands.remove());
    });
  }

  /** What comes from nowhere that is seen fills its slot from the floor; the slot is there until then. */
  function fill(target, rect, slot) {
    const grows = copyOf(target);
    stand(grows, rect);
    grows.style.setProperty("bottom", "auto");
    const kept = keep(slot);
    overlay.append(grows);
    target.classList.add("arriving");
    const options = { duration: motion.move, easing: motion.easeOut, fill: "forwards" };
    track(clock.animate(grows, FROM_FLOOR, options), () => {
      kept.remove();
      grows.remove();
      target.classList.remove("arriving");
    });
  }

  /** What leaves folds to the floor, and fades there: before that, what is below it would be read through it. */
  function leave(chip, rect) {
    stand(loosened(chip), rect);
    chip.style.setProperty("bottom", "auto");
    overlay.append(chip);
    // its top sinks to its floor, and the words go with it unsqueezed
    const keyframes = [
      { opacity: 1, clipPath: "inset(0)" },
      { opacity: 1, clipPath: "inset(76% 0 0 0)", offset: 0.8 },
      { opacity: 0, clipPath: "inset(95% 0 0 0)" },
    ];
    const options = { duration: motion.move, easing: motion.easeOut, fill: "forwards" };
    track(clock.animate(chip, keyframes, options), () => chip.remove());
  }

  return { fly, fill, leave };
}

export function createTravel({ overlay, clock, motion = motionOf(getComputedStyle(document.documentElement)) }) {
  const running = createRunning(clock);
  const { play } = running;

  return {
    /** At a faster play every motion is that much faster, so that it ends before the next act. */
    set rate(value) { running.rate = value; },
    stop: running.stop,
    ...createFlying({ overlay, clock, motion, running }),
    /** From a place that lies so many pixels to the right and below to its own; `waits`: not before another left. */
    slide(element, { x = 0, y = 0 }, { waits = false } = {}) {
      const keyframes = [{ transform: `translate(${x}px,${y}px)` }, { transform: "none" }];
      const delay = waits ? motion.move * WAITS : 0;
      play(element, keyframes, { duration: motion.move, easing: motion.easeOut, delay, fill: "backwards" });
    },
    /** A victim makes space for the slot, or takes it back: from so many pixels to its own width, above the slot. */
    narrow(element, from, to) {
      const keyframes = [{ width: `${from}px`, zIndex: 1 }, { width: `${to}px`, zIndex: 1 }];
      play(element, keyframes, { duration: motion.move, easing: motion.easeOut });
    },
    enter: (element) => play(element, [{ opacity: 0 }, { opacity: 1 }], { duration: motion.fast }),
    /** A slot draws itself in place; its words come when the victims beside it have made space for them. */
    draw(element) {
      play(element, FROM_FLOOR, { duration: motion.move, easing: motion.easeOut });
      const coming = { duration: motion.fast, delay: motion.move - motion.fast, fill: "backwards" };
      for (const word of element.children) play(word, [{ opacity: 0 }, { opacity: 1 }], coming);
    },
    /** Verdicts show themselves one after the other. */
    revealAll(elements) {
      const gap = stagger(elements.length, motion);
      elements.slice(0, MOST_REVEALED).forEach((element, i) => {
        const options = { duration: motion.judge, delay: i * gap, fill: "backwards" };
        play(element, [{ opacity: 0 }, { opacity: 1 }], options);
      });
    },
    fade: (element) => play(element, [{ opacity: 0.35 }, { opacity: 1 }], { duration: motion.fast }),
    /** Reduced motion: an outline at the place of change for one beat. */
    beat(element) {
      element.classList.add("beat");
      clock.after(2000, () => element.classList.remove("beat"));
    },
    get busy() { return running.busy; },
  };
}
