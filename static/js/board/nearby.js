/**
 * Which cards are near what is seen. On a board of many nodes only those have pods: a page of 5 000 nodes would need
 * 1 GB for all of them.
 */
import { isSingle } from "./layout/space.js";

const MANY = 200;
const MARGIN = 0.75; // of what is seen, on either side

/** The first index of `n` for which `is` holds; it holds for all after that. Pure. */
export function firstIndex(n, is) {
  let [from, to] = [0, n];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (is(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Whether a plan has so many nodes that those that are far from what is seen have no pods. Pure. */
export const hasFar = (plan) => plan.zones.reduce((sum, { nodes }) => sum + nodes.length, 0) > MANY;

/**
 * @param {object} options
 * @param {Element} options.root what scrolls
 * @param {(name: string) => Element} options.elementOf the card of a node
 * @param {(names: string[]) => void} options.onChange these came near or went far
 */
export function createNearby({ root, elementOf, onChange }) {
  let plan = null;
  let near = null; // names; null = all

  const allNames = () => plan.zones.flatMap(({ nodes }) => nodes.map(({ name }) => name));

  /** Names near what is seen. Cards stand in the order of the plan: row below row, or one after the other. */
  function find() {
    if (!plan || !hasFar(plan)) return null;
    const across = isSingle() && plan.size !== "grid";
    const [start, end] = across ? ["left", "right"] : ["top", "bottom"];
    const view = root.getBoundingClientRect();
    const more = (view[end] - view[start]) * MARGIN;
    const names = new Set();
    for (const { nodes } of plan.zones) {
      const at = (i) => elementOf(nodes[i].name).getBoundingClientRect();
      const from = firstIndex(nodes.length, (i) => at(i)[end] >= view[start] - more);
      const to = firstIndex(nodes.length, (i) => at(i)[start] > view[end] + more);
      for (let i = from; i < to; i += 1) names.add(nodes[i].name);
    }
    // what has the focus must not go
    const focused = root.contains(document.activeElement) && document.activeElement.closest("[data-node-card]");
    if (focused) names.add(focused.dataset.nodeCard);
    return names;
  }

  function update() {
    const before = near;
    near = find();
    if (near === null) return;
    const came = [...near].filter((name) => !before.has(name));
    const went = [...before].filter((name) => !near.has(name));
    if (came.length || went.length) onChange([...came, ...went]);
  }

  root.addEventListener("scroll", () => {
    if (near !== null) update();
  }, { passive: true });

  return {
    get names() { return near; },
    /** Cards have other places from now on, where `update` is called. In another size nobody is near until then. */
    follow(next) {
      const kept = near !== null && next.size === plan?.size ? near : new Set();
      plan = next;
      near = hasFar(next) ? new Set(allNames().filter((name) => kept.has(name))) : null;
    },
    update,
  };
}
