/** Transport: to the start, back, play, on; the step size; the speed; and the step that is shown. */
import { el, setAttr, setClass, setText } from "../../el.js";
import { actorMark, icon } from "../../icons.js";
import { decimal, t } from "../../i18n.js";
import { clockTime } from "../../format.js";
import { SPEEDS } from "../../board/clock.js";
import { SIZES } from "./keys.js";
import { isPhone } from "../../board/layout/space.js";

const MANY_NODES = 12; // with more of them the board has sizes
const ACTORS = ["scheduler", "kubelet", "controller", "input"];
const BOARD_SIZES = ["cards", "racks", "grid"];

/** To the start, back, play and on. `player.endWords` says why nothing follows the newest step, where a page knows. */
function createButtons(player) {
  const button = (name, word, run, kind = "") =>
    el(`button.btn.ic${kind}`, { type: "button", "aria-label": t(word), title: t(word), onclick: run }, icon(name));
  const home = button("home", "ui.transport.start", () => player.seek(0), ".wide");
  const back = button("prev", "ui.transport.back", () => player.back());
  const play = button("play", "ui.transport.play", () => player.toggle(), ".pri");
  const on = button("next", "ui.transport.forward", () => player.forward());
  const why = { back: el("span.sr", { id: "why-no-back" }), on: el("span.sr", { id: "why-no-on" }) };
  let playing = null;

  /** Takes a button away, and says why; or gives it back with its own word. */
  function allow(made, can, reason) {
    made.disabled = !can;
    setAttr(made, "title", can ? made.getAttribute("aria-label") : reason.textContent);
    setAttr(made, "aria-describedby", can ? null : reason.id);
  }

  return {
    elements: [home, back, play, on, why.back, why.on],
    onward: [on, play],
    render(state, at) {
      const canGoOn = state.model !== null && (at < state.head || (state.run?.canAct ?? false) || state.into !== null);
      if (playing !== state.playing) {
        playing = state.playing;
        play.replaceChildren(icon(playing ? "pause" : "play"));
        setAttr(play, "aria-label", t(playing ? "ui.transport.pause" : "ui.transport.play"));
      }
      setText(why.back, t("ui.transport.no_back"));
      setText(why.on, player.endWords ?? t("ui.transport.no_on"));
      const canGoBack = at > 0 || state.into !== null;
      allow(home, canGoBack, why.back);
      allow(back, canGoBack, why.back);
      allow(on, canGoOn, why.on);
      allow(play, canGoOn || state.playing, why.on);
    },
  };
}

function createRadios(selector, word, name, values, wordOf, onChoose) {
  const labels = values.map((value) => {
    const input = el("input", { type: "radio", name, value, onchange: () => onChoose(value) });
    return el("label", { title: wordOf(value).title ?? null }, input, wordOf(value).text);
  });
  const check = (chosen) => {
    for (const { firstChild: input } of labels) input.checked = input.value === chosen;
  };
  return { element: el(selector, { "aria-label": t(word) }, labels), check };
}

/** The size of a step, as radios and, where they have no space, as a menu. */
function createSizes(player) {
  const wordOf = (size) => ({ text: t(`ui.size.${size}`), title: t(`ui.size.${size}_hint`) });
  const choose = (size) => player.setSize(size);
  const radios = createRadios("fieldset.seg.sizes", "ui.size.label", "size", SIZES, wordOf, choose);
  const options = SIZES.map((size) => el("option", { value: size, text: wordOf(size).text }));
  const attributes = { "aria-label": t("ui.size.label"), onchange: () => choose(menu.value) };
  const menu = el("select.btn.sizes-menu", attributes, options);
  return {
    elements: [radios.element, menu],
    render(size) {
      radios.check(size);
      menu.value = size;
    },
  };
}

function createSpeed(actions) {
  const label = t("ui.transport.speed");
  const onchange = () => actions.setSpeed(Number(element.value));
  const options = SPEEDS.map((n) => el("option", { value: n, text: `${decimal(n)}×` }));
  const element = el("select.btn.speed", { "aria-label": label, title: label, onchange }, options);
  return element;
}

function createHelpButton(actions) {
  const words = t("ui.transport.help");
  return el("button.btn.ghost.ic.help", {
    type: "button", "aria-label": words, title: `${words} (?)`, "aria-keyshortcuts": "?", onclick: () => actions.help(),
  }, icon("help", ""));
}

function createUntilButton(actions) {
  const words = t("ui.until.title");
  return el("button.btn.ghost.ic.until-open", {
    type: "button", "aria-label": words, title: `${words} (b)`, "aria-keyshortcuts": "b",
    onclick: () => actions.until(),
  }, icon("flag", ""));
}

function createTimeButton(actions) {
  const words = t("ui.time.title");
  return el("button.btn.ghost.ic.until-open.time-open", {
    type: "button", "aria-label": words, title: `${words} (f)`, "aria-keyshortcuts": "f",
    onclick: () => actions.time("toggle"),
  }, icon("clock", ""));
}

function createLegend() {
  const entries = ACTORS.map((actor) => el("span", null, actorMark(actor), t(`ui.actor.${actor}`)));
  return el("span.legend.actors", { role: "group", "aria-label": t("ui.actor.label") }, entries);
}

function createBoardSizes(actions) {
  const wordOf = (size) => ({ text: t(`ui.boardsize.${size}`) });
  const choose = (size) => actions.boardSize(size);
  return createRadios("fieldset.seg.boardsize", "ui.boardsize.label", "boardsize", BOARD_SIZES, wordOf, choose);
}

/** The step that is shown, on the page and for screen readers. */
function createStep() {
  const shown = el("span.steps", { "aria-hidden": "true" });
  const spoken = el("span.sr");
  const element = el("span.steps-wrap", null, shown, spoken);
  return {
    element,
    render(at, head) {
      setClass(element, `steps-wrap${head >= 100 ? " many" : ""}${head >= 1000 ? " thousands" : ""}`);
      // "9" takes the space of "26", so nothing beside it moves
      shown.style.minWidth = `${2 * String(head).length + 2}ch`;
      setText(shown, t("ui.transport.steps", { at, head }));
      setText(spoken, t("ui.transport.steps_spoken", { at, head }));
    },
  };
}

export function createTransport(root, player, clock, actions) {
  const buttons = createButtons(player);
  const sizes = createSizes(player);
  const speed = createSpeed(actions);
  const legend = createLegend();
  const boardSizes = createBoardSizes(actions);
  boardSizes.element.hidden = true;
  const step = createStep();
  const time = el("span.clock", { role: "timer", "aria-live": "off" });
  const asks = [createUntilButton(actions), createTimeButton(actions), createHelpButton(actions)];
  const left = [buttons.elements, sizes.elements, speed, asks];
  const right = [legend, boardSizes.element, step.element, time];
  const attributes = { role: "group", "aria-label": t("ui.transport.label") };
  root.append(el("div.transport", attributes, left, el("span.sp"), right));
  const tick = () => setText(time, clockTime(clock.t, { short: isPhone() }));

  return {
    tick,
    /** What leads on, the smallest step first. */
    onward: buttons.onward,
    render() {
      const { state } = player;
      const at = state.model?.seq ?? 0;
      buttons.render(state, at);
      sizes.render(state.size);
      speed.value = String(clock.speed);
      step.render(at, state.head);
      const many = (state.model?.nodes.size ?? 0) > MANY_NODES;
      boardSizes.element.hidden = !many;
      legend.hidden = many;
      boardSizes.check(actions.shownBoardSize());
      tick();
    },
  };
}
