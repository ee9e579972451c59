/**
 * The board: zones, nodes and pods as keyed elements. What it shows decides how it stands (`layout/plan.js`); this
 * module writes it, and hands an act to the motion.
 */
import { el } from "../el.js";
import { createCards } from "./cards.js";
import { createChips } from "./chips.js";
import { judgedPod, verdictAtRest, verdictInside } from "./decision/verdicts.js";
import { groupsOf, heatOf, VERDICT, ZONE } from "./layout/groups.js";
import { placesOf } from "./layout/places.js";
import { charsInTruths } from "./layout/plan.js";
import { isPhone, reserveScrollbar } from "./layout/space.js";
import { sizeFor } from "./layout/scale.js";
import { createLaterCauses, createLaterLandscape, createLaterServices, createLaterShelves } from "./later-parts.js";
import { createNearby } from "./nearby.js";
import { createLaterParted } from "./partition/later-partition.js";
import { verdictText } from "./node/verdict-line.js";
import { createPointer } from "./pointer.js";
import { createScroll } from "./scroll.js";
import { createFlights } from "./flights.js";
import { createCurrentPlan } from "./current-plan.js";
import { createZones } from "./zones.js";

const NO_PODS = Object.freeze([]);
const NO_MOTION = Object.freeze({ slides: [], narrowed: [], entered: [], drawn: [] });

const NOWHERE = () => [];

/** The pods nominated to a node: those that a group cycle only tries there are promised nothing. */
const promisedOn = (name, { nominated }) => (nominated.get(name) ?? NO_PODS).filter((pod) => !pod.trial);

/** What stands on the board and beside it. */
function createParts({ chipsRoot, servicesRoot, showNode, later, onChoose, onCome, run, input, ...rest }) {
  const { zonesRoot } = rest;
  const shelves = createLaterShelves({ onChoose, later, onCome });
  const parted = createLaterParted({ zonesRoot, later, onCome });
  const chips = createChips(chipsRoot, showNode);
  const services = createLaterServices({ root: servicesRoot, onChoose, later, onCome });
  const zones = createZones(zonesRoot, shelves);
  const causes = createLaterCauses({ later, onCome });
  const landscape = createLaterLandscape({ later, onCome, onChoose, run, input });
  const cards = createCards({ parted, chips });
  /** What stands for a node: its card, or what lies over its square. */
  const nodeElement = (name) => cards.element(name) ?? landscape.part?.elementOf(name) ?? null;
  return { ...rest, shelves, parted, zones, chips, services, causes, landscape, cards, nodeElement };
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
function createPlaces({ cards, nodeElement, parted, chips, queue, elsewhere }) {
  const podElement = (key) => cards.podElement(key) ?? parted.podElement(key) ?? queue.element(key);
  return {
    podElement,
    placeOf(model, key) {
      const pod = model.pods.get(key);
      if (!pod?.node) return queue.element(key);
      return cards.podElement(key, pod.node) ?? parted.podElement(key) ?? nodeElement(pod.node);
    },
    /** Where a pod or a node may stand, the best place first. */
    standsAt(what) {
      const here = what.pod ? [podElement(what.pod)] : [nodeElement(what.node), chips.element(what.node)];
      return [...here, ...elsewhere(what)].filter(Boolean);
    },
  };
}

/** Brings nodes and pods into view, and gives them the focus. `model()` = what is shown. */
function createSight({ cards, landscape }, { scroll, nearby, podElement, model }) {
  function showNode(name) {
    const element = cards.element(name);
    if (!element) {
      landscape.part?.reveal(name);
      return;
    }
    scroll.to(name, element);
    nearby.update();
  }
  return {
    showNode,
    /** Brings a pod or a node into view and gives it the focus. */
    show({ pod, node }) {
      const name = pod ? model().pods.get(pod)?.node : node;
      if (name) showNode(name);
      const there = pod ? podElement(pod) : cards.title(node);
      if (there) there.focus({ preventScroll: true });
      else landscape.part?.focus(name);
    },
  };
}

/** Writes views: all of one, or cards that came near what is seen (`onNear(names)`) or went far from it. */
function createWriter(
  { zonesRoot, zones, shelves, parted, chips, cards, services, queue, causes, landscape }, onNear,
) {
  const standing = createCurrentPlan({ zonesRoot, shelves, parted, onPlan: arrange });
  const nearby = createNearby({ root: zonesRoot, elementOf: cards.element, onChange: onNear });
  let drawn = null; // plan, places and verdicts of the view

  function draw(view, names) {
    if (landscape.draws(drawn.plan.size)) {
      causes.render(view, drawn, () => null);
      return NO_MOTION;
    }
    const out = cards.draw(view, { ...drawn, near: nearby.names }, names);
    causes.render(view, drawn, cards.element);
    return out;
  }

  function verdictOf(view, node, nominated, about) {
    if (view.into) return verdictInside(node.name, view.into);
    if (about) return verdictAtRest(node, about, nominated, view.model.pods.get(about.pod));
    const fresh = view.model.frame?.kind === "schedule";
    if (parted.on && !fresh && !nominated.length && !node.cordoned) return parted.verdict(node);
    return verdictAtRest(node, view.model.last, nominated, judgedPod(view.model));
  }

  /** Cards and chips for all nodes, in their places. */
  function arrange(plan, model) {
    if (landscape.draws(plan.size)) {
      const none = { ...plan, zones: [] };
      cards.follow({ nodes: new Map() });
      zones.arrange(none, cards.element, landscape.part?.element ?? el("p"));
      nearby.follow(none);
      chips.arrange([]);
      return;
    }
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
    const land = landscape.draws(size) ? landscape.part : null;
    const about = land?.about(view);
    for (const node of model.nodes.values()) {
      verdicts.set(node.name, verdictOf(view, node, promisedOn(node.name, places), about));
    }
    const inZones = groupsOf(model.nodes.values(), group, (name) => verdictText(verdicts.get(name)));
    const plan = standing.planFor(view, places, inZones, verdicts);
    const arranged = drawn?.plan !== plan;
    if (land && !land.element.isConnected) arrange(plan, model);
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
    land?.render(view, { groups: inZones, verdicts, colour, group });
    for (const [name] of cards.entries()) cards.colour(name, heatOf(model.nodes.get(name), colour));
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
  elsewhere = NOWHERE, pointsLater = false, run, input,
}) {
  const parts = createParts({
    zonesRoot, chipsRoot, servicesRoot, queue, later, elsewhere, onChoose, run, input,
    showNode: (name) => sight.showNode(name), onCome: () => relayout(),
  });
  const { parted, services, causes, cards, landscape } = parts;
  const scroll = createScroll({ root: zonesRoot, cards: cards.entries, onShown: (name) => putInFront(name, parts) });
  const { podElement, placeOf, standsAt } = createPlaces(parts);
  const flights = createFlights({ travel, clock, placeOf, podElement, queue });
  const pointer = createPointer({ places: standsAt, overlay });
  const writer = createWriter(parts, drawAgain);
  const { standing, nearby } = writer;
  const sight = createSight(parts, { scroll, nearby, podElement, model: () => shown.model });
  let shown = null; // the view
  reserveScrollbar(zonesRoot);

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
    get still() { return [parted, services, causes, landscape, queue].every(({ still }) => still); },
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
    showNode: sight.showNode, show: sight.show,
    /** What a search did not find, {nodes, pods}; null for nothing: squares are dimmed here, elements by the search. */
    shade: (off) => landscape.part?.shade(off),
    /** Nodes that are chosen together, or null: {names, set(names)}. */
    get selection() { return landscape.part?.selection ?? null; },
    /** What stands beside the board changed: the sentence may point there. */
    point,
    reach: pointer.reach,
    elementOf: podElement,
    nodeTitle: cards.title,
  };
}
