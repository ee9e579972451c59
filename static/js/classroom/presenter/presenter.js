/** The presenter's page, made for a projector: the board, the code, the question, who is there, and what comes next. */
import { el, setText } from "../../el.js";
import { say, t } from "../../i18n.js";
import { createMarks } from "../../lessons/marks.js";
import { markedBy } from "../poll/ballot.js";
import { createPollPanel } from "../poll/poll-panel.js";
import { bindRoomKeys } from "../room/keys.js";
import { createNotices, createTimer } from "../room/notices.js";
import { createPointing, createSpot } from "../room/spot.js";
import { changed, createView, viewOf } from "../room/view.js";
import { createOffers, createTaskLine } from "./offers.js";
import { createCounts, createLegend, createRoster } from "./roster.js";
import { openSeat } from "./seat-menu.js";
import { createTools } from "./tools.js";
import { createWall } from "./wall.js";
import { createWay } from "./way.js";

const VIEW_MS = 120; // between two messages about how the board looks
const $ = (id) => document.getElementById(id);

/** Tells all what the board shows besides its step, when it has changed: {sent(view), look()}. */
function createTeller(page, line) {
  const { app, clock, player } = page;
  let sent = {};
  let telling = null;

  function tell() {
    telling = null;
    const now = viewOf({
      chosen: page.chosen, open: app.classList.contains("inspector-open"), tab: page.inspector.tab,
      zoom: page.board.size, search: page.search.text, speed: clock.speed, player: player.state,
    });
    const fields = changed(sent, now);
    if (!fields) return;
    sent = now;
    line.tell({ do: "view", ...fields });
  }

  return {
    sent: (view) => { sent = view; },
    look: () => { telling ??= clock.timer(VIEW_MS, tell); },
  };
}

export function createPresenter(article, page, line) {
  const { player, app } = page;
  const { command } = line;
  const seats = { state: () => line.state, command };
  const poll = createPollPanel({
    command, goesOn: () => !player.atHead && !player.state.playing, watch: () => player.play(),
  });
  const offers = createOffers({ command, page });
  const wall = createWall({
    onOpen: (tile) => openSeat(line.state.roster.find(({ seat }) => seat === tile.seat) ?? tile, seats),
    onClose: () => showWall(false), onReset: () => command({ do: "reset-task", seat: null }),
  });
  const taskLine = createTaskLine({ command, openWall: () => showWall(true) });
  const counts = createCounts();
  const timer = createTimer(page.clock);
  const notices = createNotices();
  const legend = createLegend({ onHands: () => command({ do: "lower", seat: null }) });
  const roster = createRoster({ onSeat: (seat) => openSeat(seat, seats) });
  const pointing = createPointing(page, (spot) => line.tell({ do: "spot", ...spot }));
  const others = createSpot(page);
  const view = createView(page);
  const mark = createMarks(page.board);
  const teller = createTeller(page, line);
  const tools = createTools(line, { page, paths: article.dataset, pointing, showWall });
  const way = createWay(line, player);

  $("room-counts").append(counts.element, timer.element);
  $("room-side").append(taskLine.element, poll.element, offers.element);
  $("room-tools").append(legend.element, el("span.sp"), tools.element, document.querySelector(".transport"),
    el("span.sp"), ...way.elements);
  $("room-roster").append(roster.element);
  $("room-notices").append(notices.element);
  app.append(wall.element);

  function showWall(open) {
    wall.toggle(open);
    app.classList.toggle("on-wall", wall.open);
    tools.press("wall", wall.open);
    wall.render(line.state);
  }

  function render() {
    const { state } = line;
    if (!state.ready) return;
    for (const part of [poll, offers, taskLine, counts, timer, notices, legend, roster, wall, tools, way])
      part.render(state);
    const { room, lesson } = state;
    setText($("room-step"), lesson ? t("ui.room.step_of", { n: lesson.step, of: lesson.steps.length }) : "");
    setText($("room-people"), t("ui.room.people", { n: room.people }));
    $("room-locked").hidden = !room.locked;
    marks();
  }

  /** What is lit on the board: the truth, once it is told; before a question what the lesson is about. */
  function marks() {
    const { lesson, poll: current } = line.state;
    if (!player.state.model) return;
    if (current) mark(current.state === "revealed" ? markedBy(current, null) : []);
    else mark([...(lesson?.lit?.nodes ?? []), ...(lesson?.lit?.pods ?? [])]);
  }

  bindRoomKeys({ ...tools.keys, ...way.keys });

  return {
    onChange(now, before, message) {
      if (message.type === "hello") teller.sent(now.view);
      if (message.type === "room" && now.room.ended) location.assign(article.dataset.room);
      if (message.type === "spot" && !pointing.on) others.show(now.spot);
      if (message.type === "view") {
        teller.sent(now.view);
        view.apply(message.view);
      }
      render();
    },
    onError: (error) => page.tell(error.message ? say(error.message) : t("ui.error.offline"), "wrong"),
    beside: {
      keys: [...tools.words, ...way.words],
      pick: () => false,
      render() {
        if (!player.state.model || !line.state.ready) return;
        marks();
        for (const part of [offers, poll]) part.render(line.state);
        teller.look();
      },
    },
  };
}
