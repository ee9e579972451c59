/**
 * The board while anything is broken: the API server on top, a cable to each node, two racks where two truths differ.
 */
import { arrange, el, setAttr, setClass, setText, svg } from "../../el.js";
import { icon } from "../../icons.js";
import { say, t } from "../../i18n.js";
import { axisTime } from "../../format.js";
import { createApiBar } from "./api-bar.js";
import { createTruths } from "./two-truths.js";
import { cableOf, duration, signsOf, splitNodes, troubled } from "./faults.js";

const CABLE_PX = 48;
const MOST_ROW_UNIT_PX = 46; // of two racks that nobody measures: their rows are as high as their words
const SIGNS_PX = 26;
const CORDONED = "node.kubernetes.io/unschedulable"; // the verdict line says so

const LINES = {
  whole: () => [svg("path.wire", { d: "M11 0v44" }), svg("circle.bead", { cx: 11, cy: 22, r: 4 })],
  late: () => [
    svg("path.wire", { d: "M11 0v44" }),
    svg("circle.bead", { cx: 11, cy: 22, r: 7 }),
    svg("path.hands", { d: "M11 18.500v3.800l2.400 1.400" }),
  ],
  down: () => [svg("path.wire", { d: "M11 0v44" })],
  cut: () => [svg("path.wire", { d: "M11 0v12l-5 5M11 12l5 6M11 44V32l-5-5M11 32l4-6" })],
  deaf: () => [
    svg("path.wire", { d: "M7 0v13M3 13l8 8M11 13l-8 8M7 31v13" }),
    svg("path.wire.ok", { d: "M15 44V2M12 6l3-4 3 4" }),
  ],
  mute: () => [
    svg("path.wire.ok", { d: "M7 0v42M4 38l3 4 3-4" }),
    svg("path.wire", { d: "M15 44V31M11 23l8 8M19 23l-8 8M15 13V0" }),
  ],
};

/** What stands beside the cable: [strong words, quiet words]. */
function cableWords(cable, node) {
  const time = duration(cable.ago);
  const lease =
    node.link?.lease === null || node.link?.lease === undefined
      ? ""
      : t("ui.cable.lease", { time: axisTime(node.link.lease) });
  if (cable.state === "whole") return [t("ui.cable.ago", { time }), ""];
  if (cable.state === "late") return [t("ui.cable.late", { seconds: cable.delay, time }), ""];
  if (cable.state === "deaf") return [t("ui.cable.ago", { time }), t("ui.cable.deaf")];
  if (cable.state === "mute") return [t("ui.cable.last", { time }), t("ui.cable.mute", { node: node.name })];
  return [t("ui.cable.last", { time }), lease];
}

function createCable() {
  const drawing = svg("svg.cable-wire", { viewBox: "0 0 22 44", "aria-hidden": "true" });
  const small = el("span.cable-icon", null, icon("cut"));
  const strong = el("span.cable-strong");
  const quiet = el("span.cable-quiet");
  const element = el("div.cable", null, drawing, el("span.cable-words", null, small, strong, quiet));
  let shown = "";
  return {
    element,
    update(cable, node) {
      if (shown !== cable.state) {
        shown = cable.state;
        setClass(element, `cable is-${cable.state}`);
        drawing.replaceChildren(...LINES[cable.state]());
      }
      const [first, second] = cableWords(cable, node);
      setText(strong, first);
      setText(quiet, second);
      setAttr(
        element,
        "title",
        [first, second, cable.state === "cut" ? t("ui.cable.cut") : cable.state === "down" ? t("ui.cable.down") : ""]
          .filter(Boolean)
          .join(" · "),
      );
    },
  };
}

const shortTaint = (taint) =>
  `${taint.key.slice(taint.key.indexOf("/") + 1)}${taint.value ? `=${taint.value}` : ""}:${taint.effect}`;

/** Tags of a node in trouble: [{icon, kind, words}]. */
export function tagsOf(node, model, zoned) {
  const out = signsOf(node).map(({ icon: sign, kind, message }) => ({ icon: sign, kind, words: say(message) }));
  if (!node.ready && node.registered !== false) out.unshift({ icon: "cut", kind: "bad", words: "NotReady" });
  for (const taint of node.taints ?? [])
    if (taint.key.startsWith("node.kubernetes.io/") && taint.key !== CORDONED)
      out.push({ icon: null, kind: "warn", words: shortTaint(taint), title: `${taint.key}:${taint.effect}` });
  const drain = model.drains?.get(node.name);
  if (drain && (node.cordoned || !drain.done))
    out.push({
      icon: drain.done ? "check" : "arrow",
      kind: "",
      words: drain.done ? t("ui.sign.drained") : t("ui.sign.draining", { n: drain.left.length }),
    });
  if (zoned && node.zone) out.push({ icon: null, kind: "out", words: node.zone });
  return out;
}

function createSigns() {
  const element = el("ul.signs", { "aria-label": t("ui.sign.label") });
  let drawn = "";
  return {
    element,
    update(tags) {
      element.hidden = tags.length === 0;
      const signature = JSON.stringify(tags);
      if (signature === drawn) return;
      drawn = signature;
      arrange(element, tags.map((tag) => {
        const item = el("li.tag", { title: tag.title ?? null }, tag.icon ? icon(tag.icon) : null, tag.words);
        setClass(item, `tag ${tag.kind}`.trim());
        return item;
      }));
    },
  };
}

export function createParted(zonesRoot) {
  const bar = createApiBar();
  const machines = new Map();
  let state = { on: false, drained: false, split: new Set(), signed: [] };
  let sources = [];
  let last = null;
  let tickedAt = -1;
  zonesRoot.before(bar.element);

  function of(name) {
    if (!machines.has(name)) machines.set(name, { cable: createCable(), signs: createSigns(), truths: null });
    return machines.get(name);
  }

  function update(node, element, view) {
    const machine = of(node.name);
    const header = element.querySelector(":scope > header");
    if (!state.on && !state.drained) {
      for (const part of [machine.cable.element, machine.signs.element, machine.truths?.element]) part?.remove();
      return;
    }
    if (state.on && view.cables) {
      machine.cable.update(cableOf(node, view.now), node);
      if (machine.cable.element.parentNode !== element) element.prepend(machine.cable.element);
    } else machine.cable.element.remove();
    machine.signs.update(tagsOf(node, view.model, view.zoned && state.on));
    if (machine.signs.element.parentNode !== element) header.after(machine.signs.element);
    if (!state.split.has(node.name)) {
      machine.truths?.element.remove();
      return;
    }
    machine.truths ??= createTruths(node.name);
    machine.truths.update({ ...view, node, unit: Math.min(view.unit, MOST_ROW_UNIT_PX) });
    if (machine.truths.element.parentNode !== element)
      element.querySelector(":scope > .rack").before(machine.truths.element);
  }

  return {
    /** Looks at the model: whether anything is broken, and which nodes are split. */
    look(model, size) {
      const now = [model.nodes, model.truths, model.safety, model.network, model.identities, model.drains, size];
      if (now.every((table, i) => table === sources[i])) return state;
      sources = now;
      const on = troubled(model);
      const split = on ? splitNodes(model, size) : new Set();
      const signed = [...model.nodes.values()]
        .filter((node) => tagsOf(node, model, false).length > 0)
        .map((node) => node.name);
      state = { on, drained: model.drains.size > 0, split, signed };
      bar.render(model, on);
      return state;
    },
    get on() {
      return state.on;
    },
    get split() {
      return state.split;
    },
    bar,
    /** Pixels that a card of a row takes beside its rack, more than an ordinary one. */
    get extra() {
      return (state.on ? CABLE_PX : 0) + (state.signed.some((name) => !state.split.has(name)) ? SIGNS_PX : 0);
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
    /** `view` = {model, now, chosen, unit, chars, plain, cables, zoned}; `elements` name → card. */
    render(view, elements) {
      last = { view, elements };
      for (const node of view.model.nodes.values()) {
        const element = elements(node.name);
        if (element) update(node, element, view);
      }
      for (const name of machines.keys()) if (!view.model.nodes.has(name)) machines.delete(name);
    },
    tick(now) {
      if (!state.on || !last || Math.abs(now - tickedAt) < 0.1) return;
      tickedAt = now;
      for (const node of last.view.model.nodes.values()) {
        const element = last.elements(node.name);
        if (element) update(node, element, { ...last.view, now });
      }
    },
    podElement: (key) => {
      for (const name of state.split) {
        const found = machines.get(name)?.truths?.podElement(key);
        if (found?.isConnected) return found;
      }
      return null;
    },
  };
}
