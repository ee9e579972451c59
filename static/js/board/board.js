/**
 * The board: zones, nodes and pods as keyed elements. What it shows decides how it stands (`layout/plan.js`); this
 * module writes it, and hands an act to the motion.
 */
import { createCards } from "./cards.js";
import { createChips } from "./chips.js";
import { judgedPod, verdictAtRest, verdictInside } from "./decision/verdicts.js";
import { groupsOf, heatOf, VERDICT, ZONE } from "./layout/groups.js";
import { placesOf } from "./layout/places.js";
import { charsInTruths } from "./layout/plan.js";
import { isPhone, reserveScrollbar } from "./layout/space.js";
import { sizeFor } from "./layout/scale.js";
import { createNearby } from "./nearby.js";
import { createLaterParted } from "./partition/later-partition.js";
import { verdictText } from "./node/verdict-line.js";
import { createPointer } from "./pointer.js";
import { createScroll } from "./scroll.js";
import { createLaterServices } from "./services/later-services.js";
import { createFlights } from "./flights.js";
import { createCurrentPlan } from "./current-plan.js";
import { createShelves } from "./storage/shelves.js";
import { createZones } from "./zones.js";

const NO_PODS = Object.freeze([]);

const NOWHERE = () => [];

/** What stands on the board and beside it. */
function createParts({ chipsRoot, servicesRoot, showNode, later, onChoose, onCome, ...rest }) {
  const { zonesRoot } = rest;
  const shelves = createShelves(onChoose);
  const parted = createLaterParted({ zonesRoot, later, onCome });
  const chips = createChips(chipsRoot, showNode);
  const services = createLaterServices({ root: servicesRoot, onChoose, later, onCome });
  const zones = createZones(zonesRoot, shelves);
  return { ...rest, shelves, parted, zones, chips, services, cards: createCards({ parted, chips }) };
}

/** Marks the node that stands in front on a phone, on its chip and on its card. */
function putInFront(name, { chips, cards }) {
  chips.mark(name);
  for (const [key, card] of cards.entries()) card.toggleAttribute("data-front", key === name);
}

/** Verdicts appear in judging order. */
function reveal({ verdicts }, { cards }, travel) {
  const judged = verdicts.filter(([name]) => cards.has(name));
  travel.revealAll(judged.map(([name]) => cards.verdict(name)).filter(Boolean));
}

/** Elements of pods and nodes, wherever they stand. */
function createPlaces({ cards, parted, chips, queue, elsewhere }) {
  const podElement = (key) => cards.podElement(key) ?? parted.podElement(key) ?? queue.element(key);
  return {
    podElement,
    placeOf(model, key) {
      const pod = model.pods.get(key);
      if (!pod?.node) return queue.element(key);
      return cards.podElement(key, pod.node) ?? parted.podElement(key) ?? cards.element(pod.node);
    },
    /** Where a pod or a node may stand, the best place first. */
    standsAt(what) {
      const here = what.pod ? [podElement(what.pod)] : [cards.element(what.node), chips.element(what.node)];
      return [...here, ...elsewhere(what)].filter(Boolean);
    },
  };
}

/** Writes views: all of one, or cards that came near what is seen (`onNear(names)`) or went far from it. */
function createWriter({ zonesRoot, zones, shelves, parted, chips, cards, services, queue }, onNear) {
  const standing = createCurrentPlan({ zonesRoot, shelves, parted, onPlan: arrange });
  const nearby = createNearby({ root: zonesRoot, elementOf: cards.element, onChange: onNear });
  let drawn = null; // plan, places and verdicts of the view

  const draw = (view, names) => cards.draw(view, { ...drawn, near: nearby.names }, names);

  function verdictOf(view, node, nominated) {
    if (view.into) return verdictInside(node.name, view.into);
    const fresh = view.model.frame?.kind === "schedule";
    if (parted.on && !fresh && !nominated.length && !node.cordoned) return parted.verdict(node);
    return verdictAtRest(node, view.model.last, nominated, judgedPod(view.model));
  }

  /** Cards and chips for all nodes, in their places. */
  function arrange(plan, model) {
    cards.follow(model);
    zones.arrange(plan, cards.element);
    nearby.follow(plan);
    const nodes = plan.size === "grid" ? [] : plan.zones.flatMap((zone) => zone.nodes);
    chips.arrange(nodes.map((node) => node.name));
  }

  /** Writes the state. `out`: what came in, slid and was drawn, so that motion can be added; `arranged`: anew. */
  function write(view) {
    const { model, now, chosen } = view;
    services.render(model, chosen); // before the space is measured
    const places = placesOf(model);
    const size = standing.ownSize ?? sizeFor(model.nodes.size);
    const { colour = VERDICT, group = ZONE } = size === "cards" ? {} : view.overview ?? {};
    parted.look(model, size);
    const verdicts = new Map();
    for (const node of model.nodes.values()) {
      verdicts.set(node.name, verdictOf(view, node, places.nominated.get(node.name) ?? NO_PODS));
    }
    const inZones = groupsOf(model.nodes.values(), group, (name) => verdictText(verdicts.get(name)));
    const plan = standing.planFor(view, places, inZones, verdicts);
    const arranged = drawn?.plan !== plan;
    drawn = { plan, places, verdicts };
    const out = draw(view);
    const chars = charsInTruths(plan);
    const oneRow = Boolean(plan.parted?.oneRow);
    const { k } = plan.space;
    const broad = Boolean(plan.parted?.broad);
    const both = { model, now, chosen, unit: plan.unit, oneRow, chars, plain: plan.plain, k, broad };
    parted.render({ ...both, cables: plan.size === "cards", zoned: inZones.length > 1 }, cards.element);
    zones.tell(view, inZones, plan);
    shelves.render(model, chosen, plan.widthOf, plan.space.width);
    for (const node of model.nodes.values()) cards.colour(node.name, heatOf(node, colour));
    queue.render(view);
    return { out, arranged };
  }

  return { standing, nearby, draw, write };
}

/** A click in the zones chooses a pod or a node. */
function bindChoosing(zonesRoot, onChoose) {
  zonesRoot.addEventListener("click", (event) => {
    const pod = event.target.closest("[data-pod]")?.dataset.pod ?? event.target.closest("[data-slot]")?.dataset.slot;
    const node = event.target.closest("[data-node-card]")?.dataset.nodeCard;
    if (pod) onChoose({ pod });
    else if (node) onChoose({ node });
  });
}

/**
 * `later` waits for what is fetched when it is first needed; `onDrawn()`: other cards have pods than before;
 * `elsewhere(what)` = elements of a pod or a node beside the board; `pointsLater`: whoever renders a state calls
 * `point()` when all that stands beside the board has it, so that the page is laid out once.
 */
export function createBoard({
  zonesRoot, chipsRoot, servicesRoot, overlay, queue, travel, clock, onChoose, later, onDrawn = () => {},
  elsewhere = NOWHERE, pointsLater = false,
}) {
  const parts = createParts({
    zonesRoot, chipsRoot, servicesRoot, queue, later, elsewhere, onChoose, showNode, onCome: () => relayout(),
  });
  const { parted, services, cards } = parts;
  const scroll = createScroll({ root: zonesRoot, cards: cards.entries, onShown: (name) => putInFront(name, parts) });
  const { podElement, placeOf, standsAt } = createPlaces(parts);
  const flights = createFlights({ travel, clock, placeOf, podElement, queue });
  const pointer = createPointer({ places: standsAt, overlay });
  const writer = createWriter(parts, drawAgain);
  const { standing, nearby } = writer;
  let shown = null; // the view
  reserveScrollbar(zonesRoot);

  function showNode(name) {
    const element = cards.element(name);
    if (!element) return;
    scroll.to(name, element);
    nearby.update();
  }

  /** Cards came near what is seen, or went far from it. */
  function drawAgain(names) {
    writer.draw(shown, names);
    pointer.point(shown);
    onDrawn();
  }

  function write(view) {
    const { out, arranged } = writer.write(view);
    if (!pointsLater || isPhone()) pointer.point(view); // a phone may scroll to it, before anything flies there
    if (arranged) nearby.update();
    return out;
  }

  const point = () => {
    if (shown) pointer.point(shown);
  };

  const relayout = () => {
    if (shown) write(shown);
    if (pointsLater) point();
  };

  bindChoosing(zonesRoot, onChoose);

  return {
    /** One act with its motion. */
    renderFrame(view, detail) {
      shown = view;
      flights.play(view.model, detail, () => write(view));
      if (detail.travel && !clock.reducedMotion && detail.frame.decision) reveal(detail.frame.decision, parts, travel);
    },
    /** The state as it is, with a cross-fade when it replaces another. */
    renderState(view, { fade = false } = {}) {
      flights.stop();
      shown = view;
      write(view);
      if (fade) flights.fade(zonesRoot);
    },
    /** The space or the size of what is read changed. */
    relayout,
    /** Whether all that is to be shown is there. */
    get still() { return parted.still && services.still; },
    tick(real) {
      const now = clock.reducedMotion ? Math.floor(real) : real; // rings then step once a second
      for (const part of [cards, parted, queue]) part.tick(now);
    },
    setSize(size) {
      standing.ownSize = size;
      relayout();
    },
    get size() { return standing.plan?.size ?? "cards"; },
    /** Nodes are lists of pods just now: no pod asks for cpu. */
    get plain() { return Boolean(standing.plan?.plain); },
    /** Where buttons for who may act stand beside the API server. */
    apiTools: parted.tools,
    showNode,
    /** Brings a pod or a node into view and gives it the focus. */
    show({ pod, node }) {
      const name = pod ? shown.model.pods.get(pod)?.node : node;
      if (name) showNode(name);
      (pod ? podElement(pod) : cards.title(node))?.focus({ preventScroll: true });
    },
    /** What stands beside the board changed: the sentence may point there. */
    point,
    reach: pointer.reach,
    elementOf: podElement,
    nodeTitle: cards.title,
  };
}
