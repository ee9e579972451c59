/**
 * The pages of an upright phone, side by side: the board, its reasons, the text. The bar below them leads to each, and
 * holds the steps and a raised hand; the timeline and what else a thumb needs seldom stands above it once it is pulled
 * up. The style sheet lays the pages out (static/css/phone.css), the browser's own scrolling turns them.
 */
import { isPaged, PAGED } from "../../board/layout/space.js";
import { revealIn } from "../../board/scroll.js";
import { store, stored } from "../../browser.js";
import { button, el, setAttr, setText } from "../../el.js";
import { addWords, knows, t } from "../../i18n.js";
import { icon } from "../../icons.js";

const SHOWN_MS = 2600; // that a thing stays lit to which a name led
const PULL_PX = 24;
const HELD = "podium.held"; // that somebody knows of the long touch
const ICONS = { board: "wall", why: "help", text: "say" };
const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
const OPEN_QUESTION = ".ask:not(.told, .watched, .is-told, [hidden])";
const WATCHED = ".ask.watched";
const READY = "form.ask:not(.told, .watched):has(fieldset :checked) > button.pri";
const TASK = ".checks:not([hidden])";

/** What the page of the text is called: {id, count}, `count` = how much of a task holds. Pure but for the page. */
export function nameOfText(text) {
  if (text.matches(".story") || text.querySelector(OPEN_QUESTION)) return { id: "ui.phone.question", count: "" };
  const task = text.querySelector(TASK);
  if (!task) return { id: "ui.phone.text", count: "" };
  const [all, held] = ["[data-check]", '[data-check][data-holds="true"]'].map((what) => task.querySelectorAll(what));
  return { id: "ui.phone.task", count: ` ${held.length}/${all.length}` };
}

/** Which way a finger pulled: up true, down false, neither null. Pure. */
export function pulled({ dx, dy }) {
  return Math.abs(dy) < PULL_PX || Math.abs(dy) < Math.abs(dx) ? null : dy < 0;
}

/** The words of the bar, where the page did not bring them; then what makes the pages. */
export async function load() {
  if (!knows("ui.phone.board")) addWords((await (await fetch("/places.json")).json()).words);
  return createPhone;
}

/** The links to the pages, as tabs: {element, mark(name), tell(text)}. */
function createTabs(pages, turn) {
  const names = [...pages.keys()];
  const tabs = new Map(names.map((name) => {
    const words = el("span", { text: t(name === "why" ? "ui.tab.why" : `ui.phone.${name}`) });
    const tab = button(`phone-tab.to-${name}`, null, () => turn(name), {
      role: "tab", id: `tab-${name}`, "aria-controls": pages.get(name).id,
    }, icon(ICONS[name], ""), words);
    return [name, { tab, words }];
  }));

  function onkeydown(event) {
    const by = KEYS[event.key];
    if (!by) return;
    event.preventDefault(); // these keys would step through the run
    const at = names.findIndex((name) => tabs.get(name).tab === document.activeElement);
    const next = names[Math.max(0, Math.min(names.length - 1, at + by))];
    tabs.get(next).tab.focus();
    turn(next);
  }

  return {
    element: el("div.phone-tabs", { role: "tablist", "aria-label": t("ui.phone.pages"), onkeydown },
      [...tabs.values()].map(({ tab }) => tab)),
    mark(current) {
      for (const [name, { tab }] of tabs) {
        setAttr(tab, "aria-selected", String(name === current));
        tab.tabIndex = name === current ? 0 : -1;
      }
    },
    tell({ id, count }) {
      setText(tabs.get("text").words, `${t(id)}${count}`);
    },
  };
}

/** Puts elements into other places, and back. */
function createMoves(moves) {
  let homes = [];
  return {
    go() {
      homes = moves().filter(([element]) => element).map(([element, put]) => {
        const mark = document.createComment("phone");
        element.before(mark);
        put(element);
        return { element, mark };
      });
    },
    back() {
      for (const { element, mark } of homes) mark.replaceWith(element);
      homes = [];
    },
  };
}

/** A finger that pulls the bar up or down. */
function bindPulling(root, pull) {
  let from = null;
  root.addEventListener("pointerdown", ({ clientX: x, clientY: y, target }) => {
    from = target.closest(".scrub, select") ? null : { x, y };
  });
  for (const kind of ["pointerup", "pointercancel"]) {
    root.addEventListener(kind, ({ clientX, clientY }) => {
      const up = from && pulled({ dx: clientX - from.x, dy: clientY - from.y });
      from = null;
      if (up !== null) pull(up);
    });
  }
}

/** Lights a thing for a moment. */
function createLight(clock) {
  let lit = null;
  let ending = null;
  function end() {
    ending?.();
    lit?.removeAttribute("data-shown");
    lit = null;
  }
  return function light(element) {
    end();
    lit = element;
    lit.dataset.shown = "";
    ending = clock.timer(SHOWN_MS, end);
  };
}

/** Says on the board that a long touch has verbs, until somebody has found them: {element, render(canAct)}. */
function createHint() {
  const element = el("p.phone-hint", { hidden: true, text: t("ui.phone.hold") });
  document.addEventListener("focusin", ({ target }) => {
    if (!target.closest(".hand-menu")) return;
    store(HELD, "1");
    element.hidden = true;
  });
  return {
    element,
    render(canAct) {
      element.hidden = !canAct || stored(HELD) !== null;
    },
  };
}

/** An answer that was pinned on the board is sent from there too, by the button of its form: {element, render()}. */
function createSend(text) {
  let sends = null;
  const element = button("btn.pri.lg.phone-send", null, () => {
    element.hidden = true;
    sends.click();
  });
  element.hidden = true;
  return {
    element,
    render() {
      sends = text?.querySelector(READY) ?? null;
      element.hidden = !sends;
      if (sends) setText(element, sends.textContent);
    },
  };
}

/** The node in front on a phone that was turned on its side: that of what is chosen, else the first. Pure. */
export function nodeOf({ nodes, pods }, { node, pod }) {
  const chosen = pods.get(pod);
  return node ?? chosen?.node ?? chosen?.nominated ?? nodes.keys().next().value;
}

/** The pages of a board: name → element. One without a text has two. */
function pagesOf(app) {
  const text = app.querySelector(":scope > .lesson, :scope > .story");
  return new Map([["board", ".stage"], ["why", ".why"]].map(([name, what]) => [name, app.querySelector(what)])
    .concat(text ? [["text", text]] : []));
}

/**
 * Looks after the text: names its page, and shows where an answer is played, on the board, a second on the timeline.
 */
function watchText(text, { app, tabs, send, turn, pull }) {
  let watches = false; // an answer is on its way to its verdict

  function look() {
    tabs.tell(nameOfText(text));
    send.render();
    const answer = text.querySelector(WATCHED);
    if (Boolean(answer) === watches) return;
    watches = Boolean(answer);
    if (watches) turn("board");
    if (watches && answer.querySelector(".seconds")) pull(true);
    else if (app.hasAttribute("data-pulled")) pull(false);
  }

  const attributeFilter = ["class", "data-holds", "hidden"];
  new MutationObserver(look).observe(text, { subtree: true, childList: true, attributeFilter });
  look();
}

function createPhone(page) {
  const { app, clock, player } = page;
  const time = document.getElementById("time");
  const pages = pagesOf(app);
  const names = [...pages.keys()];
  const text = pages.get("text");
  const light = createLight(clock);
  pages.get("board").id ||= "stage";
  const tabs = createTabs(pages, (name) => turn(name));
  const grip = button("btn.ghost.ic.phone-grip", null, () => pull(!app.hasAttribute("data-pulled")), {
    "aria-label": t("ui.phone.more"), title: t("ui.phone.more"), "aria-expanded": "false", "aria-controls": "time",
  }, icon("down", ""));
  const end = el("span.phone-end", { "aria-hidden": "true" });
  const hint = createHint();
  const send = createSend(text);
  const moves = createMoves(() => [
    [app.querySelector(".room-mode"), (banner) => time.prepend(banner)],
    [app.querySelector(".room-key"), (hand) => tabs.element.after(hand)],
    [app.querySelector(".room-row"), (row) => end.before(row)],
  ]);
  let played = false;

  const current = () => names[Math.round(app.scrollLeft / app.clientWidth)] ?? "board";

  function turn(name, { atOnce = false } = {}) {
    if (!isPaged() || !names.includes(name)) return;
    const left = names.indexOf(name) * app.clientWidth;
    app.scrollTo({ left, behavior: atOnce || clock.reducedMotion ? "instant" : "smooth" });
  }

  function pull(up) {
    app.toggleAttribute("data-pulled", up);
    setAttr(grip, "aria-expanded", String(up));
    page.timeline.resize();
  }

  /** Who plays wants to see it: the text gives way, unless it asks. */
  function follow() {
    const { playing } = player.state;
    if (playing && !played && current() === "text" && !text.querySelector(OPEN_QUESTION)) turn("board");
    played = playing;
  }

  function stand() {
    if (isPaged()) {
      time.append(end, tabs.element, grip);
      pages.get("board").append(hint.element, send.element);
      moves.go();
    } else {
      moves.back();
      for (const element of [end, tabs.element, grip, hint.element, send.element]) element.remove();
      pull(false);
    }
    const { model } = player.state;
    if (!model) return;
    page.redraw();
    if (!isPaged()) page.board.showNode(nodeOf(model, page.view().chosen));
  }

  /** A name in a text was chosen: what it names has the focus now. */
  function lead({ target }) {
    const thing = document.activeElement?.closest("#zones *, #queue *");
    if (!isPaged() || !target.closest(".named") || !thing) return;
    turn("board");
    const box = thing.closest("#queue");
    if (box) revealIn(box, thing);
    light(thing.closest(".pod, .qi") ?? thing.closest(".node") ?? thing);
  }

  if (text) watchText(text, { app, tabs, send, turn, pull });
  app.addEventListener("scroll", () => tabs.mark(current()), { passive: true });
  app.addEventListener("click", lead);
  for (const kind of ["click", "change"]) app.addEventListener(kind, send.render);
  bindPulling(time, pull);
  matchMedia(PAGED).addEventListener("change", stand);
  stand();
  // a lesson is read first; where an answer was just given its board is seen
  if (text && app.matches(".in-lesson") && !text.dataset.kind) turn("text", { atOnce: true });
  tabs.mark(current());

  return {
    turn,
    get current() { return current(); },
    render() {
      hint.render(Boolean(player.state.run?.canAct));
      follow();
    },
  };
}
