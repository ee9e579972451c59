/** What the sentence of a step is about, marked on the stage. A frame names it: `focus`. */
import { svg } from "../el.js";
import { isSingle } from "./layout/space.js";
import { revealIn } from "./scroll.js";

const MOST = 12; // marked at once; more say nothing
const INSIDE_PX = 8; // a line ends at least so far from the sides of its target
const EDGE_PX = 3;

/** The pods and nodes that the sentence is about; within a decision the cursor shows its own. Pure. */
export function pointedAt({ model, into }) {
  const { pods = [], nodes = [] } = (into ? null : model.frame?.focus) ?? {};
  return { pods: pods.slice(0, MOST), nodes: nodes.slice(0, MOST) };
}

/** Whether an element is drawn: neither hidden nor below what stands in its place. */
const drawn = (element) => element.checkVisibility({ visibilityProperty: true });

/** Where a line from `x` to `element` ends, {x, y}: the lowest of its edge, middle and top that is seen; or null. */
function endAt(element, x) {
  const { left, right, top, bottom, height } = element.getBoundingClientRect();
  const near = Math.min(Math.max(x, left + INSIDE_PX), right - INSIDE_PX);
  const y = [bottom, top + height / 2, top + 2 * EDGE_PX]
    .find((edge) => element.contains(document.elementFromPoint(near, edge - EDGE_PX)));
  return y === undefined ? null : { x: near, y };
}

/**
 * @param {object} options
 * @param {(what: {pod?: string, node?: string}) => Element[]} options.places where a pod or a node may stand, the
 *   best place first
 * @param {Element} options.overlay what lies over the page, where a line is drawn
 */
export function createPointer({ places, overlay }) {
  let marked = [];
  let line = null;

  const standing = (what) => places(what).find(drawn);

  /** Pods where they stand; where none of them is to be seen, the nodes. */
  function find(view) {
    const { pods, nodes } = pointedAt(view);
    const elements = pods.map((pod) => standing({ pod })).filter(Boolean);
    return [...new Set(elements.length ? elements : nodes.map((node) => standing({ node })).filter(Boolean))];
  }

  function drop() {
    line?.remove();
    line = null;
  }

  return {
    point(view) {
      const next = find(view);
      const actor = view.model.frame?.actor ?? "";
      for (const element of marked) if (!next.includes(element)) delete element.dataset.pointed;
      for (const element of next) element.dataset.pointed = actor;
      marked = next;
      const card = isSingle() && next[0]?.closest(".node"); // on a phone a card can be longer than its place
      if (card && card !== next[0]) revealIn(card, next[0]);
      drop();
    },
    /** A line from a name in the sentence to what it names, where that is to be seen; null takes it away. */
    reach(name, what) {
      drop();
      if (!what) return;
      const from = name.getBoundingClientRect();
      const x = from.left + from.width / 2;
      const end = places(what).filter(drawn).map((place) => endAt(place, x)).find(Boolean);
      if (!end) return;
      const path = svg("path", { d: `M${x} ${from.top}L${end.x} ${end.y}` });
      line = svg("svg.reach", { "aria-hidden": "true" }, path, svg("circle", { cx: end.x, cy: end.y, r: 4 }));
      overlay.append(line);
    },
  };
}
