/** One pod as a block in a rack: band, name, state, request; stripes and a ring while it terminates. */
import { el, setAttr, setClass, setText } from "../../el.js";
import { icon } from "../../icons.js";
import { listed, t } from "../../i18n.js";
import { cpu, middleCut, priority } from "../../format.js";
import { createStrip, stripWords } from "./containers.js";
import { createRingIn } from "./ring.js";

const NEW_S = 2; // virtual seconds for which a binding is emphasized

/** A shorter name struck through reads as other letters. */
export const LEAST_STRUCK = 3;

/** Whether the pod was bound a moment ago; not those that a run begins with, all at second 0. */
export function isNew(pod, now) {
  return !pod.term && pod.bound > 0 && now - pod.bound < NEW_S;
}

/** Seconds left of the grace and its share; `over` = seconds past the deadline. */
export function countdown(term, now) {
  const left = term.deadline - now;
  const whole = Math.max(0.001, term.deadline - term.since);
  if (left < 0) return { text: `+${Math.floor(-left)}`, share: 1, left: 0, over: true };
  return {
    text: String(Math.ceil(left - 1e-6)),
    share: Math.min(1, left / whole),
    left: Math.ceil(left - 1e-6),
    over: false,
  };
}

/** The state of a pod in Kubernetes' word, or the signal while it terminates. */
export function stateWord(pod) {
  return pod.term ? pod.term.signal : pod.state;
}

/** The class of the disk sign of a pod: "" where it uses no claims, "open" while not all of them are bound. */
export function claimSign({ claims }) {
  if (!claims) return "";
  return claims.bound ? "bound" : "open";
}

/** Everything the block shows, in words, for the label of its button. */
export function describe(pod, now, { claims = true } = {}) {
  const words = [
    pod.name,
    pod.cpu ? cpu(pod.cpuText) : t("ui.pod.no_request"),
    t("ui.pod.priority", { value: pod.priority }),
  ];
  if (pod.term) {
    const { text, over } = countdown(pod.term, now);
    words.push(`${pod.state}: ${pod.term.signal}`);
    words.push(over
      ? t("ui.pod.overdue", { n: Number(text) })
      : t("ui.pod.seconds_left", { n: Number(text), grace: pod.term.effectiveGraceSeconds }));
  } else words.push(pod.state);
  if (claims && claimSign(pod)) words.push(claimWords(pod));
  if (pod.devices) words.push(...deviceWords(pod.devices));
  if (pod.containers?.length) words.push(stripWords(pod));
  if (pod.notModelled?.length) words.push(t("ui.pod.not_modelled", { fields: pod.notModelled }));
  return listed(words);
}

/** The claims of a pod in words. */
export function claimWords({ claims: { names, bound } }) {
  return t(bound ? "ui.storage.claims" : "ui.storage.open", { claims: names, n: names.length });
}

/** The resource claims of a pod in words: which devices each of them has. */
export function deviceWords({ claims, problem }) {
  const words = claims.map(({ name, claim, devices, configured }) => {
    if (!claim) return t("ui.pod.claim_not_made", { name });
    if (!devices.length) return t("ui.pod.devices_none", { claim });
    if (!configured.length) return t("ui.pod.devices", { claim, devices });
    return t("ui.pod.devices_configured", { claim, devices, drivers: configured });
  });
  return problem ? [...words, problem] : words;
}

/** Draws a sign when it is first shown: hundreds of pods have none. */
function drawOnce(element, name, ...more) {
  if (!element.firstChild) element.append(icon(name, ""), ...more);
}

/** The sign of a pod that needs devices: a chip, dashed while one of its claims has none. */
export function chipSign() {
  const element = el("span.vol.chip-sign", { hidden: true, "aria-hidden": "true" });
  return {
    element,
    update({ devices }) {
      element.hidden = !devices;
      if (devices) drawOnce(element, "chip");
      setClass(element, `vol chip-sign is-${devices?.allocated ? "bound" : "open"}`);
    },
  };
}

/** The sign of a pod that has claims: a disk, dashed while not all of them are bound. */
export function diskSign() {
  const count = el("span");
  const element = el("span.vol", { hidden: true, "aria-hidden": "true" });
  return {
    element,
    update(pod) {
      const sign = claimSign(pod);
      element.hidden = !sign;
      if (sign) drawOnce(element, "disk", count);
      setClass(element, `vol is-${sign}`);
      setText(count, (pod.claims?.names.length ?? 0) > 1 ? String(pod.claims.names.length) : "");
    },
  };
}

/** The sign of a pod with fields that a real cluster would schedule by and that have no effect here. */
export function leftOutSign() {
  const element = el("span.vol.is-open.left-out", { hidden: true, "aria-hidden": "true" });
  return {
    element,
    update(pod) {
      element.hidden = !pod.notModelled?.length;
      if (!element.hidden) drawOnce(element, "warn");
    },
  };
}

function classesOf(pod, place, chosen, fresh) {
  const flags = [
    ["term", pod.terminating], [pod.term?.signal === "preStop" ? "pre" : "sig", pod.terminating],
    ["beside", place.beside], ["tomb", !pod.holds], ["unstruck", !pod.holds && pod.name.length < LEAST_STRUCK],
    ["starting", !pod.term && pod.state === "ContainerCreating"], ["sel", chosen], ["new", fresh],
  ];
  return ["pod", place.mode, ...flags.filter(([, on]) => on).map(([name]) => name)].join(" ");
}

/** Whether two lists of marks are equal, so that nothing has to be drawn. */
const same = (marks, drawn) => marks.every((mark, i) => mark === drawn[i]);

function stand({ style }, { bottom, height }) {
  style.setProperty("bottom", `${bottom}px`);
  style.setProperty("height", `${height}px`);
}

/** What stands under the name: the state, or of a pod that is over its phase and why. */
export function underName(pod) {
  return pod.holds ? stateWord(pod) : [...new Set([pod.phase, pod.reason ?? pod.state])].join(" · ");
}

/** The words and signs beside the band; `strip` = the element of its containers, which stands among them. */
function createWords(strip) {
  const name = el("span.nm");
  const state = el("span.st");
  const right = el("span.cp");
  const signs = [leftOutSign(), chipSign(), diskSign()];
  return {
    elements: [el("span.tx", null, name, state), strip, ...signs.map(({ element }) => element), right],
    right,
    write(pod, place, chars) {
      setText(name, middleCut(pod.name, chars[place.beside ? "beside" : place.mode] ?? 20));
      setText(state, place.mode === "sliver" ? "" : underName(pod));
      for (const sign of signs) sign.update(pod);
    },
  };
}

/** Where the strip of containers has space: with its ring only on a tall block, not at all on a sliver. */
function stripSpace({ mode, beside }, { holds, term }) {
  if (mode === "sliver" || beside || !holds) return "";
  return mode === "full" && !term ? "ring" : "signs";
}

/** What stands at the right of a block: on one line the time that is left, or that it was just bound; its request. */
function rightText({ mode, beside }, pod, now) {
  if (mode === "sliver") return "";
  if (pod.term) return mode === "row1" ? t("ui.span.seconds", { seconds: countdown(pod.term, now).text }) : "";
  if (mode === "row1" && !beside) {
    if (pod.state === "ContainerCreating") return "";
    if (isNew(pod, now)) return t("ui.pod.just_bound");
  }
  return pod.cpu ? cpu(pod.cpuText) : t("ui.pod.no_request");
}

/**
 * A block with its parts at hand; `update` and `tick` write only what changed. `lean`: in a rack of many nodes, which
 * shows neither words nor signs beside the band.
 */
export function createPod(key, { lean = false } = {}) {
  const band = el("span.band");
  const strip = createStrip();
  const words = lean ? null : createWords(strip.element);
  const inner = el("span.in", { "aria-hidden": "true" }, band, words?.elements);
  // Its name is text, not aria-label: the block shows less than it says, and a label must hold what is shown.
  const spoken = el("span.sr");
  const element = el("button.pod", { type: "button", tabindex: "-1", "data-pod": key }, spoken, inner);
  const left = createRingIn(inner);
  let current = null;
  let block = null;
  let drawn = [];

  function tick(now) {
    if (!current) return;
    if (words) setText(words.right, rightText(block, current, now));
    const fresh = isNew(current, now);
    if (element.classList.contains("new") !== fresh) element.classList.toggle("new", fresh);
    if (strip.counting) strip.tick(now, stripSpace(block, current));
    if (!current.term || !left.element) return;
    const { text, share } = countdown(current.term, now);
    left.set(text, share);
  }

  function draw(now, { chosen, node, chars }) {
    setClass(element, classesOf(current, block, chosen, isNew(current, now)));
    stand(element, block);
    setClass(band, `band b${current.band}`);
    setText(band, priority(current.priority));
    if (words) {
      words.write(current, block, chars);
      left.want(Boolean(current.term) && block.mode === "full");
    }
    strip.update(current, now, stripSpace(block, current));
    if (lean && !strip.element.hidden) inner.append(strip.element);
    const text = describe(current, now);
    setText(spoken, text);
    setAttr(element, "title", `${text}${node ? ` · ${node}` : ""}`);
    setAttr(element, "aria-pressed", String(chosen));
  }

  function update(pod, place, { now, chosen, ...shown }) {
    const { bottom, height, mode, beside } = place;
    const marks = [pod, pod.term ? now : 0, bottom, height, mode, beside, chosen, shown.chars, isNew(pod, now)];
    if (!same(marks, drawn)) {
      [drawn, current, block] = [marks, pod, place];
      draw(now, { chosen: Boolean(chosen), ...shown });
    }
    tick(now);
  }

  return { element, update, tick, get pod() { return current; }, get counting() { return strip.counting; } };
}

/**
 * The same with the fewest elements, for a thousand pods and more: a bar in its priority's colour, the rest in its
 * title.
 */
export function createBar(key) {
  const element = el("button.pod", { type: "button", tabindex: "-1", "data-pod": key });
  let current = null;
  let drawn = [];
  return {
    element,
    tick() {},
    update(pod, place, { now, chosen, node }) {
      const marks = [pod, pod.term ? now : 0, place.bottom, place.height, place.beside, chosen];
      if (same(marks, drawn)) return;
      [drawn, current] = [marks, pod];
      const flags = [["term", pod.terminating], ["beside", place.beside], ["sel", chosen]].filter(([, on]) => on);
      setClass(element, ["pod", "bar", `b${pod.band}`, ...flags.map(([name]) => name)].join(" "));
      stand(element, place);
      const words = `${describe(pod, now, { claims: false })} · ${node}`;
      setAttr(element, "title", words);
      setAttr(element, "aria-label", words);
      setAttr(element, "aria-pressed", chosen ? "true" : "false");
    },
    get pod() { return current; },
  };
}
