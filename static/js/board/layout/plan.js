/**
 * How the board stands: a function of what it shows and of the space it has, never of what stood there before. Pure.
 *
 * Space = what `measureSpace` says. Zones = what `zonesOf` says. Parted = what the board's partition says of a model:
 * whether it is on, which nodes are split, its own columns, and the pixels that a card takes more.
 * Shelves = pixels of the volumes' shelves.
 */
import { rowsNeeded } from "./rack.js";
import { detailFor, isPlain, LEAST_UNIT_PX, plainRows, ROW_PX, sizeFor, unitFor, unitOn } from "./scale.js";

const GAP_PX = 12;
const MOST_ZONES = 4; // as columns of their own
const PAGED_ACROSS = 2; // columns of a phone
const MOST_ACROSS = 4;
const MOST_LISTS = 6; // with charts below them
const MOST_ACROSS_PROJECTED = 3;
const PROJECTED_LIST_PX = 188; // times the size of what is read: a fourth list of pods beside three, for the back row
const CARD_PX = 250;
const LIST_PX = 205; // a plain node needs less space than a rack
const NARROW_LIST_PX = 132; // a plain node with charts below it
const NARROW_NAME_PX = 190; // on a narrower card the request stands below the name
const PHONE_CARD_PX = 340;
const PHONE_CARD_SHARE = 0.88;
const MOST_CARD_PX = 440; // a card is never larger than its content: an empty node is no board of nothing
const MOST_UNIT_PX = 190;
const MOST_RACK_PX = 400; // of the tallest node on cards, or so much of each cpu:
const ROOMY_UNIT_PX = 60;
const MOST_PHONE_UNIT_PX = 110;
const PHONE_HEADS_PX = 78;
const PHONE_SCALE = 0.8; // of the least rack, so that one with signs above it fits
const CABLE_SAVED_PX = 34; // a phone has words in place of a cable
const TWO_LINES_PX = 16;
const LONG_REASON = 52; // characters of "node(s) didn't match pod topology spread constraints"
const RACK_UNIT_PX = [70, 200]; // of the tallest rack of many
const MOST_ROW_PX = { shared: 54, alone: 72 }; // of a pod on a plain node: a name, and its state below it
const MOST_LIST_PX = 340; // of a plain rack, unless its pods need more
const LEAST_ROW_PX = 20; // of many pods on a plain node with nothing below it
const RACK_ROWS = 3; // of a plain rack that has the space
const CHART_PX = 400; // lanes or a spread chart below few plain nodes; kept free before there is one
const TABLE_PX = 50; // more of it, for the table below the charts of several nodes
const TRUTHS_PX = 70; // headings and locks of two racks, more than above a list of pods
const [GROUP_PX, RACK_PX, GROUPS_GAP_PX] = [220, 76, 20]; // of racks, as the style sheet has them
const TRUTHS_CHARS = { phone: 12, wide: 20 };
const TRUTHS_FRAME_PX = 46; // the card's padding and what stands between its two racks
const TRUTHS_SHARES = 2.25; // the left one has 1.25 of them
const TRUTHS_BAND_PX = 38;
const TRUTHS_RING_PX = 46; // beside the name in the left one
const LEAST_WRAPPED_UNIT_PX = 12; // below split nodes: names then stand above the pods
const BROAD_PX = 600; // times the size of what is read: a split node whose rows need one line
const RACK_HEADS_PX = 102; // name and capacity one above the other
const LOW_PX = 420; // times the size of what is read: a board where nodes and charts below them have no pixel to spare

/** Pixels of a card's own head and foot, by the space it stands in. */
const heads = (space) => (space.projector ? 60 * space.k : space.medium ? 62 : 68);

/**
 * Whether verdicts have two lines. Where a long reason would need the second line, it is kept free from the start:
 * cards must not move when the reason comes. Racks that would be too low to show the name of a pod of 500m (`scarce`)
 * give up the line until a reason needs it.
 */
function needsTwoLines(longest, { size, scarce, space, chars }) {
  if (size !== "cards" || space.phone) return false;
  return Math.max(longest, scarce ? 0 : LONG_REASON) > chars.verdict;
}

/** How many rows a plain node has; null where a height says something. */
function plainCount(model, places, { size, scarce, charted }) {
  if (size !== "cards" || !isPlain(model.pods.values(), model.rules.startsWithoutRequests, charted)) return null;
  const of = (map, name) => map.get(name) ?? [];
  const counts = [...model.nodes.keys()].map((name) => rowsNeeded(of(places.pods, name), of(places.nominated, name)));
  return plainRows(counts, model.pods.size, scarce);
}


/** So many zones stand beside each other as columns. */
const mostZones = (space) => (space.paged ? PAGED_ACROSS : MOST_ZONES);

/** How many cards stand side by side. A second row of nodes would push the charts below them off the board. */
function acrossFor(count, space, plain, below) {
  if (space.paged) return Math.max(1, Math.min(count, PAGED_ACROSS));
  if (plain && below && !space.phone) {
    const fit = Math.floor((space.width + GAP_PX) / (NARROW_LIST_PX * space.k + GAP_PX));
    if (count <= Math.min(fit, MOST_LISTS)) return count;
  }
  const fit = Math.max(1, Math.floor((space.width + 32 + GAP_PX) / (plain ? LIST_PX : CARD_PX)));
  const fourth = plain && space.width / MOST_ACROSS >= PROJECTED_LIST_PX * space.k;
  return Math.max(1, Math.min(count, fit, space.projector && !fourth ? MOST_ACROSS_PROJECTED : MOST_ACROSS));
}

/**
 * Columns of the board, each a list of the milli-cpu of its nodes.
 * `parted` = its own columns while something is broken, or null.
 */
function columnsOf(zones, nodes, { space, plain, oneRow, parted, below }) {
  const single = () => nodes.map((node) => [node.cpu]);
  if (parted && !parted.oneRow) return [nodes.map((node) => node.cpu).sort((a, b) => b - a).slice(0, parted.rows)];
  if (parted || space.phone || oneRow) return single();
  if (zones.length > 1 && zones.length <= mostZones(space)) {
    return zones.map((zone) => zone.nodes.map((node) => node.cpu));
  }
  const across = acrossFor(nodes.length, space, plain, below);
  const columns = [];
  nodes.forEach((node, i) => (columns[i % across] ??= []).push(node.cpu));
  return columns;
}

/** Pixels that are left free on either side of so few cards that they would be wider than their content. */
function sideOf(across, space) {
  if (space.phone || space.paged) return 0;
  const most = across * MOST_CARD_PX * space.k + GAP_PX * (across - 1);
  return Math.max(0, Math.floor((space.width - most) / 2));
}

/** Pixels of a zone, as the grid of the style sheet gives them. */
function zoneWidth(zone, plan, space) {
  if (space.phone) return Math.min(PHONE_CARD_PX, space.window * PHONE_CARD_SHARE);
  const { across } = plan;
  if (plan.size !== "cards" || plan.zones.length < 2 || plan.zones.length > mostZones(space)) return space.width;
  const share = plan.oneRow ? zone?.nodes.length ?? 1 : 1;
  return ((space.width - GAP_PX * (across - 1)) / across) * share + GAP_PX * (share - 1);
}

/**
 * Characters that fit on a card: of a name on a block with two lines (`full`), on one with one line (`row1`), beside a
 * reserved slot (`beside`), above the blocks (`above`), of the verdict line; and `card`, the pixels of its head at
 * size 1.
 */
function charsOn(across, space, parted) {
  const { k } = space;
  const phone = Math.min(PHONE_CARD_PX, space.window * PHONE_CARD_SHARE);
  const width = space.phone ? phone : parted?.narrow ?? (space.width - GAP_PX * (across - 1)) / across;
  const lane = width - 16 - 8 - 10 - 9 * k;
  const perChar = (space.phone ? 7.8 : 6.9) * k;
  const fit = (px) => Math.max(6, Math.floor(px / perChar));
  const narrow = !space.phone && width < NARROW_NAME_PX * k;
  const [request, more, aside] = narrow ? [8, 8, 8] : [52, 84, 40];
  return {
    card: (width - 26) / k,
    verdict: Math.floor((width - 40) / (6.2 * k)),
    full: fit(lane - (36 + request) * k),
    row1: fit(lane - (36 + more) * k),
    above: fit(lane - (28 + request) * k),
    beside: fit(lane * 0.61 - (36 + aside) * k),
  };
}

/**
 * What whole nodes have below split ones, which stand in rows of their own: {columns, height, extra}, or null.
 */
function belowSplit(nodes, { own, parted, space }) {
  if (!own?.splitRows || own.splitRows === own.rows) return null;
  const whole = nodes.filter((node) => !parted.split.has(node.name)).map((node) => node.cpu).sort((a, b) => b - a);
  const { above, extra } = parted.wrapped(own.wide / space.k, own.broad);
  const height = space.height - own.splitRows * (above * space.k + GAP_PX);
  return { columns: [whole.slice(0, own.rows - own.splitRows)], height, extra };
}

/** What racks on cards share: {height, perNode}, pixels of the board for nodes, and those of a node beside its rack. */
function cardSpace(space, { headed, twoLines, shelfPx, extra, height = space.height }) {
  const { k } = space;
  const zoneHeads = headed ? (space.medium ? 24 : 36) * k : 0;
  return {
    height: height - (shelfPx.zone + shelfPx.loose) * k - (space.medium ? 12 : 24) - zoneHeads,
    perNode: heads(space) + ((twoLines ? TWO_LINES_PX : 0) + extra) * k,
  };
}

/** Pixels of a phone's only node beside its rack; `extra`: more of it while something is broken. */
const phoneHeads = (extra) => PHONE_HEADS_PX + Math.max(0, extra - CABLE_SAVED_PX);

/** Pixels of a cpu on cards, all columns in the height that heads, shelves and cables leave. */
function cardUnit(columns, space, cards) {
  const { k } = space;
  if (space.phone) {
    // a phone shows one node: the tallest fits, whatever it takes
    const tallest = Math.max(1, ...columns.flat().map((cpu) => cpu / 1000));
    return Math.min(MOST_PHONE_UNIT_PX, Math.max(1, (space.height - phoneHeads(cards.extra)) / tallest));
  }
  const { height, perNode } = cardSpace(space, cards);
  const tallest = Math.max(1, ...columns.flat().map((cpu) => cpu / 1000));
  const content = Math.max((MOST_RACK_PX * k) / tallest, ROOMY_UNIT_PX * k);
  const most = Math.min(space.paged ? MOST_PHONE_UNIT_PX : MOST_UNIT_PX * k, content);
  const lowest = cards.wrapped ? LEAST_WRAPPED_UNIT_PX * k : null;
  return unitFor(columns, { height, overhead: perNode, most, k, lowest });
}

/** `count` rows of plain nodes, in pixels: {height, row}. `below`: charts or lanes will stand below the nodes. */
function plainOf(count, columns, space, { below: chart, ...cards }) {
  const { k } = space;
  const { height, perNode } = cardSpace(space, cards);
  const below = Math.max(1, ...columns.map((column) => column.length));
  const kept = chart ? (CHART_PX + (columns.flat().length > 1 ? TABLE_PX : 0)) * k : 0;
  const free = space.phone ? space.height - phoneHeads(cards.extra) : height - kept - perNode * below;
  const shared = chart || space.phone || space.paged;
  const most = (shared ? MOST_ROW_PX.shared : MOST_ROW_PX.alone) * k;
  // a rack keeps its height while pods come, as long as their rows can be read
  const share = free / below;
  const least = shared ? ROW_PX : LEAST_ROW_PX; // beside no chart many pods are seen rather than few
  const rack = Math.max(count * least * k, Math.min(shared ? RACK_ROWS * most : MOST_LIST_PX * k, share));
  const row = Math.floor(Math.min(most, rack / count));
  return { height: Math.round(rack) + 2, row };
}

/** Lines of racks below each other: groups of a few stand side by side, one of many takes several lines. */
function linesOf(counts, { width, k, phone }) {
  if (phone) return counts.length;
  let [lines, left] = [0, 0];
  for (const n of counts) {
    const px = Math.max(GROUP_PX * k, n * RACK_PX * k);
    if (px <= left) {
      left -= px + GROUPS_GAP_PX;
      continue;
    }
    lines += Math.ceil(px / width);
    left = width - Math.min(px, width) - GROUPS_GAP_PX;
  }
  return lines;
}

/** Pixels of a cpu on racks and in the grid, by the tallest node. */
function rackUnit(columns, space, zones) {
  const most = Math.max(1, ...columns.flat()) / 1000;
  const lines = linesOf(zones.map((zone) => zone.nodes.length), space);
  const rows = Math.max(1, lines > 6 ? 3 : lines);
  const [least, largest] = RACK_UNIT_PX;
  return Math.max(least, Math.min(largest, (space.height - 20) / rows - RACK_HEADS_PX)) / most;
}

/**
 * The plan of a board.
 * @param {object} shown
 * @param {object} shown.model what is shown
 * @param {{pods: Map, nominated: Map}} shown.places what `placesOf` says of it
 * @param {{name: string, nodes: object[]}[]} shown.zones what `zonesOf` says of it
 * @param {number} shown.longest characters of the longest reason in a verdict line
 * @param {string | null} shown.wanted the size that somebody chose
 * @param {object} shown.space
 * @param {{on: boolean, split: Set<string>, extra: number, columnsFor: (names: string[], space: object) => object,
 *   wrapped: (px: number, broad: boolean) => {above: number, extra: number}}} shown.parted
 * @param {boolean} [shown.below] whether charts or lanes stand below the nodes at some step of the run
 * @param {boolean} [shown.charted] whether these are charts
 * @param {(widthOf: (zone: string) => number, width: number) => {zone: number, loose: number}} shown.shelfHeights
 */
export function planOf(shown) {
  const { model, places, zones, longest, ownSize, parted, shelfHeights, charted = false } = shown;
  let { space } = shown;
  const below = Boolean(shown.below) && !space.paged; // a phone has a page for them
  const size = ownSize ?? sizeFor(model.nodes.size);
  const nodes = zones.flatMap((zone) => zone.nodes);
  const low = below && space.height < LOW_PX * space.k && !space.phone;
  const rows = plainCount(model, places, { size, scarce: low, charted });
  const plain = rows !== null;
  const own = parted.on && size === "cards" && !space.phone
    ? parted.columnsFor(nodes.map((node) => node.name), space) : null;
  if (own) own.broad = own.wide >= BROAD_PX * space.k;
  const few = zones.length > 1 && nodes.length <= (plain && below ? MOST_LISTS : MOST_ACROSS);
  const sideBySide = few && acrossFor(nodes.length, space, plain, below) === nodes.length;
  const byZone = zones.length > 1 && zones.length <= mostZones(space) && size === "cards" && !own;
  const wrapped = belowSplit(nodes, { own, parted, space });
  const standing = columnsOf(zones, nodes, { space, plain, oneRow: sideBySide, parted: own, below });
  const columns = wrapped?.columns ?? standing;
  const across = standing.length;
  const plan = {
    size, zones, across, byZone, space, side: 0,
    oneRow: sideBySide,
    parted: own,
    broken: parted.on,
    headed: !own && (zones.length > 1 || (zones[0]?.name ?? "") !== ""),
    detail: detailFor(model.pods.size),
  };
  plan.widthOf = (name) => zoneWidth(zones.find((zone) => zone.name === name), plan, space);
  const shelfPx = shelfHeights(plan.widthOf, space.width);
  if (size === "cards" && !own && !below && !shelfPx.zone && !shelfPx.loose) {
    plan.side = sideOf(across, space);
    space = { ...space, width: space.width - 2 * plan.side };
    plan.widthOf = (name) => zoneWidth(zones.find((zone) => zone.name === name), plan, space);
  }
  const chars = charsOn(across, space, own);
  plan.chars = chars;
  plan.rows = Math.max(1, ...zones.map((zone) => zone.nodes.length)) + (byZone && shelfPx.zone ? 1 : 0);
  const truths = plain && own && parted.split.size ? TRUTHS_PX : 0;
  const lower = wrapped ? { wrapped: true, height: wrapped.height, extra: wrapped.extra } : {};
  const cards = { headed: plan.headed, shelfPx, extra: parted.extra + truths, ...lower };
  const scarce = !plain && cardUnit(columns, space, { ...cards, twoLines: true }) <= LEAST_UNIT_PX * space.k;
  plan.twoLines = needsTwoLines(longest, { size, scarce, space, chars });
  plan.plain = plain ? plainOf(rows, columns, space, { ...cards, twoLines: plan.twoLines, below }) : null;
  plan.unit = size === "cards"
    ? cardUnit(columns, space, { ...cards, twoLines: plan.twoLines })
    : rackUnit(columns, space, zones);
  const scale = space.phone ? PHONE_SCALE : space.k;
  plan.unitOf = (node) => (size === "cards" && !plain && !wrapped ? unitOn(node.cpu, plan.unit, scale) : plan.unit);
  return plan;
}

/** Characters of a pod's name that fit in the smaller of two racks side by side. */
export function charsInTruths({ parted, space: { phone, k } }) {
  if (phone) return TRUTHS_CHARS.phone;
  const share = ((parted?.wide ?? 0) - TRUTHS_FRAME_PX * k) / TRUTHS_SHARES;
  const process = share - TRUTHS_BAND_PX * k;
  const object = share * (TRUTHS_SHARES - 1) - (TRUTHS_BAND_PX + TRUTHS_RING_PX) * k;
  const fit = Math.floor(Math.min(process, object) / (6.9 * k));
  return Math.max(TRUTHS_CHARS.phone, Math.min(TRUTHS_CHARS.wide, fit));
}

/** Everything of a plan that an arrangement depends on, as text. */
export function signatureOf(plan) {
  const { zones, ...rest } = plan; // its functions say nothing that its numbers do not
  return JSON.stringify([rest, zones.map((zone) => [zone.name, zone.nodes.map((node) => [node.name, node.cpu])])]);
}
