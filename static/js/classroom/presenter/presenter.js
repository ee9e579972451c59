/** The presenter's page, made for a projector: the board, the code, the question, who is there, and what comes next. */
import { createMarks } from "../../lessons/marks.js";
import { el, setAttr, setText } from "../../el.js";
import { icon } from "../../icons.js";
import { say, t } from "../../i18n.js";
import { markedBy } from "../poll/ask.js";
import { field, openDialog } from "../room/dialog.js";
import { bindRoomKeys } from "../room/keys.js";
import { openLinks } from "./links.js";
import { createSaid, createTimer } from "../room/notices.js";
import { createOffers, createTaskLine } from "./offers.js";
import { createPollPanel } from "../poll/poll-panel.js";
import { createCounts, createLegend, createRoster } from "./roster.js";
import { openSeat } from "./seat-menu.js";
import { createPointing, createSpot } from "../room/spot.js";
import { changed, createView, viewOf } from "../room/view.js";
import { createWall } from "./wall.js";

const DISCUSS_S = 120;
const VIEW_MS = 120; // between two messages about how the board looks
const WORDS = {
  spot: "ui.room.spot", next: "ui.room.step_next", gather: "ui.room.gather", front: "ui.room.eyes_front",
  wall: "ui.room.wall",
};
const KEYS = { spot: "p", next: "n", gather: "g", front: "e", wall: "w" };

function tool(name, word, onclick, { key = null, toggles = false } = {}) {
  const words = t(word);
  return el("button.btn.ic.tool", {
    type: "button", "aria-label": words, title: key ? `${words} (${key.toUpperCase()})` : words, onclick,
    "aria-keyshortcuts": key, "aria-pressed": toggles ? "false" : null,
  }, icon(name, ""));
}

/** Where the lesson goes on: {back, next}, numbers of steps or null. Pure. */
export function onwardOf(lesson) {
  if (!lesson) return { back: null, next: null };
  const of = lesson.steps.length;
  return { back: lesson.step > 1 ? lesson.step - 1 : null, next: lesson.step < of ? lesson.step + 1 : null };
}

export function createPresenter(article, page, line) {
  const { player, clock, app } = page;
  const state = () => line().state;
  const command = (message) => line().command(message);
  const $ = (id) => document.getElementById(id);

  const poll = createPollPanel({
    command, goesOn: () => !player.atHead && !player.state.playing, watch: () => player.play(),
  });
  const offers = createOffers({ command, page });
  const wall = createWall({
    onOpen: (tile) => openSeat(state().roster.find(({ seat }) => seat === tile.seat) ?? tile, { state, command }),
    onClose: () => showWall(false), onReset: () => command({ do: "reset-task", seat: null }),
  });
  const taskLine = createTaskLine({ command, openWall: () => showWall(true) });
  const counts = createCounts();
  const timer = createTimer(clock);
  const notices = createSaid();
  const legend = createLegend({ onHands: () => command({ do: "lower", seat: null }) });
  const roster = createRoster({ onSeat: (seat) => openSeat(seat, { state, command }) });
  const pointing = createPointing(page, (spot) => line().tell({ do: "spot", ...spot }));
  const others = createSpot(page);
  const view = createView(page);
  const mark = createMarks(page.board);
  let told = {};
  let telling = null;

  const tools = {
    spot: tool("spot", "ui.room.spot", spotlight, { key: KEYS.spot, toggles: true }),
    front: tool("eye", "ui.room.eyes_front", pause, { key: KEYS.front, toggles: true }),
    timer: tool("clock", "ui.room.timer", discuss, { toggles: true }),
    say: tool("say", "ui.room.say", sayToAll),
    wall: tool("wall", "ui.room.wall", () => showWall(), { key: KEYS.wall, toggles: true }),
    lock: tool("lock", "ui.room.lock", () => command({ do: "lock", on: !state().room.locked }), { toggles: true }),
    names: tool("people", "ui.room.hide_names", () => command({ do: "names", hidden: !state().room.namesHidden }),
      { toggles: true }),
    links: tool("share", "ui.room.links", () => openLinks(article.dataset, state, page.tell)),
  };
  const gather = el("button.btn.gather", { type: "button", "aria-keyshortcuts": KEYS.gather, onclick: bring },
    icon("people", ""), t("ui.room.gather"));
  const back = el("button.btn.ic", { type: "button", "aria-label": t("ui.room.step_back"), onclick: () => go("back") },
    icon("prev", ""));
  const next = el("button.btn.pri", { type: "button", "aria-keyshortcuts": KEYS.next, onclick: () => go("next") },
    el("span", { text: t("ui.room.step_next") }), icon("arrow", ""));

  $("room-counts").append(counts.element, timer.element);
  $("room-side").append(taskLine.element, poll.element, offers.element);
  const group = el("div.tools", { role: "group", "aria-label": t("ui.room.tools") }, Object.values(tools));
  const transport = document.querySelector(".transport");
  $("room-tools").append(legend.element, el("span.sp"), group, transport, el("span.sp"), gather, back, next);
  $("room-roster").append(roster.element);
  $("room-notices").append(notices.element);
  app.append(wall.element);

  function spotlight() {
    pointing.toggle();
    setAttr(tools.spot, "aria-pressed", String(pointing.on));
  }

  function pause() {
    command({ do: "pause", on: !state().room.paused });
  }

  function bring() {
    command({ do: "gather" });
  }

  function discuss() {
    if (state().room.discussUntilMs) {
      command({ do: "discuss", seconds: 0 });
      return;
    }
    const attributes = { type: "number", name: "seconds", min: 10, max: 3600, value: DISCUSS_S, required: true };
    openDialog({
      title: t("ui.room.timer"), body: field(t("ui.room.seconds"), el("input", attributes)), go: t("ui.room.start"),
      submit: (data) => command({ do: "discuss", seconds: Number(data.get("seconds")) }),
    });
  }

  function sayToAll() {
    const input = el("input", { type: "text", name: "text", maxlength: 200, value: state().room.say ?? "" });
    openDialog({
      title: t("ui.room.say"), body: field(t("ui.room.say_line"), input), go: t("ui.room.send"),
      submit: (data) => command({ do: "say", text: data.get("text").trim() }),
    });
  }

  function showWall(open) {
    wall.toggle(open);
    app.classList.toggle("on-wall", wall.open);
    setAttr(tools.wall, "aria-pressed", String(wall.open));
    wall.render(state());
  }

  function go(way) {
    const { lesson } = state();
    if (!lesson) {
      if (way === "next") player.forward();
      else player.back();
      return;
    }
    const step = onwardOf(lesson)[way];
    if (step) command({ do: "go", step });
  }

  function renderHead({ room, lesson }) {
    setText($("room-step"), lesson ? t("ui.room.step_of", { n: lesson.step, of: lesson.steps.length }) : "");
    setText($("room-people"), t("ui.room.people", { n: room.people }));
    const onward = onwardOf(lesson);
    back.disabled = Boolean(lesson) && !onward.back;
    next.disabled = Boolean(lesson) && !onward.next;
    setAttr(tools.front, "aria-pressed", String(Boolean(room.paused)));
    setAttr(tools.timer, "aria-pressed", String(Boolean(room.discussUntilMs)));
    setAttr(tools.lock, "aria-pressed", String(Boolean(room.locked)));
    setAttr(tools.names, "aria-pressed", String(Boolean(room.namesHidden)));
    $("room-locked").hidden = !room.locked;
  }

  function render() {
    const now = state();
    if (!now.ready) return;
    for (const part of [poll, offers, taskLine, counts, timer, notices, legend, roster, wall]) part.render(now);
    renderHead(now);
    marks();
  }

  /** What is lit on the board: the truth, once it is told; before a question what the lesson is about. */
  function marks() {
    const { lesson, poll: asked } = state();
    if (!player.state.model) return;
    if (asked) mark(asked.state === "revealed" ? markedBy(asked, null) : []);
    else mark([...(lesson?.lit?.nodes ?? []), ...(lesson?.lit?.pods ?? [])]);
  }

  /** What the board shows besides its step, told to all when it has changed. */
  function tellView() {
    if (telling) return;
    telling = clock.timer(VIEW_MS, () => {
      telling = null;
      const now = viewOf({
        chosen: page.chosen, open: app.classList.contains("inspector-open"), tab: page.inspector.tab,
        zoom: page.board.size, search: page.search.text, speed: clock.speed, player: player.state,
      });
      const fields = changed(told, now);
      if (!fields) return;
      told = now;
      line().tell({ do: "view", ...fields });
    });
  }

  bindRoomKeys({
    [KEYS.spot]: spotlight, [KEYS.next]: () => go("next"), [KEYS.gather]: bring, [KEYS.front]: pause,
    [KEYS.wall]: () => showWall(),
  });

  return {
    onChange(now, before, message) {
      if (message.type === "hello") told = now.view;
      if (message.type === "room" && now.room.ended) location.assign(article.dataset.room);
      if (message.type === "spot" && !pointing.on) others.show(now.spot);
      if (message.type === "view") {
        told = now.view;
        view.apply(message.view);
      }
      render();
    },
    onError: (error) => page.tell(error.message ? say(error.message) : t("ui.error.offline"), "wrong"),
    beside: {
      keys: Object.entries(KEYS).map(([name, key]) => ({ keys: [key], word: WORDS[name] })),
      pick: () => false,
      render() {
        if (!player.state.model || !line()?.state.ready) return;
        marks();
        for (const part of [offers, poll]) part.render(state());
        tellView();
      },
    },
  };
}
