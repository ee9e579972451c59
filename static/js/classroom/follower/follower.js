/** The page of a follower: the board goes along, and beside it stands what the room is asked and told. */
import { isPhone } from "../../board/layout/space.js";
import { openForm } from "../../dialog.js";
import { el } from "../../el.js";
import { say, t } from "../../i18n.js";
import { createMarks } from "../../lessons/marks.js";
import { createNames } from "../../lessons/names.js";
import { createAsk } from "../poll/ballot.js";
import { createHold } from "../room/hold.js";
import { bindRoomKeys } from "../room/keys.js";
import { createNotices, createTimer } from "../room/notices.js";
import { createSpot } from "../room/spot.js";
import { createView } from "../room/view.js";
import { createBanner } from "./banner.js";
import { createLessonText } from "./lesson-text.js";
import { createName } from "./name.js";
import { createSignals } from "./signals.js";
import { createFollowTask } from "./task.js";

const HOLD_MS = 20_000; // a presenter who does not play on leaves nobody without the answer
const BACK = "r"; // the key back to the presenter

/** Which parts the footer and the line over the board show. Pure. */
function standingOf({ you, room }, alone) {
  const mode = alone ? "alone" : you?.mode === "explore" ? "explore" : "follow";
  return { mode, away: mode !== "follow", showing: room?.showing !== null && room?.showing === you?.seat };
}

/** The vote of a poll as its kind is sent: {do: "vote", …}. Pure. */
function voteOf({ poll, round, number, many }, value) {
  return { do: "vote", poll, round, [number ? "number" : many ? "choices" : "choice"]: value };
}

function askShow(line) {
  openForm({
    title: t("ui.room.ask_show"), body: el("p", { text: t("ui.room.ask_show_means") }), go: t("ui.room.show_mine"),
    submit: () => line.command({ do: "allow", show: true }),
  });
}

/** The parts beside the board, each with render(state), in their places. */
function createParts(article, page, line, goAlone) {
  const ask = createAsk({
    vote: (value) => line.command(voteOf(line.state.poll, value)), announce: (words) => page.narration.announce(words),
  });
  const lesson = createLessonText();
  const task = createFollowTask({ alone: () => goAlone(), give: (input) => line.alone && page.player.inputAt(input) });
  const timer = createTimer(page.clock);
  const notices = createNotices();
  const name = createName(line);
  const signals = createSignals(line, { alone: () => goAlone() });
  const banner = createBanner(line, { backKey: BACK, onFresh: () => goAlone(true) });
  const wait = el("p.ink2.room-wait", { text: t("ui.room.wait") });
  const showing = el("p.room-twice", { hidden: true, text: t("ui.room.you_show") });
  article.querySelector(".page-text")
    .append(notices.element, name.twice, showing, lesson.element, ask.element, task.element, wait);
  article.querySelector(".room-where").append(name.people, timer.element, el("span.sp"), name.who);
  article.querySelector(".room-row").append(...signals.elements);
  (isPhone() ? article : page.app).append(banner.element);
  return {
    ask, signals,
    render(state, standing) {
      for (const part of [name, notices, timer, lesson, ask]) part.render(state);
      signals.render(state.you, line.alone);
      banner.render(standing, state.you);
      task.render(state, line.alone);
      showing.hidden = !standing.showing;
      wait.hidden = Boolean(state.lesson || state.poll || state.task);
    },
  };
}

export function createFollower(article, page, line) {
  const { player } = page;
  const goAlone = (fresh = false) => (line.alone && !fresh ? line.follow() : line.workAlone(fresh));
  const parts = createParts(article, page, line, goAlone);
  const { ask, signals } = parts;
  const spot = createSpot(page);
  const view = createView(page, () => !isPhone() && line.state.poll?.state !== "open");
  const mark = createMarks(page.board);
  const names = createNames(article, page.board);
  let stood = null; // the step at which the board was last
  const { hold, release } = createHold();

  /** The room as it may be shown: a truth waits until the board comes to it. */
  function shownState() {
    const { state } = line;
    const follows = state.you?.mode === "follow" && !line.alone;
    return { ...state, poll: hold(state.poll, { seq: player.state.model?.seq ?? null, follows }) };
  }

  /** What is lit on the board: one's vote or the truth, else what the lesson is about. */
  function marks() {
    if (!player.state.model) return;
    const { lesson, poll } = shownState();
    const lit = [...(lesson?.lit?.nodes ?? []), ...(lesson?.lit?.pods ?? [])];
    if (line.alone) mark([]);
    else mark(poll ? ask.marks() : lit, poll?.state === "open" ? "picked" : "");
  }

  /** On a phone the board comes to the front when the answer is played on it. */
  function watch() {
    const { seq } = player.state.model ?? {};
    if (stood !== null && seq !== stood && line.state.poll?.state === "revealed") page.phone.part?.turn("board");
    stood = seq ?? null;
  }

  function render() {
    const state = shownState();
    if (!state.ready) return;
    const standing = standingOf(state, line.alone);
    parts.render(state, standing);
    page.app.classList.toggle("paused", Boolean(state.room.paused));
    player.along(state.you?.mode === "follow" && !line.alone ? state.view : null);
    page.app.dataset.mode = standing.mode;
    marks();
    if (player.state.model) names.render(player.state.model);
  }

  const EFFECTS = {
    "ask-show": () => askShow(line),
    gathered: () => page.tell(t("ui.room.gathered"), "good"),
    poll({ poll }) {
      if (poll?.state === "open") {
        page.inspector.setOpen(false); // the question is below it
        page.phone.part?.turn("text");
      }
      if (poll?.state !== "revealed") return;
      page.clock.timer(HOLD_MS, () => {
        release(poll.poll);
        render();
      });
    },
    task: ({ task }) => task && page.phone.part?.turn("text"),
    view: ({ view: shown }) => line.state.you?.mode === "follow" && view.apply(shown),
    spot: () => spot.show(line.state.spot),
    room: ({ room }) => room.ended && location.assign(article.dataset.room),
  };

  document.getElementById("fork")?.addEventListener("submit", (event) => {
    event.preventDefault();
    goAlone();
  });
  bindRoomKeys({ ...signals.keys, [BACK]: line.follow }, { first: (key) => /^[a-h]$/.test(key) && ask.letter(key) });

  return {
    onChange(state, before, message) {
      if (message.type === "hello") view.apply(state.view);
      render();
      EFFECTS[message.type]?.(message);
    },
    onError: (error) => page.tell(error.message ? say(error.message) : t("ui.error.offline"), "wrong"),
    /** What `app/main.js` calls a lesson: clicks on the board, and every change of what it shows. */
    beside: {
      keys: [{ keys: ["A", "H"], word: "ui.room.key_vote" }, ...signals.words, { keys: [BACK], word: "ui.room.back" }],
      pick: (what) => !line.alone && ask.pick(what),
      render() {
        if (!line.state.ready) return;
        signals.render(line.state.you, line.alone);
        if (line.state.poll) ask.render(shownState());
        marks();
        watch();
        spot.place();
      },
    },
  };
}
