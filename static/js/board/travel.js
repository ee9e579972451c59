/**
 * Motion across the board: clones in one overlay, moved by transform. What is underneath is already in its new place.
 * Order of work: read all rectangles, write all, read all again; two layouts an act, however many pods.
 */
export const MOST_CLONES = 60;
export const MOST_SLIDES = 40;
export const MS = { fast: 140, judge: 180, move: 420, travel: 640, stagger: 40, reveal: 600 };
const EASE_OUT = "cubic-bezier(.2,.8,.2,1)";
const EASE_IN_OUT = "cubic-bezier(.6,0,.2,1)";

/**
 * Which of the wished motions happen. Pure.
 * @param {{moves: number, slides: number, reduced: boolean, travel: boolean, behind: number}} wish
 */
export function plan({ moves, slides, reduced, travel, behind = 0 }) {
  if (reduced) return { clones: 0, slides: false, beat: true };
  if (!travel || behind > 2) return { clones: 0, slides: false, beat: false };
  return { clones: Math.min(moves, MOST_CLONES), slides: slides <= MOST_SLIDES, beat: false };
}

/** Delay between verdicts: 40 ms each, all within 600 ms. */
export function stagger(count) {
  return count <= 1 ? 0 : Math.min(MS.stagger, MS.reveal / (count - 1));
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

export function createTravel({ overlay, clock }) {
  let running = [];
  let rate = 1;

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
        done?.();
      },
      () => done?.(),
    );
  }

  /** Let everything arrive at once. */
  function stop() {
    const all = running;
    running = [];
    for (const { animation } of all) animation.cancel();
  }

  /** A clone of `chip` flies from rectangle to rectangle; the target shows itself when it lands. */
  function fly(chip, from, to, target, few = true) {
    const lands = chip.cloneNode(true);
    for (const node of [lands, ...lands.querySelectorAll("[id]")]) node.removeAttribute("id");
    lands.setAttribute("tabindex", "-1");
    lands.classList.add("flying");
    lands.style.setProperty("left", `${from.left}px`);
    lands.style.setProperty("top", `${from.top}px`);
    lands.style.setProperty("width", `${from.width}px`);
    lands.style.setProperty("height", `${from.height}px`);
    const shadow = few ? lands.cloneNode(true) : null;
    shadow?.classList.add("shadow");
    if (shadow) overlay.append(shadow);
    overlay.append(lands);
    target?.classList.add("arriving");
    const [dx, dy] = [to.left - from.left, to.top - from.top];
    const arc = Math.min(48, Math.abs(dx) / 8);
    const long = Math.hypot(dx, dy) > 120;
    const animation = clock.animate(
      lands,
      [
        { transform: "translate(0,0)" },
        { transform: `translate(${dx * 0.55}px,${dy * 0.5 - arc}px)`, offset: 0.5 },
        { transform: `translate(${dx}px,${dy}px)` },
      ],
      { duration: long ? MS.travel : MS.move, easing: EASE_IN_OUT, fill: "forwards" },
    );
    track(animation, () => {
      lands.remove();
      shadow?.remove();
      target?.classList.remove("arriving");
    });
  }

  function slide(element, from, to) {
    track(clock.animate(element, [{ transform: `translateY(${to - from}px)` }, { transform: "none" }], { duration: MS.move, easing: EASE_OUT }));
  }

  /** What leaves fades and folds to the floor. `rect` is where it was. */
  function leave(chip, rect) {
    chip.classList.add("flying");
    for (const [k, v] of Object.entries({ left: rect.left, top: rect.top, width: rect.width, height: rect.height })) chip.style.setProperty(k, `${v}px`);
    chip.style.setProperty("bottom", "auto");
    overlay.append(chip);
    const animation = clock.animate(chip, [{ opacity: 1, transform: "none" }, { opacity: 0, transform: "scaleY(.05)" }], { duration: MS.move, easing: EASE_OUT, fill: "forwards" });
    track(animation, () => chip.remove());
  }

  return {
    /** At a faster play every motion is that much faster, so that it ends before the next act. */
    set rate(value) {
      rate = value;
    },
    stop,
    fly,
    slide,
    leave,
    enter: (element) => track(clock.animate(element, [{ opacity: 0 }, { opacity: 1 }], { duration: MS.fast })),
    draw: (element) => track(clock.animate(element, [{ clipPath: "inset(100% 0 0 0)" }, { clipPath: "inset(0)" }], { duration: MS.move, easing: EASE_OUT })),
    reveal: (element, delay) => track(clock.animate(element, [{ opacity: 0 }, { opacity: 1 }], { duration: MS.judge, delay, fill: "backwards" })),
    fade: (element) => track(clock.animate(element, [{ opacity: 0.35 }, { opacity: 1 }], { duration: MS.fast })),
    /** Reduced motion: an outline at the place of change for one beat. */
    beat(element) {
      element.classList.add("beat");
      clock.after(2000, () => element.classList.remove("beat"));
    },
    get busy() {
      return running.length > 0;
    },
  };
}
