/** The cards of the nodes as keyed elements: which there are, what each shows, and how it is drawn. */
import { shortNames } from "../format.js";
import { createNode } from "./node/node.js";
import { isNew } from "./pods.js";

const ROOM_BESIDE_CHARS = 5; // of a name in a rack, with the capacity on the same line
const NO_PODS = Object.freeze([]);

/** Everything that the card of a node shows. `shown` = {plan, places, verdict, short, stacked, parted}. */
function cardOf(view, node, { plan, places, verdict, short, stacked, parted }) {
  const pods = places.pods.get(node.name) ?? NO_PODS;
  const nominated = places.nominated.get(node.name) ?? NO_PODS;
  const unit = plan.unitOf(node);
  return {
    node, pods, nominated, verdict, unit, short, stacked, now: view.now, chosen: view.chosen,
    own: unit !== plan.unit,
    k: plan.room.k, plain: plan.plain, chars: plan.chars, size: plan.size,
    low: plan.detail === "low" && plan.size !== "cards",
    lit: view.litNodes?.has(node.name) ?? false,
    bare: parted.split.has(node.name),
    apart: parted.on && node.apart,
    doomed: new Set(nominated.flatMap((pod) => pod.victims)),
    fresh: new Set(pods.filter((pod) => isNew(pod, view.now)).map((pod) => pod.key)),
  };
}

export function createCards({ parted, chips }) {
  const nodes = new Map();
  let stacked = false; // whether some name leaves no room beside it

  return {
    has: (name) => nodes.has(name),
    element: (name) => nodes.get(name)?.element ?? null,
    title: (name) => nodes.get(name)?.title ?? null,
    verdict: (name) => nodes.get(name).verdict,
    /** [[name, element]] of all cards. */
    entries: () => [...nodes].map(([name, node]) => [name, node.element]),
    /** The element of a pod on the card of a node, or on any card; null where there is none. */
    podElement(key, name = null) {
      const found = name === null ? [...nodes.values()] : [nodes.get(name)];
      for (const node of found) {
        const element = node?.podElement(key);
        if (element) return element;
      }
      return null;
    },
    /** A card for each node, with the shortest name that tells it from the others. */
    follow(model) {
      const names = shortNames([...model.nodes.keys()]);
      stacked = [...names.values()].some((name) => name.length > ROOM_BESIDE_CHARS);
      for (const name of nodes.keys()) if (!model.nodes.has(name)) nodes.delete(name);
      for (const name of model.nodes.keys()) {
        if (!nodes.has(name)) nodes.set(name, createNode(name));
        nodes.get(name).short = names.get(name);
      }
    },
    /** Writes all cards and their chips. Returns what came in, slid and was drawn, so that motion can be added. */
    draw(view, { plan, places, verdicts }) {
      const out = { slides: [], narrowed: [], entered: [], drawn: [] };
      for (const node of view.model.nodes.values()) {
        const verdict = verdicts.get(node.name);
        const card = nodes.get(node.name);
        const done = card.update(cardOf(view, node, { plan, places, verdict, short: card.short, stacked, parted }));
        for (const key of Object.keys(out)) out[key].push(...done[key]);
        chips.draw(node.name, verdict, card.short, card.title.getAttribute("aria-label"));
      }
      return out;
    },
    /** Colours a card by a share of its node; null leaves it as it is. */
    colour(name, heat) {
      const { style, dataset } = nodes.get(name).element;
      if (heat) dataset.heat = heat.text;
      else delete dataset.heat;
      style.setProperty("--heat", heat ? `${heat.share}%` : "");
    },
    tick(now) {
      for (const node of nodes.values()) node.tick(now);
    },
  };
}
