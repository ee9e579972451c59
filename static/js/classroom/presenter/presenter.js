/**
 * The presenter's page, a stage made for a projector: the board, and beside it the step, the question or the task. One
 * key leads on; everything else is behind one button, and on the desk.
 */
import { setText } from "../../el.js";
import { say, t } from "../../i18n.js";
import { createMarks } from "../../lessons/marks.js";
import { createVerdict } from "../../lessons/verdict.js";
import { createHold } from "../room/hold.js";
import { bindRoomKeys } from "../room/keys.js";
import { createSpot } from "../room/spot.js";
import { changed, createView, viewOf } from "../room/view.js";
import { barsOf } from "../room/state.js";
import { createParts } from "./parts.js";
import { sceneOf } from "./scenes.js";
import { createVoteMarks } from "./vote-marks.js";
import { stageChannel } from "./way.js";

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

/** The board on its way from a question to its answer: {begin(number), end(), render()}. */
function createWatch(page, line) {
  const { player } = page;
  const verdict = createVerdict(page);
  let begins = null; // number of the question that is watched as soon as the stage has gone on
  let watched = null; // number of the question that is watched
  let until = null; // step at which what was played for the answer ends

  function tryToBegin() {
    const { poll } = line.state;
    const { head, acts, model, busy, playing } = player.state;
    if (begins === null || busy || playing) return;
    if (poll?.poll !== begins || poll.state !== "revealed") return;
    const decided = poll.truth?.decided ?? null;
    if (decided !== null && head < decided) return; // the stage that leads there is on its way
    begins = null;
    if (decided === null || decided <= model.seq) return;
    [watched, until] = [poll.poll, head];
    const seconds = (acts.find(([seq]) => seq === decided)?.[1] ?? model.t) - model.t;
    verdict.play({ decided, until, seconds, onVerdict() {}, onEnd() {} });
  }

  return {
    begin(number = line.state.poll?.poll ?? null) {
      begins = number;
      tryToBegin();
    },
    /** To the answer at once, also where nothing plays. */
    end() {
      if (verdict.on) verdict.end();
      else player.seek(line.state.poll.truth.decided);
    },
    render() {
      const { model, playing } = player.state;
      if (!model) return;
      tryToBegin();
      if (!verdict.on) return;
      const away = line.state.poll?.poll !== watched;
      if (away) verdict.stop();
      if (playing && (away || model.seq >= until)) player.pause();
      verdict.render();
    },
  };
}

/** Lights on the board: votes, then the truth; before a question what the lesson is about. `light(state)` */
function createLight({ board, player }) {
  const mark = createMarks(board);
  const markVotes = createVoteMarks(board);
  return function light({ lesson, poll, ...state }) {
    const { model } = player.state;
    if (!model) return;
    mark(poll ? [] : [...(lesson?.lit?.nodes ?? []), ...(lesson?.lit?.pods ?? [])]);
    const bars = poll?.bars ? barsOf({ ...state, poll })?.bars ?? null : null;
    const waiting = (lesson?.lit?.pods ?? []).filter((key) => model.pods.get(key)?.node === null);
    markVotes(poll, bars, waiting);
  };
}

/** Begins to watch the question whose answer was revealed on the desk, and tells the desk so. */
function hearDesk(name, watch) {
  const desk = new BroadcastChannel(name);
  desk.onmessage = ({ data }) => {
    watch.begin(data);
    desk.postMessage(data); // oxlint-disable-line unicorn/require-post-message-target-origin
  };
}

export function createPresenter(article, page, line) {
  const { player, app } = page;
  const watch = createWatch(page, line);
  const { hold } = createHold();
  const others = createSpot(page);
  const view = createView(page);
  const light = createLight(page);
  const teller = createTeller(page, line);
  const parts = createParts(article, page, line, { watch, stands, showWall });
  const { wall, stepText, tools, gather, pointing, more, on } = parts;

  function showWall(open) {
    wall.toggle(open);
    app.classList.toggle("on-wall", wall.open);
    tools.press("wall", wall.open);
    wall.render(line.state);
  }

  /** The state of the room as the stage shows it: without a truth that the board has not come to. */
  function stands() {
    const { state } = line;
    return { ...state, poll: hold(state.poll, { seq: player.state.model?.seq ?? null, follows: true }) };
  }

  function render() {
    if (!line.state.ready) return;
    watch.render();
    const state = stands();
    const scene = sceneOf(state);
    app.dataset.scene = scene;
    for (const part of parts.ofState) part.render(state);
    stepText.render(state, scene);
    const { room, lesson } = state;
    setText($("room-step"), lesson ? t("ui.room.step_of", { n: lesson.step, of: lesson.steps.length }) : "");
    setText($("room-people"), t("ui.room.people", { n: room.people }));
    $("room-locked").hidden = !room.locked;
    if (state.poll || state.task) app.classList.add("has-asked"); // everybody is in: the code shrinks
    parts.back.disabled = Boolean(lesson) && lesson.step <= 1;
    light(state);
  }

  /** What follows from a message: a task opens the wall, and closes it. */
  function follow(now, before, { type }) {
    if (type === "hello") {
      teller.sent(now.view);
      more.open(!now.lesson); // without a lesson the board is led by hand
    }
    if (["hello", "task"].includes(type) && Boolean(now.task) !== wall.open) showWall(Boolean(now.task));
    if (type === "lesson" && wall.open && !now.task) showWall(false);
  }

  hearDesk(stageChannel(article.dataset.room), watch);
  bindRoomKeys({ ...tools.keys, ...gather.keys, ...on.keys });

  return {
    onChange(now, before, message) {
      follow(now, before, message);
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
      keys: [{ keys: ["Space", "PageDown", "N"], word: "ui.room.on" }, ...tools.words, ...gather.words],
      pick: () => false,
      render() {
        if (!player.state.model || !line.state.ready) return;
        render();
        teller.look();
      },
    },
  };
}
