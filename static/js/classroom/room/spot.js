/** The presenter's pointer as a spotlight: where it is, as shares of what lies under it, and drawn over the board. */
import { el } from "../../el.js";

const share = (value, from, size) => Math.min(1, Math.max(0, (value - from) / Math.max(1, size)));

/** The place of a point: {on, x, y}, `on` a node's key or "board", shares from 0 to 1. Pure. */
export function placeOf(point, { node, nodeBox, boardBox }) {
  const [on, box] = node && nodeBox ? [`node/${node}`, nodeBox] : ["board", boardBox];
  const digits = (value) => Math.round(value * 1000) / 1000;
  return { on, x: digits(share(point.x, box.left, box.width)), y: digits(share(point.y, box.top, box.height)) };
}

/** Shows a spotlight on this page's board. */
export function createSpot(page) {
  const ring = el("div.spotlight", { "aria-hidden": "true", hidden: true });
  document.body.append(ring);
  let spot = null;

  function elementOf(on) {
    if (!on.startsWith("node/")) return page.boardRoot;
    const name = CSS.escape(on.slice("node/".length));
    return page.boardRoot.querySelector(`[data-node-card="${name}"]`) ?? page.boardRoot;
  }

  function place() {
    ring.hidden = !spot;
    if (!spot) return;
    const box = elementOf(spot.on).getBoundingClientRect();
    ring.style.setProperty("--x", `${box.left + spot.x * box.width}px`);
    ring.style.setProperty("--y", `${box.top + spot.y * box.height}px`);
  }

  return {
    show(next) {
      spot = next;
      place();
    },
    place,
  };
}

const EACH_MS = 100; // at most ten a second

/** The presenter's own: while it is on, the pointer's place is sent with `send({on, x, y})`. */
export function createPointing(page, send) {
  const spot = createSpot(page);
  let on = false;
  let next = null;
  let cancel = null;

  function flush() {
    cancel = null;
    if (!next) return;
    send(next);
    next = null;
    cancel = page.clock.timer(EACH_MS, flush);
  }

  document.addEventListener("pointermove", (event) => {
    if (!on) return;
    const card = event.target.closest?.("[data-node-card]");
    const boardBox = page.boardRoot.getBoundingClientRect();
    next = placeOf({ x: event.clientX, y: event.clientY }, {
      node: card?.dataset.nodeCard ?? null, nodeBox: card?.getBoundingClientRect(), boardBox,
    });
    spot.show(next);
    if (!cancel) flush();
  });

  return {
    get on() { return on; },
    toggle(state = !on) {
      on = state;
      if (on) return;
      next = null;
      spot.show(null);
      send({ on: null });
    },
  };
}
