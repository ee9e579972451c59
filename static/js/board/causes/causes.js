/**
 * The causes of a decision on the cards of the nodes: one layer a card, above its rack. What a layer shows is a scene
 * (`scenes.js`); the words come on pointing at it, and for screen readers as a list.
 */
import { el, setClass } from "../../el.js";
import { icon } from "../../icons.js";
import { addWords, t } from "../../i18n.js";
import { HIGH as PICTURE_HIGH, pictureOf } from "./pictures.js";
import { sceneOf } from "./scenes.js";
import { causesOf, labelOf, scoreWords, sentenceOf, struckWords } from "./words.js";

const MOST_NODES = 60; // as many as an outline explains
const MOST_PICTURES = 3; // on a card; the sheet shows one in a rack or a square
const SIGNS = [["named", 56], ["bare", 42]]; // height of a picture with its label, and without
const LEAST_SIGN_PX = 20;
const LEAST_NAMED_PX = 16;
const LEAST_OVER_PX = 5; // of what is missing, however little
const ABOVE_PX = 22; // above the edge of the largest rack of a row stands the verdict
const ABOVE_RACK_PX = 6; // of many nodes their names stand there, of the judged one what is asked
const NUMBER_SHARE = 0.06; // of a bar, from which a number has space in it

/** One colour for each plugin of the default profile, as in Why; those of one's own share one. */
const COLOURS = [
  "TaintToleration", "NodeResourcesFit", "PodTopologySpread", "NodeResourcesBalancedAllocation", "NodeAffinity",
  "ImageLocality", "InterPodAffinity",
];
const colourOf = (plugin) => `k${(COLOURS.indexOf(plugin) + 1) || COLOURS.length + 1}`;

const isCpu = ({ kind, resource }) => kind === "resource" && resource === "cpu";
const isMemory = ({ kind, resource }) => kind === "resource" && resource === "memory";

/** Where the pod's square stands: on what is taken, as high as what it needs, in pixels of the rack. Pure. */
export function squareOf({ requested, needs, all }, px, above = ABOVE_PX) {
  const bottom = Math.min(Math.max(requested, 0), all);
  const inside = Math.max(0, Math.min(needs, all - bottom));
  const over = px(requested + needs - all);
  return {
    bottom: px(bottom), inside: px(inside),
    over: Math.max(LEAST_OVER_PX, Math.min(above, over)), cut: over > above,
  };
}

function held(kind, { bottom, inside, over, cut }, ...children) {
  const vars = { bottom: `${bottom}px`, height: `${inside + over}px`, "--over": `${over}px` };
  return el(`div.cause-square.${kind}${cut ? ".cut" : ""}`, { vars }, el("i.over"), el("i.inside"), children);
}

/** A square of cpu over the free room of the rack, its missing part above the edge. */
function cpuSquare(obstacle, pod, { unit, above }) {
  const place = squareOf(obstacle, (milli) => (milli / 1000) * unit, above);
  const reserved = obstacle.nominated > 0 ? el("b.reserved", null, icon("slot", ""), obstacle.texts.nominated) : null;
  const who = place.inside + place.over < LEAST_NAMED_PX ? null : el("span.who", { text: pod.name });
  return held("of-cpu", place, el("b.cause-missing", { text: labelOf(obstacle) }), reserved, who);
}

/** The same in the column of memory. */
function memorySquare(obstacle, { height, above }) {
  const place = squareOf(obstacle, (bytes) => (bytes / Math.max(1, obstacle.all)) * height, above);
  return [held("of-memory", place), el("b.cause-missing.of-memory", { text: labelOf(obstacle) })];
}

/**
 * How the pictures stand in a rack: in the middle of the free room, and where that is too low on the pods that fill
 * it, up to `lift` pixels over the edge. {size, bottom, share}: "named", "bare" without labels, or "small",
 * and the part of its height that a picture has. Pure.
 */
export function signsOf({ height, filled, lift }) {
  const room = height - filled;
  const most = Math.max(LEAST_SIGN_PX, room + lift);
  const [size, px] = SIGNS.find(([, high]) => high <= most) ?? ["small", most];
  const bottom = Math.min(filled + Math.max(0, (room - px) / 2), height + lift - px);
  return { size, bottom, share: size === "small" ? (px - 2) / PICTURE_HIGH : 1 };
}

function sign(obstacle) {
  const label = el("span.cause-label", { text: labelOf(obstacle) });
  return el("div.cause", { title: sentenceOf(obstacle) }, pictureOf(obstacle), label);
}

/** What keeps the pod away: squares where there is room to hold it against, pictures for the others. */
function drawRefused(scene, sizes) {
  const { plain } = sizes;
  const { pod, obstacles, more, plugin } = scene;
  const inRack = (obstacle) => !plain && (isCpu(obstacle) || isMemory(obstacle));
  const drawn = obstacles.length ? obstacles : [{ kind: "plugin", plugin }];
  const squares = drawn.filter(inRack).map((obstacle) =>
    isCpu(obstacle) ? cpuSquare(obstacle, pod, sizes) : memorySquare(obstacle, sizes));
  // what keeps the pod away stands before what lets it through
  const passes = ({ tolerated }) => Number(tolerated ?? false);
  const rest = drawn.filter((obstacle) => !inRack(obstacle)).sort((a, b) => passes(a) - passes(b));
  const shown = rest.slice(0, MOST_PICTURES);
  const hidden = rest.length - shown.length + more;
  const { bottom, size, share } = signsOf(sizes);
  const signs = shown.length
    ? el(`div.cause-signs.${size}`, { vars: { bottom: `${bottom}px`, "--share": share } }, shown.map(sign),
      hidden > 0 ? el("span.cause-more", { text: `+${hidden}`, title: t("ui.cause.more", { n: hidden }) }) : null)
    : null;
  return [squares, signs];
}

/** The pod where it would stand. */
function drawFits({ pod }, { unit, taken }) {
  const height = Math.max(8, (pod.cpu / 1000) * unit);
  const vars = { bottom: `${taken}px`, height: `${height}px`, "--over": "0px" };
  return el("div.cause-square.fits", { vars }, el("i.inside"), el("span.who", null, icon("check", ""), pod.name));
}

/** A bar of what each plugin gave, as long as its part of the largest sum. */
function drawScores({ parts, total, best, tie, chosen, toss }) {
  const segment = (part) => {
    const vars = { width: `${part.share * 100}%` };
    const kind = `${colourOf(part.plugin)}${part.now ? ".now" : ""}`;
    const text = part.share >= NUMBER_SHARE ? String(part.weighted) : "";
    return el(`i.${kind}`, { vars, title: scoreWords(part), "data-plugin": part.plugin }, text);
  };
  const now = parts.find((part) => part.now && part.raw !== null);
  const steps = now ? el("span.score-steps", null,
    `${now.raw} → ${now.normalized} → ×${now.weight ?? 1} = ${now.weighted}`) : null;
  const mark = chosen ? icon("check", "") : null;
  const equal = tie ? el("span.score-tie", { title: t(toss ? "ui.cause.tie_chance" : "ui.cause.tie_order") },
    chosen && !toss ? "= 1." : "=", chosen && toss ? icon("help", "") : null) : null;
  const bar = el(`div.score-bar${best ? ".best" : ""}${chosen ? ".chosen" : ""}`, null, parts.map(segment));
  return el("div.cause-scores", { "data-sum": total }, bar, el("div.score-line", null, mark, equal, steps));
}

/** A candidate that a criterion struck out, or the one that is left. */
function drawPreempts({ struck, chosen, pod }, { unit, floor }) {
  const vars = { bottom: `${floor}px`, height: `${(pod.cpu / 1000) * unit}px`, "--over": "0px" };
  const room = pod.cpu && !struck && floor !== null
    ? el("div.cause-square.room", { vars }, el("i.inside"), el("span.who", { text: pod.name })) : null;
  if (chosen) return [room, el("div.cause-verdict.left", null, icon("slot", ""), el("span", { text: pod.name }))];
  if (!struck) return room;
  return el("div.cause-verdict.struck", { title: struckWords(struck) }, icon("cross", ""),
    el("span", { text: t(`criterion.${struck.id}`) }));
}

const DRAW = { refused: drawRefused, fits: drawFits, scores: drawScores, preempts: drawPreempts };

/** What a layer depends on; the scene of a step is another object each time. */
function marksOf(scene, sizes) {
  const pods = scene.pods ? [...scene.pods] : null;
  return JSON.stringify([{ ...scene, pods }, sizes]);
}

function createLayer() {
  const picture = el("div.cause-drawing", { "aria-hidden": "true" });
  const list = el("ul.sr");
  const element = el("div.causes", null, picture, list);
  let drawn = "";
  return {
    element,
    render(scene, sizes, words) {
      const marks = marksOf(scene, sizes);
      if (marks === drawn) return;
      drawn = marks;
      setClass(element, `causes is-${scene.kind}`);
      picture.replaceChildren(...[DRAW[scene.kind](scene, sizes)].flat(3).filter(Boolean));
      list.setAttribute("aria-label", words);
      list.replaceChildren(...causesOf(scene).map((text) => el("li", { text })));
    },
  };
}

/** Pixels between the verdict of a card and the edge of its rack: space for pictures. */
function liftOf(card, rack, size) {
  const verdict = size === "cards" ? card?.querySelector(".verdict") : null;
  if (!verdict || !rack) return ABOVE_RACK_PX;
  return Math.max(ABOVE_RACK_PX, rack.offsetTop - verdict.offsetTop - verdict.offsetHeight - 2);
}

/** Pixels of a rack that its pods fill from the floor, where they stand as rows and not as high as they request. */
function filledOf(rack, scene, plain) {
  if (!plain || !rack || scene?.kind !== "refused") return null;
  const tops = [...rack.querySelectorAll(".pod[data-pod]")].map(({ offsetTop }) => offsetTop);
  return tops.length ? Math.max(0, rack.clientHeight - Math.min(...tops)) : 0;
}

/** Pixels above the edge of a rack that are its card's: a small rack stands below the height of its row. */
function spaceAbove(scene, card, rack, size) {
  if (size !== "cards" || card?.classList.contains("is-lit")) return ABOVE_RACK_PX;
  const verdict = card?.querySelector(".verdict");
  const square = scene?.obstacles?.some((obstacle) => isCpu(obstacle) || isMemory(obstacle));
  if (!verdict || !rack || !square) return ABOVE_PX;
  return Math.max(ABOVE_PX, rack.offsetTop - verdict.offsetTop - 2);
}

/** Where the lowest of the pods stands that are off the node in a dry run: pixels from the floor, or null. */
function floorOf(card, scene) {
  if (scene?.kind !== "preempts") return null;
  const off = [...scene.pods].filter(([, { state }]) => state !== "back").map(([key]) => key);
  const bottoms = [...card.querySelectorAll(".pod[data-pod]")].filter(({ dataset }) => off.includes(dataset.pod))
    .map(({ style }) => parseFloat(style.bottom));
  return bottoms.length ? Math.min(...bottoms) : null;
}

/** Marks pods that step out of a node, and takes the mark off those that do not. */
function markPods(card, scene) {
  const pods = scene?.kind === "preempts" ? scene.pods : new Map();
  for (const element of card.querySelectorAll("[data-pod]")) {
    const mark = pods.get(element.dataset.pod);
    if (!mark && element.dataset.cause === undefined) continue;
    if (!mark) delete element.dataset.cause;
    else element.dataset.cause = `${mark.state}${mark.budget ? " budget" : ""}${mark.latest ? " latest" : ""}`;
  }
}

/** The plugins whose segments are seen, in the order of the bars. Pure. */
export const pluginsOf = (scenes) => [...new Set(scenes.filter((scene) => scene?.kind === "scores")
  .flatMap(({ parts }) => parts.filter(({ weighted }) => weighted > 0).map(({ plugin }) => plugin)))];

/** Which colour is which plugin, below the nodes while bars stand on them: it takes no space of theirs. */
function createLegend() {
  const list = el("div.legend");
  const element = el("div.score-legend", { "aria-hidden": "true" }, list);
  let drawn = "";
  return {
    render(zones, plugins) {
      if (!zones || !plugins.length) {
        element.remove();
        return;
      }
      if (zones.nextSibling !== element) zones.after(element);
      if (drawn === plugins.join()) return;
      drawn = plugins.join();
      list.replaceChildren(...plugins.map((name) => el("span", null, el(`i.${colourOf(name)}`), name)));
    },
  };
}

export function createCauses(words) {
  const layers = new Map();
  const legend = createLegend();
  const marked = new Set(); // nodes with pods that step out
  if (words) addWords(words.words);

  function remove(name) {
    layers.get(name)?.element.remove();
    layers.delete(name);
  }

  function renderOn({ name, node, scene, host, above, lift, fills, floor }, { plan }) {
    if (!scene || !host) {
      remove(name);
      return;
    }
    if (!layers.has(name)) layers.set(name, createLayer());
    const layer = layers.get(name);
    const unit = plan.unitOf(node);
    const plain = Boolean(plan.plain) || plan.size === "grid";
    const height = plan.plain ? plan.plain.height : (node.cpu / 1000) * unit;
    const taken = plain ? 0 : Math.min(height, (node.requested.cpu / 1000) * unit);
    const filled = fills ?? taken;
    layer.render(scene, { unit, height, plain, taken, filled, above, lift, floor }, t("ui.cause.list", { node: name }));
    if (layer.element.parentNode !== host) host.append(layer.element);
  }

  return {
    render(view, drawn, elementOf) {
      const { nodes } = view.model;
      const { plan } = drawn;
      const draws = nodes.size <= MOST_NODES;
      for (const name of [...layers.keys()]) if (!draws || !nodes.has(name)) remove(name);
      if (!draws) {
        legend.render(null, []);
        return;
      }
      const shown = [...nodes].map(([name, node]) => {
        const card = elementOf(name);
        const scene = sceneOf(name, view);
        const rack = scene && plan.size !== "grid" ? card?.querySelector(".rack") ?? null : null;
        const host = plan.size === "grid" ? card : rack?.firstChild ? rack : null; // far away a rack is empty
        const floor = card ? floorOf(card, scene) : null;
        const [above, lift] = [spaceAbove(scene, card, rack, plan.size), liftOf(card, rack, plan.size)];
        return { name, node, scene, card, host, floor, above, lift, fills: filledOf(rack, scene, plan.plain) };
      });
      for (const card of shown) { // all is read before anything is written
        renderOn(card, drawn);
        const marks = card.scene?.kind === "preempts";
        if (card.card && (marks || marked.has(card.name))) markPods(card.card, card.scene);
        if (marks) marked.add(card.name);
        else marked.delete(card.name);
      }
      const zones = shown.find(({ card }) => card)?.card.closest(".stage > .zones");
      legend.render(zones, pluginsOf(shown.map(({ scene }) => scene)));
    },
  };
}
