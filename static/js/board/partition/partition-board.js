/**
 * The board while anything is broken: the API server on top, a cable to each node, two racks where two truths differ.
 */
import { isLow, isPhone, readingSize } from "../layout/space.js";
import { createApiBar } from "./api-bar.js";
import { NARROW_PX, partedColumns } from "./columns.js";
import { rowsOf, splitNodes, troubled } from "./faults.js";
import { createMachine, LEAST_ROW_UNIT_PX } from "./machine.js";
import { signLines, tagsOf, zoneBeside } from "./signs.js";
import { cardPx, locksOf, volumesHere } from "./two-truths.js";

const CABLE_PX = { low: 32, high: 48, below: 22 };
const SIGNS_PX = 26;
const PADDING_PX = 32; // of the nodes' element, both sides
const CARD_PADDING_PX = 24;

/** What a card of two racks has, as `cardPx` wants it. `px`: its width. */
function heldOf(node, model, px) {
  const locks = locksOf(model.truths.get(node.name));
  return {
    rows: rowsOf(node, model).map((row) => row.cpu),
    signLines: signLines(tagsOf(node, model, false), px),
    held: Math.max(locks.length, volumesHere(node).length),
  };
}

/** Tags that stand on lines of their own on a whole node's card. */
const tagsBelow = (node, model, zoned) => tagsOf(node, model, zoned && !zoneBeside(node, false));

/** `tools`: the element of buttons beside the API server. */
export function createParted(zonesRoot, tools) {
  const bar = createApiBar(tools);
  const machines = new Map();
  let state = { on: false, drained: false, split: new Set(), signLines: 0, splitPx: () => 0 };
  let sources = [];
  let last = null;
  let tickedAt = -1;
  zonesRoot.before(bar.element);

  function draw(view, elements) {
    for (const node of view.model.nodes.values()) {
      const card = elements(node.name);
      if (!card) continue;
      if (!machines.has(node.name)) machines.set(node.name, createMachine(node.name));
      machines.get(node.name).update(node, card, view, state);
    }
  }

  return {
    /** Looks at the model: whether anything is broken, and which nodes are split. */
    look(model, size) {
      const width = zonesRoot.offsetWidth - PADDING_PX;
      const now = [model.nodes, model.truths, model.safety, model.network, model.identities, model.drains, size, width];
      if (now.every((table, i) => table === sources[i])) return state;
      sources = now;
      const on = troubled(model);
      const fits = (split) =>
        isPhone() || partedColumns([...model.nodes.keys()], split, width, NARROW_PX * readingSize()).oneRow;
      const split = on ? splitNodes(model, size, fits) : new Set();
      const drained = model.drains.size > 0;
      const nodes = [...model.nodes.values()];
      const whole = on || drained ? nodes.filter(({ name }) => !split.has(name)) : [];
      const zoned = on && new Set(nodes.map((node) => node.zone)).size > 1;
      const lines = Math.max(0, ...whole.map((node) => signLines(tagsBelow(node, model, zoned))));
      const splitPx = (px, broad) => {
        const how = { unit: LEAST_ROW_UNIT_PX, broad, low: isLow() };
        const cards = nodes.filter(({ name }) => split.has(name));
        return Math.max(0, ...cards.map((node) => cardPx(heldOf(node, model, px - CARD_PADDING_PX), how)));
      };
      state = { on, drained, split, signLines: lines, splitPx };
      bar.render(model, on);
      return state;
    },
    get on() { return state.on; },
    get split() { return state.split; },
    columnsFor: (names, { width, k }) => partedColumns(names, state.split, width, NARROW_PX * k),
    /** Pixels that a card of a row takes beside its rack, more than an ordinary one. */
    get extra() {
      return (state.on ? CABLE_PX[isLow() ? "low" : "high"] : 0) + state.signLines * SIGNS_PX;
    },
    /**
     * Where split nodes of `px` pixels have rows of their own, at size 1: {above, extra}, pixels of such a row, and
     * those that a whole node below them takes more than an ordinary one.
     */
    wrapped(px, broad) {
      const cable = CABLE_PX[isLow() ? "low" : "high"];
      return { above: cable + state.splitPx(px, broad), extra: CABLE_PX.below + state.signLines * SIGNS_PX };
    },
    /** What stands at rest in the verdict line of a node that no fresh decision speaks of. */
    verdict(node) {
      const up = node.ready && !node.apart;
      return {
        kind: up ? "up" : "",
        icon: up ? "check" : "cut",
        message: { id: up ? "ui.verdict.ready" : node.ready ? "ui.verdict.unheard" : "ui.verdict.not_ready" },
        raw: null,
        score: null,
        word: up ? "" : "not ready",
      };
    },
    /** `view` = {model, now, chosen, unit, oneRow, chars, plain, cables, zoned}; `elements` name → card. */
    render(view, elements) {
      last = { view, elements };
      draw(view, elements);
      for (const name of machines.keys()) if (!view.model.nodes.has(name)) machines.delete(name);
    },
    tick(now) {
      if (!state.on || !last || Math.abs(now - tickedAt) < 0.1) return;
      tickedAt = now;
      draw({ ...last.view, now }, last.elements);
    },
    podElement: (key) => {
      for (const name of state.split) {
        const element = machines.get(name)?.podElement(key);
        if (element?.isConnected) return element;
      }
      return null;
    },
  };
}
