/** What the sentence of a step is about, marked on the stage. A frame names it: `focus`. */
import { svg } from "../el.js";
import { isPhone } from "./layout/room.js";
import { revealIn } from "./scroll.js";

const MOST = 12; // marked at once; more say nothing

/** The pods and nodes that the sentence is about; within a decision the cursor shows its own. Pure. */
export function pointedAt({ model, into }) {
  const { pods = [], nodes = [] } = (into ? null : model.frame?.focus) ?? {};
  return { pods: pods.slice(0, MOST), nodes: nodes.slice(0, MOST) };
}

/**
 * @param {object} options
 * @param {(key: string) => Element | null} options.podElement
 * @param {(name: string) => Element | null} options.nodeElement
 * @param {Element} options.overlay what lies over the page, where a line is drawn
 */
export function createPointer({ podElement, nodeElement, overlay }) {
  let marked = [];
  let line = null;

  /** Pods where they stand; where none of them is on the board, the nodes. */
  function find(view) {
    const { pods, nodes } = pointedAt(view);
    const found = pods.map(podElement).filter(Boolean);
    return found.length ? found : nodes.map(nodeElement).filter(Boolean);
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
      const card = isPhone() && next[0]?.closest(".node"); // on a phone a card can be longer than its place
      if (card && card !== next[0]) revealIn(card, next[0]);
      drop();
    },
    /** A line from a name in the sentence to what it names; null takes it away. */
    reach(name, what) {
      drop();
      const target = what && (what.pod ? podElement(what.pod) : nodeElement(what.node));
      if (!target) return;
      const [from, to] = [name.getBoundingClientRect(), target.getBoundingClientRect()];
      const x = from.left + from.width / 2;
      const near = Math.min(Math.max(x, to.left + 8), to.right - 8);
      const path = svg("path", { d: `M${x} ${from.top}L${near} ${to.bottom}` });
      line = svg("svg.reach", { "aria-hidden": "true" }, path, svg("circle", { cx: near, cy: to.bottom, r: 4 }));
      overlay.append(line);
    },
  };
}
