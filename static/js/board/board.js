/**
 * The board: zones, nodes and pods as keyed elements. What it shows decides how it stands (`layout/plan.js`); this
 *   module
 * writes it, and hands an act to the motion.
 */
import { shortNames } from "../format.js";
import { createChips } from "./chips.js";
import { verdictAtRest, verdictInside } from "./decision/verdicts.js";
import { placesOf, zonesOf } from "./layout/places.js";
import { planOf, signatureOf } from "./layout/plan.js";
import { measureRoom, reserveScrollbar } from "./layout/room.js";
import { sizeFor } from "./layout/scale.js";
import { createNode } from "./node/node.js";
import { createParted } from "./partition/parted.js";
import { isNew } from "./pods.js";
import { createScroll } from "./scroll.js";
import { createServices } from "./services/services.js";
import { createStaging } from "./staging.js";
import { createShelves } from "./storage/shelves.js";
import { createZones } from "./zones.js";

const NO_PODS = Object.freeze([]);
const CHARS_IN_TRUTHS = { phone: 12, wide: 20 }; // of a name in one of two racks

export function createBoard({ zonesRoot, chipsRoot, servicesRoot, queue, travel, clock, onChoose }) {
  const shelves = createShelves(onChoose);
  const parted = createParted(zonesRoot);
  const zones = createZones(zonesRoot, shelves);
  const chips = createChips(chipsRoot, showNode);
  const services = createServices(servicesRoot, onChoose);
  const nodes = new Map();
  const cards = () => [...nodes].map(([name, node]) => [name, node.element]);
  const scroll = createScroll({ root: zonesRoot, cards, onShown: chips.mark });
  const staging = createStaging({ travel, clock, placeOf, podElement });
  /** What is shown, the plan it stands by, and the size that somebody chose. */
  const shown = { view: null, plan: null, signature: "", wanted: null };
  reserveScrollbar(zonesRoot);

  function podElement(key) {
    for (const node of nodes.values()) {
      const found = node.podElement(key);
      if (found) return found;
    }
    return parted.podElement(key) ?? queue.element(key);
  }

  function placeOf(model, key) {
    const pod = model.pods.get(key);
    if (!pod?.node) return queue.element(key);
    const node = nodes.get(pod.node);
    return node?.podElement(key) ?? parted.podElement(key) ?? node?.element ?? null;
  }

  function showNode(name) {
    const element = nodes.get(name)?.element;
    if (element) scroll.to(name, element);
  }

  function verdictOf(view, node, nominated) {
    if (view.into) return verdictInside(node.name, view.into);
    const fresh = view.model.frame?.kind === "schedule";
    if (parted.on && !fresh && !nominated.length && !node.cordoned) return parted.verdict(node);
    const decision = view.model.last;
    return verdictAtRest(node, decision, nominated, decision ? view.model.pods.get(decision.pod) ?? null : null);
  }

  /** The plan of what is shown; the same object as before where nothing about it changed. */
  function planFor(model, places, inZones, verdicts) {
    shelves.look(model);
    const reasons = [...verdicts.values()].map((verdict) => verdict.raw?.length ?? 0);
    const plan = planOf({
      model, places, zones: inZones, longest: Math.max(0, ...reasons), wanted: shown.wanted,
      room: measureRoom(zonesRoot), parted: { on: parted.on, split: parted.split, extra: parted.extra },
      shelfHeights: shelves.heights,
    });
    const signature = `${signatureOf(plan)}${shelves.signature}`;
    if (signature !== shown.signature) {
      Object.assign(shown, { plan, signature });
      arrange(plan, model);
    }
    return shown.plan;
  }

  /** Cards and chips for all nodes, in their places. */
  function arrange(plan, model) {
    const names = shortNames([...model.nodes.keys()]);
    for (const name of nodes.keys()) if (!model.nodes.has(name)) nodes.delete(name);
    for (const name of model.nodes.keys()) {
      if (!nodes.has(name)) nodes.set(name, createNode(name));
      nodes.get(name).short = names.get(name);
    }
    zones.arrange(plan, (name) => nodes.get(name).element);
    chips.arrange(plan.zones.flatMap((zone) => zone.nodes.map((node) => node.name)));
  }

  /** Everything that a card shows of its node. */
  function cardOf(view, node, { plan, places, verdict }) {
    const pods = places.pods.get(node.name) ?? NO_PODS;
    const nominated = places.nominated.get(node.name) ?? NO_PODS;
    const unit = plan.unitOf(node);
    return {
      node, pods, nominated, verdict, unit, now: view.now, chosen: view.chosen,
      own: unit !== plan.unit,
      k: plan.room.k, plain: plan.plain, chars: plan.chars, size: plan.size,
      short: nodes.get(node.name).short,
      low: plan.detail === "low" && plan.size !== "cards",
      lit: view.litNodes?.has(node.name) ?? false,
      bare: parted.split.has(node.name),
      apart: parted.on && node.apart,
      doomed: new Set(nominated.flatMap((pod) => pod.victims)),
      fresh: new Set(pods.filter((pod) => isNew(pod, view.now)).map((pod) => pod.key)),
    };
  }

  /** Writes the state. Returns what came in, slid and was drawn, so that motion can be added. */
  function write(view) {
    const { model, now, chosen } = view;
    services.render(model, chosen); // before the room is measured
    const places = placesOf(model);
    const inZones = zonesOf(model.nodes.values());
    parted.look(model, shown.wanted ?? sizeFor(model.nodes.size));
    const verdicts = new Map();
    for (const node of model.nodes.values()) {
      verdicts.set(node.name, verdictOf(view, node, places.nominated.get(node.name) ?? NO_PODS));
    }
    const plan = planFor(model, places, inZones, verdicts);
    const out = { slides: [], entered: [], drawn: [] };
    for (const node of model.nodes.values()) {
      const verdict = verdicts.get(node.name);
      const card = nodes.get(node.name);
      const done = card.update(cardOf(view, node, { plan, places, verdict }));
      for (const key of Object.keys(out)) out[key].push(...done[key]);
      chips.draw(node.name, verdict, card.short, card.title.getAttribute("aria-label"));
    }
    const chars = plan.room.phone ? CHARS_IN_TRUTHS.phone : CHARS_IN_TRUTHS.wide;
    const both = { model, now, chosen, unit: plan.unit, chars, plain: plan.plain };
    parted.render(
      { ...both, cables: plan.size === "cards", zoned: inZones.length > 1 },
      (name) => nodes.get(name)?.element,
    );
    zones.tell(view, inZones, plan);
    shelves.render(model, chosen, plan.widthOf, plan.room.width);
    queue.render(view);
    return out;
  }

  zonesRoot.addEventListener("click", (event) => {
    const pod = event.target.closest("[data-pod]")?.dataset.pod ?? event.target.closest("[data-slot]")?.dataset.slot;
    const node = event.target.closest("[data-node-card]")?.dataset.nodeCard;
    if (pod) onChoose({ pod });
    else if (node) onChoose({ node });
  });

  return {
    /** One act with its motion. */
    renderFrame(view, detail) {
      shown.view = view;
      staging.play(view.model, detail, () => write(view));
      if (detail.travel && !clock.reducedMotion && detail.frame.decision) {
        // verdicts appear in judging order
        const judged = detail.frame.decision.verdicts.filter(([name]) => nodes.has(name));
        travel.revealAll(judged.map(([name]) => nodes.get(name).verdict));
      }
    },
    /** The state as it is, with a cross-fade when it replaces another. */
    renderState(view, { fade = false } = {}) {
      staging.stop();
      shown.view = view;
      write(view);
      if (fade) staging.fade(zonesRoot);
    },
    /** The room or the size of what is read changed. */
    relayout() {
      if (shown.view) write(shown.view);
    },
    tick(real) {
      const now = clock.reducedMotion ? Math.floor(real) : real; // rings then step once a second
      for (const node of nodes.values()) node.tick(now);
      parted.tick(now);
      queue.tick(now);
    },
    setSize(size) {
      shown.wanted = size;
      this.relayout();
    },
    get size() {
      return shown.plan?.size ?? "cards";
    },
    /** Nodes are lists of pods just now: no pod asks for cpu. */
    get plain() {
      return Boolean(shown.plan?.plain);
    },
    /** Where buttons for who may act stand beside the API server. */
    apiTools: parted.bar.tools,
    showNode,
    elementOf: podElement,
    nodeTitle: (name) => nodes.get(name)?.title ?? null,
  };
}
