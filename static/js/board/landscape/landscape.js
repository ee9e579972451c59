/**
 * A cluster of many nodes on one screen: a square for each on a canvas, with a lens, a legend that counts, frames that
 * choose nodes, and a table of the groups behind it. Everything drawn comes with the state; places are `squares.js`.
 */
import { button, el, setAttr } from "../../el.js";
import { addWords, t } from "../../i18n.js";
import { heatOf, ZONE } from "../layout/groups.js";
import { placesOf } from "../layout/places.js";
import { wordOf } from "../node/verdict-line.js";
import { placeAt } from "./camera.js";
import { createAbout } from "./about.js";
import { createWorks } from "./work.js";
import { actionsOn } from "./actions.js";
import { createAnchors } from "./anchors.js";
import { createPalette } from "./canvas/colours.js";
import { bindCursor } from "./cursor.js";
import { createGestures } from "./gestures.js";
import { createGround, layOut, namesBelow, namesIn } from "./ground.js";
import { createLegend, kindWords } from "./legend.js";
import { createPainter } from "./canvas/paint.js";
import { createSelection } from "./selection.js";
import { areasOf, legendOf, lookOf, reasonsOf, squareAt } from "./shown.js";
import { createSight } from "./sight.js";
import { createTable } from "./table.js";

const ZOOM = 1.4;

/** Everything that stands there, empty. */
function createElements({ legend, onZoom, onWhole }) {
  const tool = (words, act, text) => button("btn.ls-tool", text, act, { "aria-label": words, title: words });
  const mode = button("btn.ls-mode", t("ui.land.move"), () => switchMode());
  const tools = el("p.ls-tools", null, mode, tool(t("ui.land.closer"), () => onZoom(ZOOM), "+"),
    tool(t("ui.land.further"), () => onZoom(1 / ZOOM), "−"), button("btn", t("ui.land.whole"), onWhole));
  const canvas = el("canvas.ls-canvas", { role: "img" });
  const cursor = el("div.ls-cursor", { tabindex: "0", role: "button" });
  const marks = el("div.ls-marks");
  const rubber = el("div.ls-rubber", { hidden: true });
  const status = el("p.sr", { role: "status" });
  const field = el("div.ls-field", null, canvas, marks, cursor, rubber);
  let moves = matchMedia("(pointer: coarse)").matches;

  const switchMode = (on = !moves) => {
    moves = on;
    setAttr(mode, "aria-pressed", String(moves));
  };
  switchMode(moves);
  return {
    bar: el("div.ls-bar", null, legend, tools), canvas, cursor, marks, rubber, status, field,
    /** Whether dragging moves the landscape instead of choosing nodes. */
    moves: () => moves,
  };
}

/** What a pointer does in the field. `inZones()`: whether groups are zones. */
function bindPointer({ field, rubber, cursor, moves }, ground, { sight, selection, onChoose, inZones }) {
  const at = (point) => squareAt(ground.places, ground.layout?.px ?? 0, ...placeAt(ground.camera, point));
  createGestures(field, rubber, {
    moves,
    onHover: (point) => sight.showLens(point ? at(point) : -1),
    onPress(point) {
      const i = at(point);
      if (i < 0) {
        const { names, group } = namesBelow(ground, placeAt(ground.camera, point));
        return selection.set(names, { whole: inZones() ? group : "" });
      }
      ground.at = i;
      cursor.focus({ preventScroll: true });
      return onChoose({ node: ground.squares[i].node.name });
    },
    onFrame({ x, y, width, height }) {
      const [left, top] = placeAt(ground.camera, [x, y]);
      const { z } = ground.camera;
      const frame = { x: left, y: top, width: width / z, height: height / z };
      selection.set(namesIn(ground, frame), { framed: true });
    },
    onMove: sight.move,
    onZoom: sight.zoom,
  });
}

/** Calls `onSize()` when the field has another size than the ground, `onTheme()` when colours change. */
function watchSurroundings(field, ground, { onSize, onTheme }) {
  new ResizeObserver(() => {
    const { width, height } = ground.room;
    if (field.clientWidth && (width !== field.clientWidth || height !== field.clientHeight)) onSize();
  }).observe(field);
  new MutationObserver(onTheme).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", onTheme);
}

/** The nodes of areas in their order, with what is written in their squares. */
function nodesIn(areas, model, verdicts, shorts) {
  const { pods } = placesOf(model);
  return areas.flatMap(([name, pools]) => pools.flatMap(([, here]) => here.map((node) => ({
    node, name: node.name, group: name, verdict: verdicts.get(node.name), pods: pods.get(node.name) ?? [],
    short: shorts.get(node.name) ?? node.name,
  }))));
}

/**
 * `words` = texts that the page lacks, or null; `onChoose({node})` when a square is pressed; `run()` = the id of the
 * run, `input(value)` gives it an input (a lone board has neither); `onCome()`: verdicts came that were asked for.
 */
export function createLandscape({ words, onChoose, run, input, onCome }) {
  if (words) addWords(words.words);
  const ground = createGround();
  const state = { view: null, newest: null, shown: null, off: null };
  const legend = createLegend({ onOnly: () => paint() });
  const parts = createElements({
    legend: legend.element, onZoom: (by) => sight.zoomAtMiddle(by), onWhole: () => sight.whole(),
  });
  const { canvas, cursor, field, status } = parts;
  const painter = createPainter(canvas, createPalette(status));
  const anchors = createAnchors(parts.marks, ground);
  const sight = createSight(ground, { ...parts, painter, anchors });
  const table = createTable();
  const selection = createSelection({
    actions: (names, zone) => actionsOn(names, { run, input, at: state.view.model.seq, zone }),
  });
  const about = createAbout({ run, onCome });
  const worksOf = createWorks({ run, onCome });
  const foot = el("div.ls-foot", { hidden: !run }, selection.element); // nothing is done with nodes of a lone board
  const element = el("section.landscape", { "aria-label": t("ui.land.label") },
    parts.bar, field, foot, table.element, status);

  /** Which squares are pale: what a search did not find, what is not lit, what the legend leaves out. */
  function isPale({ name }, look) {
    const lit = state.view.litNodes;
    return state.off?.nodes.has(name) || (lit && !lit.has(name)) || legend.hides(look);
  }

  /** The squares with what they show, and which of them are pale. */
  function paint() {
    if (!state.shown) return;
    const { looks, nodes } = state.shown;
    const chosen = new Set(selection.names);
    ground.squares = nodes.map((square, i) => ({
      ...square, ...looks[i], word: wordOf(looks[i].word), pale: isPale(square.node, looks[i]),
      selected: chosen.has(square.node.name), x: ground.places[i * 2], y: ground.places[i * 2 + 1],
    }));
    painter.take(ground.squares, ground.layout.px);
    sight.draw();
  }

  /** `groups` = [{name, nodes}], `verdicts`: name → verdict; `colour`, `group`: what a person chose. */
  function render(view, { groups, verdicts, colour, group }) {
    Object.assign(state, { view, newest: [view, { groups, verdicts, colour, group }] });
    const areas = areasOf(groups, group === ZONE);
    layOut(ground, areas, { width: field.clientWidth, height: field.clientHeight });
    const nodes = nodesIn(areas, view.model, verdicts, ground.shorts);
    const reasons = reasonsOf(nodes.map(({ verdict }) => verdict));
    const numbers = new Map(reasons.map(([word], i) => [word, i]));
    const works = worksOf(nodes, view.model, colour);
    const looks = works ?? nodes.map(({ node, verdict }) => lookOf(node, verdict, numbers, heatOf(node, colour)));
    state.shown = { nodes, looks };
    selection.keep(view.model.nodes);
    legend.render(legendOf(looks, reasons));
    paint();
    sight.label();
    setAttr(canvas, "aria-label", t("ui.land.canvas", { n: nodes.length, groups: areas.length }));
    table.render(areas, new Map(nodes.map(({ node }, i) => [node.name, looks[i]])), kindWords);
    anchors.choose(view.chosen.node);
  }

  selection.onChange(paint);
  bindPointer(parts, ground, {
    sight, selection, onChoose, inZones: () => state.newest?.[1].group === ZONE,
  });
  bindCursor(cursor, ground, { sight, selection, onChoose, zoom: ZOOM });
  watchSurroundings(field, ground, {
    onTheme: sight.draw,
    onSize() {
      if (state.newest) render(...state.newest);
    },
  });

  return {
    element, render, selection, about,
    elementOf: anchors.anchorOf,
    shade(off) {
      if (off === state.off) return;
      state.off = off;
      paint();
    },
    /** Brings the square of a node into what is seen. */
    reveal(name) {
      if (ground.indexOf.has(name)) sight.reveal(ground.indexOf.get(name));
    },
    focus(name) {
      if (!ground.indexOf.has(name)) return;
      ground.at = ground.indexOf.get(name);
      cursor.focus({ preventScroll: true });
      sight.standAt(ground.at);
    },
  };
}
