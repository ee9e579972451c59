/** The cards of the nodes as keyed elements: which there are, what each shows, and how it is drawn. */
import { cores, shortNames } from "../format.js";
import { createNode } from "./node/node.js";
import { isNew } from "./node/pod.js";

const RACK_CHARS = 10; // of a name and the capacity on one line of a rack
const LEAST_AMOUNT_CHARS = 4; // "3.15" of 8
const NO_PODS = Object.freeze([]);

const NOBODY = Object.freeze(new Set());

/** Everything that the card of a node shows. `shown` = {plan, places, verdict, short, stacked, parted, far}. */
function cardOf(view, node, { plan, places, verdict, short, stacked, parted, far }) {
  const pods = places.pods.get(node.name) ?? NO_PODS;
  const nominated = places.nominated.get(node.name) ?? NO_PODS;
  const unit = plan.unitOf(node);
  const rack = plan.size !== "grid" && !far;
  return {
    node, pods, nominated, verdict, unit, short, stacked, far, now: view.now, chosen: view.chosen,
    own: unit !== plan.unit,
    k: plan.space.k, plain: plan.plain, chars: plan.chars, size: plan.size,
    low: plan.detail === "low" && plan.size !== "cards",
    lit: view.litNodes?.has(node.name) ?? false,
    bare: parted.split.has(node.name),
    apart: parted.on && node.apart,
    doomed: nominated.length ? new Set(nominated.flatMap((pod) => pod.victims)) : NOBODY,
    fresh: rack ? new Set(pods.filter((pod) => isNew(pod, view.now)).map((pod) => pod.key)) : NOBODY,
  };
}

/**
 * Whether in racks the capacity stands below the name, on all of them: some name has no space beside the largest amount
 * of its node. `names`: node → its short name. Pure.
 */
export function namesAlone(nodes, names) {
  return [...nodes.values()].some(({ name, cpu }) => {
    const all = cores(cpu).length;
    return names.get(name).length + Math.max(LEAST_AMOUNT_CHARS, all) + 1 + all > RACK_CHARS;
  });
}

export function createCards({ parted, chips }) {
  const nodes = new Map();
  let stacked = false;

  return {
    has: (name) => nodes.has(name),
    element: (name) => nodes.get(name)?.element ?? null,
    title: (name) => nodes.get(name)?.title ?? null,
    /** The element of the verdict line. */
    verdict: (name) => nodes.get(name)?.verdict ?? null,
    /** [[name, element]] of all cards. */
    entries: () => [...nodes].map(([name, node]) => [name, node.element]),
    /** The element of a pod on the card of a node, or on any card; null where there is none. */
    podElement(key, name = null) {
      const cards = name === null ? [...nodes.values()] : [nodes.get(name)];
      for (const node of cards) {
        const element = node?.podElement(key);
        if (element) return element;
      }
      return null;
    },
    /** A card for each node, with the shortest name that tells it from the others. */
    follow(model) {
      const names = shortNames([...model.nodes.keys()]);
      stacked = namesAlone(model.nodes, names);
      for (const name of nodes.keys()) if (!model.nodes.has(name)) nodes.delete(name);
      for (const name of model.nodes.keys()) {
        if (!nodes.has(name)) nodes.set(name, createNode(name));
        nodes.get(name).short = names.get(name);
      }
    },
    /**
     * Writes cards and their chips: all, or those of the nodes in `only`; those that `near` does not hold have no
     * pods (null: all have). Returns what came in, slid and was drawn, so that motion can be added.
     */
    draw(view, { plan, places, verdicts, near }, only = view.model.nodes.keys()) {
      const out = { slides: [], narrowed: [], entered: [], drawn: [] };
      for (const name of only) {
        const node = view.model.nodes.get(name);
        const verdict = verdicts.get(name);
        const card = nodes.get(name);
        const far = near !== null && !near.has(name);
        const shown = { plan, places, verdict, short: card.short, stacked, parted, far };
        const done = card.update(cardOf(view, node, shown));
        for (const key of Object.keys(out)) if (done[key].length) out[key].push(...done[key]);
        chips.draw(name, verdict, card.short, card.title.getAttribute("aria-label"));
      }
      return out;
    },
    /** Colours a card by a share of its node; null leaves it as it is. */
    colour(name, heat) {
      const card = nodes.get(name);
      const mark = heat ? `${heat.share}|${heat.text}` : "";
      if (card.heat === mark) return;
      card.heat = mark;
      const { style, dataset } = card.element;
      if (heat) dataset.heat = heat.text;
      else delete dataset.heat;
      style.setProperty("--heat", heat ? `${heat.share}%` : "");
    },
    tick(now) {
      for (const node of nodes.values()) node.tick(now);
    },
  };
}
