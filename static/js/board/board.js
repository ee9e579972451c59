/** The board: zones, nodes and pods as keyed elements, and the motion of one act. */
import { arrange, el, setText, setAttr, setClass } from "../el.js";
import { icon } from "../icons.js";
import { t } from "../i18n.js";
import { cores, shortNames } from "../format.js";
import { detailFor, holds, isPlain, plainRows, ROW_PX, sizeFor, unitFor, unitOn, zonesOf } from "./layout.js";
import { apart } from "./partition/faults.js";
import { createParted } from "./partition/parted.js";
import { createShelves } from "./storage/shelves.js";
import { zoneLabel } from "./decision/spread.js";
import { claimState } from "./storage/storage.js";
import { verdictAtRest, verdictInside } from "./decision/verdicts.js";
import { movesOf, plan } from "./travel.js";
import { createNode } from "./node/node.js";
import { isNew } from "./node/pod.js";

const NOBODY = new Set();

/** Keys of the pods that were chosen to make room for those nominated to a node. Pure. */
export function doomedFor(nominated, model) {
  if (!nominated?.length) return NOBODY;
  return new Set(nominated.flatMap((pod) => {
    const told = model.decisions.get(pod.key)?.preemption;
    return (told?.candidates.find((c) => c.node === told.chosen && c.node === pod.nominated)?.victims ?? []).map((v) => v.pod);
  }));
}

export function createBoard({ zonesRoot, chipsRoot, queue, travel, clock, onChoose }) {
  const shelves = createShelves(onChoose);
  const parted = createParted(zonesRoot);
  const nodes = new Map();
  const zones = new Map();
  const chips = new Map();
  let wantedSize = null;
  let shownSize = "cards";
  let unit = 50;
  let layoutFor = "";
  let state = null;
  let twoLines = false;
  let chars = null;
  let room = null;
  let plain = null;
  let rootScale = 1; // of what is read, against the usual 13 px

  /** Pods of each node, and the pods nominated to each. */
  function indexOf(model) {
    const pods = new Map();
    const nominated = new Map();
    for (const pod of model.pods.values()) {
      const [map, node] = pod.node ? [pods, pod.node] : pod.nominated ? [nominated, pod.nominated] : [null, null];
      if (!map) continue;
      if (!map.has(node)) map.set(node, []);
      map.get(node).push(pod);
    }
    return { pods, nominated };
  }

  /** Columns while something is broken, or null: cables and racks have an order of their own. */
  function partedOf(zoneList) {
    if (!parted.on || shownSize !== "cards" || isPhone()) return null;
    const k = parseFloat(getComputedStyle(document.documentElement).fontSize) / 13;
    return parted.columns(zoneList.flatMap((z) => z.nodes).map((n) => n.name), zonesRoot.clientWidth - 32, 148 * k);
  }

  function columnsOf(zoneList) {
    const broken = partedOf(zoneList);
    if (broken && !broken.oneRow) return [zoneList.flatMap((z) => z.nodes).map((n) => n.cpu).sort((a, b) => b - a).slice(0, broken.rows)];
    if (broken) return zoneList.flatMap((z) => z.nodes).map((n) => [n.cpu]);
    if (isPhone() || inOneRow(zoneList)) return zoneList.flatMap((z) => z.nodes).map((n) => [n.cpu]);
    if (zoneList.length > 1 && zoneList.length <= 4) return zoneList.map((z) => z.nodes.map((n) => n.cpu));
    const all = zoneList.flatMap((z) => z.nodes);
    const across = acrossFor(all.length);
    const columns = [];
    for (let i = 0; i < all.length; i += 1) (columns[i % across] ??= []).push(all[i].cpu);
    return columns;
  }

  const isPhone = () => matchMedia("(max-width: 767px)").matches;
  const isMedium = () => matchMedia("(min-width: 768px) and (max-width: 1199px)").matches;

  /** Few enough nodes to stand side by side, whatever their zones. */
  function inOneRow(zoneList) {
    const count = zoneList.reduce((sum, z) => sum + z.nodes.length, 0);
    return zoneList.length > 1 && count <= 4 && acrossFor(count) === count;
  }

  function acrossFor(count) {
    const wide = Math.max(1, Math.floor((zonesRoot.clientWidth + 12) / (plain ? 205 : 250))); // lists need less than racks
    const most = document.documentElement.classList.contains("projector") ? 3 : 4;
    return Math.max(1, Math.min(count, wide, most));
  }

  /** Plain nodes grow with their pods and never shrink: the board must not jump back and forth. */
  function measurePlain(model, index) {
    const size = wantedSize ?? sizeFor(model.nodes.size);
    if (size !== "cards" || !isPlain(model.pods.values())) {
      plain = null;
      return;
    }
    const row = Math.round(ROW_PX * parseFloat(getComputedStyle(document.documentElement).fontSize) / 13);
    const counts = [...model.nodes.keys()].map((name) => (index.pods.get(name)?.length ?? 0) + (index.nominated.get(name)?.length ?? 0));
    const height = Math.max(plainRows(counts) * row + 2, plain?.row === row ? plain.height : 0);
    if (plain?.height !== height || plain.row !== row) plain = { height, row };
  }

  /** Zones and nodes in their places; done again only when the set of nodes or the room changes. */
  function arrangeZones(model) {
    const list = zonesOf(model.nodes.values());
    const count = model.nodes.size;
    shownSize = wantedSize ?? sizeFor(count);
    room ??= `${zonesRoot.clientWidth}x${zonesRoot.clientHeight}`;
    const stored = shelves.look(model).signature;
    const broken = parted.look(model, shownSize);
    const signature = JSON.stringify([shownSize, room, twoLines, plain, stored, broken.signature, list.map((z) => [z.name, z.nodes.map((n) => [n.name, n.cpu])]), document.documentElement.className]);
    if (signature === layoutFor) return;
    layoutFor = signature;
    chars = null;
    const apartNow = partedOf(list);
    const asColumns = list.length > 1 && list.length <= 4 && shownSize === "cards" && !apartNow;
    const oneRow = asColumns && inOneRow(list);
    setClass(zonesRoot, `zones ${shownSize}${asColumns ? " by-zone" : ""}${oneRow ? " one-row" : ""}${parted.on ? " parted" : ""}${apartNow && !apartNow.oneRow ? " wrapped" : ""}${plain ? " plain" : ""}${twoLines ? " two-lines" : ""} detail-${detailFor(model.pods.size)}`);
    const headed = !apartNow && (list.length > 1 || (list[0]?.name ?? "") !== "");
    zonesRoot.style.setProperty("--parted", apartNow?.template ?? "none");
    const columns = columnsOf(list);
    zonesRoot.style.setProperty("--across", columns.length);
    const shelfPx = shelves.heights((zone) => widthOf(zone, list), zonesRoot.clientWidth - 32);
    zonesRoot.style.setProperty("--rows", Math.max(1, ...list.map((z) => z.nodes.length)) + (asColumns && shelfPx.zone ? 1 : 0));
    zonesRoot.style.setProperty("--rack", plain ? `${plain.height}px` : "auto");
    if (shownSize === "cards") {
      const projector = document.documentElement.classList.contains("projector");
      const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) / 13;
      const perNode = (projector ? 92 : isMedium() ? 62 : 58 + 10) + (twoLines ? 16 * rem : 0) + parted.extra * rem;
      const height = zonesRoot.clientHeight - (shelfPx.zone + shelfPx.loose) * rem - (isMedium() ? 12 : 24) - (headed ? (isMedium() ? 24 : 36) * rem : 0);
      rootScale = rem;
      // a phone shows one node: the tallest fits, whatever it takes
      unit = isPhone() ? Math.min(110, Math.max(1, (zonesRoot.clientHeight - 78) / Math.max(...columns.flat().map((c) => c / 1000), 1))) : unitFor(columns, height, perNode, 190, rem);
    } else {
      const most = Math.max(1, ...columns.flat()) / 1000;
      const rows = Math.max(1, list.length > 6 ? 3 : list.length);
      unit = Math.max(70, Math.min(200, (zonesRoot.clientHeight - 20) / rows - 86)) / most;
    }
    zonesRoot.style.setProperty("--u", `${unit}px`);
    const names = shortNames([...model.nodes.keys()]);
    const zoneElements = list.map(({ name, nodes: inZone }) => {
      let zone = zones.get(name);
      if (!zone) {
        const label = el("b", null, name || t("ui.zone.none"));
        const note = el("span.znote.dim");
        const dots = el("span.dots");
        const header = el("header", null, label, note, dots);
        const body = el("div.znodes");
        zone = { element: el("section.zone", { "aria-label": name || t("ui.zone.none") }, header, body), header, note, dots, body };
        zones.set(name, zone);
      }
      zone.header.hidden = !headed;
      zone.element.style.setProperty("--span", inZone.length);
      for (const node of inZone) {
        if (!nodes.has(node.name)) nodes.set(node.name, createNode(node.name));
        nodes.get(node.name).short = names.get(node.name);
      }
      arrange(zone.body, inZone.map((n) => nodes.get(n.name).element));
      arrange(zone.element, [zone.header, zone.body, shelves.ofZone(name)].filter(Boolean));
      return zone.element;
    });
    for (const name of nodes.keys()) if (!model.nodes.has(name)) nodes.delete(name);
    arrange(zonesRoot, [...zoneElements, shelves.loose].filter(Boolean));
    arrangeChips(list.flatMap((z) => z.nodes), names);
  }

  /** Pixels of a zone, as the grid of the style sheet gives them. */
  function widthOf(name, list) {
    const width = zonesRoot.clientWidth - 32;
    if (isPhone()) return Math.min(340, innerWidth * 0.88);
    if (shownSize !== "cards" || list.length < 2 || list.length > 4) return width;
    const across = columnsOf(list).length;
    const share = inOneRow(list) ? list.find((zone) => zone.name === name)?.nodes.length ?? 1 : 1;
    return ((width - 12 * (across - 1)) / across) * share + 12 * (share - 1);
  }

  /** Characters of a name that fit beside the band and the request. */
  function nameChars() {
    const phone = isPhone();
    const across = Number(zonesRoot.style.getPropertyValue("--across")) || 1;
    const broken = phone ? null : partedOf(zonesOf(state?.model.nodes.values() ?? []));
    const width = phone ? Math.min(340, innerWidth * 0.88) : broken?.narrow ?? (zonesRoot.clientWidth - 32 - 12 * (across - 1)) / across;
    const k = parseFloat(getComputedStyle(document.documentElement).fontSize) / 13;
    const lane = width - 16 - 8 - 10 - 9 * k;
    const perChar = (phone ? 7.8 : 6.9) * k;
    const fit = (space) => Math.max(6, Math.floor(space / perChar));
    if (broken && broken.narrow < 190 * k) return { card: (width - 26) / k, verdict: Math.floor((width - 40) / (6.2 * k)), full: fit(lane - 36 * k), row1: fit(lane - 36 * k), beside: fit(lane * 0.61 - 36 * k) };
    return { card: (width - 26) / k, verdict: Math.floor((width - 40) / (6.2 * k)), full: fit(lane - 36 * k - 52 * k), row1: fit(lane - 36 * k - 84 * k), beside: fit(lane * 0.61 - 36 * k - 40 * k) };
  }

  /** Characters of a name in one of two racks. */
  const phoneChars = () => (isPhone() ? 12 : 20);

  function arrangeChips(list, names) {
    arrange(chipsRoot, list.map((node) => {
      let chip = chips.get(node.name);
      if (!chip) {
        chip = el("button.nc", { type: "button", "data-chip": node.name, onclick: () => showNode(node.name) });
        chips.set(node.name, chip);
      }
      chip.dataset.short = names.get(node.name);
      return chip;
    }));
  }

  function showNode(name) {
    const element = nodes.get(name)?.element;
    if (!element) return;
    // not scrollIntoView: it would scroll every ancestor too, also those that must stand still
    const [root, box] = [zonesRoot.getBoundingClientRect(), element.getBoundingClientRect()];
    const above = 8 + (parseFloat(getComputedStyle(element).marginTop) || 0); // a cable belongs to its node
    if (isPhone()) zonesRoot.scrollLeft += box.left - root.left - 12;
    else if (box.top - above < root.top) zonesRoot.scrollTop += box.top - root.top - above;
    else if (box.bottom > root.bottom) zonesRoot.scrollTop += Math.min(box.bottom - root.bottom + 8, box.top - root.top - above);
    for (const [n, chip] of chips) setAttr(chip, "aria-current", n === name ? "true" : null);
  }

  /** The label that the zones count: of the pod that is chosen, or that the latest decision is about. */
  function labelOf({ model, into, chosen }) {
    const last = into?.decision ?? model.last;
    const pod = model.pods.get(chosen.pod ?? last?.pod) ?? null;
    return zoneLabel(last?.pod === pod?.key ? last : model.decisions.get(pod?.key) ?? null, pod)
      ?? (last ? zoneLabel(last, model.pods.get(last.pod) ?? null) : null);
  }

  function zoneNote(label, name, inZone, index) {
    const zone = zones.get(name);
    if (!zone) return;
    const here = inZone.flatMap((n) => index.pods.get(n.name) ?? []);
    if (shownSize === "cards" && label) {
      const { ns, text, means } = label;
      const n = here.filter((p) => p.ns === ns && holds(p) && means(p.labels)).length;
      const signature = `${text} ${n}`;
      if (zone.dots.dataset.for === signature) return;
      zone.dots.dataset.for = signature;
      setAttr(zone.dots, "title", t("ui.zone.label_count", { label: text, n }));
      zone.dots.replaceChildren(`${text}\u00a0`, ...Array.from({ length: Math.min(n, 6) }, () => el("i.dot")), `\u00a0${n}`);
    } else {
      const used = here.filter((p) => p.phase !== "Failed" && p.phase !== "Succeeded").reduce((sum, p) => sum + p.cpu, 0);
      const all = inZone.reduce((sum, n) => sum + n.cpu, 0);
      zone.dots.dataset.for = "";
      setAttr(zone.dots, "title", null);
      setText(zone.dots, plain ? `pods ${here.filter(holds).length}` : `cpu ${cores(used)}/${cores(all)}`);
    }
    setText(zone.note, shownSize === "cards" ? "" : t("ui.zone.nodes", { n: inZone.length }));
  }

  function verdictOf(view, node, nominated) {
    if (view.into) return verdictInside(node.name, view.into);
    if (parted.on && view.model.frame?.kind !== "schedule" && !nominated.length && !node.cordoned) return parted.verdict(node);
    const decision = view.model.last;
    return verdictAtRest(node, decision, nominated, decision ? view.model.pods.get(decision.pod) ?? null : null);
  }

  /** Write the state. Returns what came in, slid and was drawn, so that motion can be added. */
  function write(view) {
    const { model, now, chosen } = view;
    const index = indexOf(model);
    measurePlain(model, index);
    arrangeZones(model);
    const out = { slides: [], entered: [], drawn: [] };
    let long = false;
    const verdicts = new Map();
    chars ??= nameChars();
    for (const node of model.nodes.values()) {
      const verdict = verdictOf(view, node, index.nominated.get(node.name) ?? []);
      verdicts.set(node.name, verdict);
      if (verdict.raw !== null && verdict.raw.length > chars.verdict) long = true;
    }
    if (twoLines !== (long && shownSize === "cards" && !isPhone())) {
      twoLines = !twoLines;
      zonesRoot.classList.toggle("two-lines", twoLines);
      arrangeZones(model);
      chars ??= nameChars();
    }
    const disks = new Map();
    for (const pod of model.pods.values()) if (pod.claims?.length) disks.set(pod.key, claimState(pod, model.claims));
    for (const node of model.nodes.values()) {
      const pods = index.pods.get(node.name) ?? [];
      const done = nodes.get(node.name).update({
        node, pods, nominated: index.nominated.get(node.name) ?? [], verdict: verdicts.get(node.name), unit: ownUnit(node), own: ownUnit(node) !== unit, k: rootScale, plain, now, chosen, disks,
        short: nodes.get(node.name).short, chars, size: shownSize, low: detailFor(model.pods.size) === "low" && shownSize !== "cards", lit: view.litNodes?.has(node.name) ?? false, bare: parted.split.has(node.name), apart: parted.on && apart(node), doomed: doomedFor(index.nominated.get(node.name), model),
        fresh: new Set(pods.filter((p) => isNew(p, now)).map((p) => p.key)),
      });
      for (const key of Object.keys(out)) out[key].push(...done[key]);
      drawChip(node.name, verdicts.get(node.name));
    }
    parted.render({ model, now, chosen, unit, chars: phoneChars(), plain, cables: shownSize === "cards", zoned: zones.size > 1 }, (name) => nodes.get(name)?.element);
    const label = shownSize === "cards" ? labelOf(view) : null;
    for (const { name, nodes: inZone } of zonesOf(model.nodes.values())) zoneNote(label, name, inZone, index);
    const inZones = zonesOf(model.nodes.values());
    shelves.render(model, chosen, (zone) => widthOf(zone, inZones), zonesRoot.clientWidth - 32);
    queue.render(view);
    return out;
  }

  const ownUnit = (node) => (shownSize === "cards" && !plain ? unitOn(node.cpu, unit, rootScale) : unit);

  function drawChip(name, verdict) {
    const chip = chips.get(name);
    if (!chip) return;
    const signature = `${verdict.kind}|${verdict.icon}`;
    if (chip.dataset.for !== signature) {
      chip.dataset.for = signature;
      chip.replaceChildren(...(verdict.icon ? [icon(verdict.icon)] : []), chip.dataset.short);
      setClass(chip, `nc ${verdict.kind}`);
    }
    setAttr(chip, "aria-label", nodes.get(name).title.getAttribute("aria-label"));
  }

  const elementOf = (key) => {
    for (const node of nodes.values()) {
      const found = node.podElement(key);
      if (found) return found;
    }
    return parted.podElement(key) ?? queue.element(key);
  };

  function placeElement(model, key) {
    const pod = model.pods.get(key);
    if (pod?.node) return nodes.get(pod.node)?.podElement(key) ?? parted.podElement(key) ?? nodes.get(pod.node)?.element ?? null;
    return queue.element(key);
  }

  /** One act with its motion. */
  function renderFrame(view, { before, changes, frame, travel: wanted, rate = 1 }) {
    travel.stop();
    travel.rate = rate;
    const moves = movesOf(changes).filter((m) => m.from);
    const wish = plan({ moves: moves.length, slides: 0, reduced: clock.reducedMotion, travel: wanted });
    const starts = moves.slice(0, wish.clones).map((move) => {
      const element = placeElement(before, move.key);
      return element ? { move, rect: element.getBoundingClientRect(), chip: element.cloneNode(true) } : null;
    });
    const out = write(view);
    const may = plan({ moves: moves.length, slides: out.slides.length, reduced: clock.reducedMotion, travel: wanted });
    if (may.beat) {
      for (const { kind, key, after } of changes) if (kind === "pod" && after) beat(elementOf(key));
      return;
    }
    if (!wanted) return;
    const ends = starts.map((start) => {
      if (!start) return null;
      const target = start.move.to ? placeElement(view.model, start.move.key) : null;
      return { ...start, target, to: target?.getBoundingClientRect() ?? null };
    });
    const flown = new Set();
    for (const end of ends) {
      if (!end || end.rect.width === 0) continue;
      if (!end.move.to) travel.leave(end.chip, end.rect);
      else if (end.target && end.to.width > 0) {
        flown.add(end.move.key);
        travel.fly(end.chip, end.rect, end.to, end.target, ends.length <= 8);
      }
    }
    if (may.slides) for (const { element, from, to } of out.slides) travel.slide(element, from, to);
    for (const element of out.entered) if (!flown.has(element.dataset.pod)) travel.enter(element);
    for (const element of out.drawn) travel.draw(element);
    if (frame.decision) reveal(frame.decision);
  }

  function beat(element) {
    if (element) travel.beat(element);
  }

  /** Verdicts appear in judging order. */
  function reveal(decision) {
    travel.revealAll((decision.order ?? []).filter((name) => nodes.has(name)).map((name) => nodes.get(name).verdict));
  }

  zonesRoot.addEventListener("click", (event) => {
    const pod = event.target.closest("[data-pod]")?.dataset.pod ?? event.target.closest("[data-slot]")?.dataset.slot;
    const node = event.target.closest("[data-node-card]")?.dataset.nodeCard;
    if (pod) onChoose({ pod });
    else if (node) onChoose({ node });
  });
  if ("IntersectionObserver" in globalThis) {
    zonesRoot.addEventListener("scroll", () => {
      if (!isPhone()) return;
      const left = zonesRoot.getBoundingClientRect().left;
      let best = null;
      for (const [name, node] of nodes) {
        const d = Math.abs(node.element.getBoundingClientRect().left - left - 12);
        if (!best || d < best.d) best = { name, d };
      }
      for (const [n, chip] of chips) setAttr(chip, "aria-current", best?.name === n ? "true" : null);
    }, { passive: true });
  }

  return {
    renderFrame(view, detail) {
      state = view;
      renderFrame(view, detail);
    },
    /** State as it is, with a cross-fade when it replaces another. */
    renderState(view, { fade = false } = {}) {
      travel.stop();
      travel.rate = 1;
      state = view;
      write(view);
      if (fade && !clock.reducedMotion) travel.fade(zonesRoot);
    },
    /** Room, theme or projector size changed. */
    relayout() {
      layoutFor = "";
      room = null;
      if (state) write(state);
    },
    tick(real) {
      const now = clock.reducedMotion ? Math.floor(real) : real; // rings then step once a second
      for (const node of nodes.values()) node.tick(now);
      parted.tick(now);
      queue.tick(now);
    },
    setSize(size) {
      wantedSize = size;
      this.relayout();
    },
    get size() {
      return shownSize;
    },
    /** Nodes are lists of pods just now: nobody asks for cpu. */
    get plain() {
      return plain !== null;
    },
    /** Where buttons for who may act stand beside the API server. */
    apiTools: parted.bar.tools,
    showNode,
    elementOf,
    nodeTitle: (name) => nodes.get(name)?.title ?? null,
  };
}
