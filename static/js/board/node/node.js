/**
 * One node as a rack: header, verdict line, ruler, pods from the floor, memory column, reserved slots. Far from what
 * is seen it keeps its place and its size, and has no pods.
 */
import { arrange, el, setAttr, setClass } from "../../el.js";
import { rackLayout } from "../layout/rack.js";
import { createBlocks } from "./blocks.js";
import { createHeader } from "./header.js";
import { createNamesAbove } from "./names-above.js";
import { createMemoryColumn, createRuler } from "./scales.js";
import { createSlots } from "./slots.js";
import { createVerdictLine, verdictText } from "./verdict-line.js";

const LINE_PX = 16; // of a verdict, as the style sheet has it
const MOST_MORE = 2;

const NOTHING = Object.freeze({ slides: [], narrowed: [], entered: [], drawn: [] });

/** What the card itself and its name depend on. Views are immutable, so the same objects need no second look. */
const cardMarks = ({ node, verdict, chosen, lit, bare, apart, far, unit, own, size, short, stacked, plain }) => [
  node, verdict.kind, chosen.node === node.name, lit, bare, apart, far, unit, own, size, short, stacked,
  plain?.height,
];

/** All that a drawing depends on. */
function marksOf(view) {
  const { pods, verdict, chosen } = view;
  if (view.far) return cardMarks(view);
  const marks = [verdict.icon, verdict.raw, JSON.stringify([verdict.message, verdict.score])];
  return [
    ...cardMarks(view), ...marks,
    pods.some((pod) => pod.term) ? view.now : 0, // what terminates says how long it still has
    view.k, view.low, view.chars, chosen.pod ?? "",
    ...view.fresh, 0, ...view.nominated, 0, ...view.doomed, 0, ...pods,
  ];
}

/**
 * How many lines more than two the reason on a list of pods has, from rows of the list that are free: no card moves
 * for it. Pure.
 */
export function moreLines({ verdict, pods, nominated, plain, chars, k = 1 }) {
  if (!plain) return 0;
  const lines = Math.ceil(verdictText(verdict).length / chars.verdict) - 2;
  const free = Math.floor((plain.height - plain.row * (pods.length + nominated.length)) / (LINE_PX * k));
  return Math.max(0, Math.min(lines, free, MOST_MORE));
}

function classesOf(view) {
  const { node, verdict, apart, bare, chosen, lit } = view;
  const flags = [
    ["deep", view.deep],
    [`is-${verdict.kind}`, verdict.kind], ["is-off", node.cordoned], ["is-cut", !node.ready || apart],
    ["is-split", bare], ["sel", chosen.node === node.name], ["hl", lit],
  ];
  return ["node", ...flags.filter(([, on]) => on).map(([name]) => name)].join(" ");
}

/** What stands in a rack. */
function createContents(name, rack) {
  const ruler = createRuler(() => rack);
  const memory = createMemoryColumn();
  const blocks = createBlocks();
  const slots = createSlots(name);
  const names = createNamesAbove();
  const lane = el("div.lane");
  rack.append(ruler.element, lane, memory.element);

  return {
    podElement: (key) => blocks.element(key) ?? slots.element(key),
    tick: blocks.tick,
    render(view) {
      const { node, pods, nominated, unit } = view;
      const layout = rackLayout(node, pods, nominated, view);
      const empty = view.size === "grid" || view.bare;
      if (view.size !== "grid") ruler.render(node.cpu, unit, view.k);
      memory.render(view.size === "grid" ? [] : layout.memory, view.fresh);
      const moved = blocks.render(empty ? [] : layout.blocks, { ...view, node: name });
      const drawn = slots.render(empty ? [] : layout.slots, nominated);
      names.render(empty || view.size !== "cards" ? null : layout.names, pods, view.chars.above);
      const standing = layout.blocks.map(({ key }) => blocks.element(key)).filter(Boolean);
      arrange(lane, [...standing, ...slots.elements, names.element]);
      return { ...moved, drawn };
    },
  };
}

/** The rack below the name, with the verdict above it. */
function createBody(name) {
  const verdict = createVerdictLine();
  const rack = el("div.rack");
  let contents = null;

  return {
    elements: [verdict.element, rack],
    verdict: verdict.element,
    podElement: (key) => contents?.podElement(key) ?? null,
    tick: (now) => contents?.tick(now),
    render(view) {
      rack.style.setProperty("--n", view.node.cpu / 1000);
      if (view.far) {
        rack.replaceChildren();
        contents = null;
        return NOTHING;
      }
      verdict.render(view.verdict, view.chars.verdict);
      contents ??= createContents(name, rack);
      return contents.render(view);
    },
  };
}

export function createNode(name) {
  const header = createHeader(name);
  const fill = el("i.fill", { "aria-hidden": "true" });
  const attributes = { "data-node-card": name, role: "group", "aria-label": name };
  const element = el("section.node", attributes, header.element, fill);
  let body = null;
  let drawn = [];

  function changed(view) {
    const marks = marksOf(view);
    const same = marks.length === drawn.length && marks.every((mark, i) => mark === drawn[i]);
    drawn = marks;
    return !same;
  }

  function drawBody() {
    body = createBody(name);
    fill.before(...body.elements);
    return body;
  }

  /** The card's own look. */
  function drawCard(view) {
    const { node } = view;
    const deep = view.far ? 0 : moreLines(view);
    setClass(element, classesOf({ ...view, deep }));
    element.style.setProperty("--deep", String(deep));
    element.style.setProperty("--u", view.own ? `${view.unit}px` : "");
    fill.style.setProperty("--full", String(Math.min(100, node.requested.shares.cpu ?? 0) / 100));
    setAttr(element, "aria-label", name);
  }

  /**
   * @param {{node, pods, nominated, verdict, unit, now, chosen, short, size, fresh: Set, far}} view
   * @returns {{slides: {element, from: number, to: number}[], narrowed: {element, from: number}[],
   *   entered: Element[], drawn: Element[]}} pixels
   */
  function update(view) {
    if (!changed(view)) return NOTHING;
    drawCard(view);
    header.render(view);
    return (body ?? drawBody()).render(view);
  }

  return {
    element, update,
    get verdict() { return body?.verdict ?? null; },
    tick: (now) => body?.tick(now),
    podElement: (key) => body?.podElement(key) ?? null,
    title: header.title,
  };
}
