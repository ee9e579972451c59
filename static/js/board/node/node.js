/** One node as a rack: header, verdict line, ruler, pods from the floor, memory column, reserved slots. */
import { arrange, el, setAttr, setClass } from "../../el.js";
import { rackLayout } from "../layout/rack.js";
import { createBlocks } from "./blocks.js";
import { createHeader } from "./header.js";
import { createNamesAbove } from "./names-above.js";
import { createMemoryColumn, createRuler } from "./scales.js";
import { createSlots } from "./slots.js";
import { createVerdictLine } from "./verdict-line.js";

const NOTHING = Object.freeze({ slides: [], narrowed: [], entered: [], drawn: [] });

/** All that a drawing depends on. Views are immutable, so the same objects in the same places need no second look. */
function marksOf(view) {
  const { node, pods, verdict, chosen } = view;
  return [
    pods.some((pod) => pod.term) ? view.now : 0, // what terminates says how long it still has
    node, view.unit, view.plain?.height, view.k, view.size, view.short, view.stacked, view.low, view.bare, view.apart,
    view.lit,
    view.chars, verdict.kind, verdict.icon, verdict.raw, JSON.stringify([verdict.message, verdict.score]),
    chosen.node === node.name, chosen.pod ?? "",
    ...view.fresh, 0, ...view.nominated, 0, ...view.doomed, 0, ...pods,
  ];
}

function classesOf({ node, verdict, apart, bare, chosen, lit }) {
  const flags = [
    [`is-${verdict.kind}`, verdict.kind], ["is-off", node.cordoned], ["is-cut", !node.ready || apart],
    ["is-split", bare], ["sel", chosen.node === node.name], ["hl", lit],
  ];
  return ["node", ...flags.filter(([, on]) => on).map(([name]) => name)].join(" ");
}

export function createNode(name) {
  const header = createHeader(name);
  const verdict = createVerdictLine();
  const ruler = createRuler(() => rack);
  const memory = createMemoryColumn();
  const blocks = createBlocks();
  const slots = createSlots(name);
  const names = createNamesAbove();
  const lane = el("div.lane");
  const fill = el("i.fill", { "aria-hidden": "true" });
  const rack = el("div.rack", null, ruler.element, lane, memory.element);
  const attributes = { "data-node-card": name, role: "group", "aria-label": name };
  const element = el("section.node", attributes, header.element, verdict.element, rack, fill);
  let seen = [];

  function changed(view) {
    const marks = marksOf(view);
    const same = marks.length === seen.length && marks.every((mark, i) => mark === seen[i]);
    seen = marks;
    return !same;
  }

  /** The card's own look. */
  function drawCard(view) {
    const { node } = view;
    setClass(element, classesOf(view));
    element.style.setProperty("--u", view.own ? `${view.unit}px` : "");
    fill.style.setProperty("--full", String(Math.min(100, node.requested.shares.cpu ?? 0) / 100));
    setAttr(element, "aria-label", name);
  }

  /**
   * @param {{node, pods, nominated, verdict, unit, now, chosen, short, size, fresh: Set}} view
   * @returns {{slides: {element, from: number, to: number}[], narrowed: {element, from: number, to: number}[],
   *   entered: Element[], drawn: Element[]}} pixels
   */
  function update(view) {
    if (!changed(view)) return NOTHING;
    const { node, pods, nominated, unit } = view;
    const layout = rackLayout(node, pods, nominated, unit, view.plain, view.doomed, view.k);
    const empty = view.size === "grid" || view.bare;
    drawCard(view);
    header.render(view);
    verdict.render(view.verdict, view.chars.verdict);
    if (view.size !== "grid") ruler.render(node.cpu, unit);
    memory.render(view.size === "grid" ? [] : layout.memory, view.fresh);
    const moved = blocks.render(empty ? [] : layout.blocks, { ...view, node: name });
    const drawn = slots.render(empty ? [] : layout.slots, nominated);
    names.render(empty || view.low ? null : layout.names, pods, view.chars.above);
    const standing = layout.blocks.map(({ key }) => blocks.element(key)).filter(Boolean);
    arrange(lane, [...standing, ...slots.elements, names.element]);
    return { ...moved, drawn };
  }

  return {
    element,
    verdict: verdict.element,
    update,
    tick: blocks.tick,
    podElement: (key) => blocks.element(key) ?? slots.element(key),
    title: header.title,
  };
}
