/** The page of a follower: the board goes along, and beside it stands what the room is asked and told. */
import { isPhone } from "../../board/layout/space.js";
import { createMarks } from "../../lessons/marks.js";
import { el, setAttr, setText } from "../../el.js";
import { icon } from "../../icons.js";
import { say, t } from "../../i18n.js";
import { createAsk } from "../poll/ask.js";
import { field, openDialog } from "../room/dialog.js";
import { createFollowTask } from "./task.js";
import { bindRoomKeys } from "../room/keys.js";
import { createLessonText } from "./lesson-text.js";
import { createSaid, createTimer } from "../room/notices.js";
import { createSpot } from "../room/spot.js";
import { createView } from "../room/view.js";

const KEYS = { hand: "h", with: "w", lost: "l", back: "r", alone: "o" };

function toggle(name, word, key, onclick) {
  return el("button.btn.room-key", {
    type: "button", "aria-pressed": "false", "aria-keyshortcuts": key, onclick,
    title: `${t(word)} (${key.toUpperCase()})`,
  }, icon(name, ""), el("span", { text: t(word) }));
}

/** Which parts the footer and the line over the board show. Pure. */
export function standingOf({ you, room }, alone) {
  const mode = alone ? "alone" : you?.mode === "explore" ? "explore" : "follow";
  return { mode, away: mode !== "follow", showing: room?.showing !== null && room?.showing === you?.seat };
}

export function createFollower(article, page, line) {
  const { player, clock } = page;
  const command = (message) => line().command(message);
  const announce = (words) => page.narration.announce(words);
  const you = () => line().state.you;

  function vote(value) {
    const { poll } = line().state;
    const name = poll.number ? "number" : poll.many ? "choices" : "choice";
    command({ do: "vote", poll: poll.poll, round: poll.round, [name]: value });
  }

  const ask = createAsk({ vote, announce });
  const lesson = createLessonText();
  const task = createFollowTask({ alone: () => goAlone(), give: (input) => line().alone && player.inputAt(input) });
  const timer = createTimer(clock);
  const notices = createSaid();
  const spot = createSpot(page);
  const view = createView(page, () => !isPhone() && line().state.poll?.state !== "open");
  const mark = createMarks(page.board);
  const wait = el("p.ink2.room-wait", { text: t("ui.room.wait") });
  const who = el("button.btn.ghost.room-name", { type: "button", onclick: rename });
  const people = el("span.ink2");
  const twice = el("p.room-twice", { role: "status", hidden: true });
  const showing = el("p.room-twice", { hidden: true, text: t("ui.room.you_show") });
  const text = article.querySelector(".page-text");
  text.append(notices.element, twice, showing, lesson.element, ask.element, task.element, wait);
  article.querySelector(".room-where").append(people, timer.element, el("span.sp"), who);

  const hand = toggle("hand", "ui.room.hand", KEYS.hand, raise);
  const lost = toggle("help", "ui.room.lost", KEYS.lost, () => feel("lost"));
  const withYou = toggle("check", "ui.room.with", KEYS.with, () => feel("with"));
  const own = toggle("fork", "ui.room.alone", KEYS.alone, () => goAlone());
  article.querySelector(".room-row").append(hand, withYou, lost, own);
  const banner = createBanner();
  (isPhone() ? article : page.app).append(banner.element);

  function createBanner() {
    const words = el("span", { role: "status" });
    const back = el("button.btn.pri", {
      type: "button", "aria-keyshortcuts": KEYS.back, onclick: () => line().follow(),
    }, icon("eye"), el("span", { text: t("ui.room.back") }), el("kbd", { "aria-hidden": "true", text: "R" }));
    const allow = el("label.allow", {}, el("input", { type: "checkbox", onchange: allowed }), t("ui.room.allow"));
    const fresh = el("button.btn", { type: "button", text: t("ui.room.afresh"), onclick: () => goAlone(true) });
    const element = el("div.room-mode", { hidden: true }, words, allow, fresh, back);
    return {
      element,
      render({ mode, away }) {
        element.hidden = !away;
        setText(words, away ? t(mode === "alone" ? "ui.room.is_alone" : "ui.room.explores") : "");
        allow.hidden = fresh.hidden = mode !== "alone";
        allow.firstChild.checked = Boolean(you()?.allow);
      },
    };
  }

  function raise() {
    command({ do: "hand", up: !you().hand });
  }

  function feel(mood) {
    command({ do: "mood", mood: you().mood === mood ? null : mood });
  }

  function allowed(event) {
    command({ do: "allow", show: event.target.checked });
  }

  function goAlone(fresh = false) {
    if (line().alone && !fresh) line().follow();
    else line().workAlone(fresh);
  }

  function rename() {
    const attributes = { type: "text", name: "name", maxlength: 40, value: you().name, autocomplete: "nickname" };
    const input = el("input", attributes);
    openDialog({
      title: t("ui.room.rename"), body: field(t("ui.room.name_optional"), input), go: t("ui.room.keep"),
      async submit(data) {
        const { answer } = await command({ do: "name", name: data.get("name").trim() });
        if (!answer) return false;
      },
    });
  }

  function askShow() {
    openDialog({
      title: t("ui.room.ask_show"), body: el("p", { text: t("ui.room.ask_show_means") }), go: t("ui.room.show_mine"),
      submit: () => command({ do: "allow", show: true }),
    });
  }

  function renderYou({ you: mine, room }) {
    setText(who, mine?.name || t("ui.room.no_name"));
    setAttr(who, "aria-label", t("ui.room.rename_now", { name: mine?.name || t("ui.room.no_name") }));
    setAttr(hand, "aria-pressed", String(Boolean(mine?.hand)));
    setAttr(withYou, "aria-pressed", String(mine?.mood === "with"));
    setAttr(lost, "aria-pressed", String(mine?.mood === "lost"));
    setAttr(own, "aria-pressed", String(line().alone));
    setText(people, t("ui.room.people", { n: room.people }));
    const again = mine?.places > 1 ? "ui.room.twice" : mine?.sameName ? "ui.room.same_name" : null;
    twice.hidden = !again;
    setText(twice, again ? t(again, { n: mine.places }) : "");
  }

  function render() {
    const { state } = line();
    if (!state.ready) return;
    const standing = standingOf(state, line().alone);
    renderYou(state);
    banner.render(standing);
    showing.hidden = !standing.showing;
    notices.render(state);
    timer.render(state);
    lesson.render(state);
    ask.render(state);
    task.render(state, line().alone);
    wait.hidden = Boolean(state.lesson || state.poll || state.task);
    page.app.classList.toggle("paused", Boolean(state.room.paused));
    player.along(state.you?.mode === "follow" && !line().alone ? state.view : null);
    page.app.dataset.mode = standing.mode;
    marks();
  }

  /** What is lit on the board: one's vote or the truth, else what the lesson is about. */
  function marks() {
    if (!player.state.model) return;
    const { lesson: step, poll } = line().state;
    const lit = [...(step?.lit?.nodes ?? []), ...(step?.lit?.pods ?? [])];
    const meant = ask.marks();
    if (line().alone) mark([]);
    else mark(poll ? meant : lit, poll?.state === "open" ? "picked" : "");
  }

  const EFFECTS = {
    "ask-show": askShow,
    gathered: () => page.tell(t("ui.room.gathered"), "good"),
    poll: ({ poll }) => {
      if (poll?.state === "open") page.inspector.setOpen(false); // the question is below it
    },
    view: ({ view: told }) => {
      if (line().state.you?.mode === "follow") view.apply(told);
    },
    spot: () => spot.show(line().state.spot),
    room: ({ room }) => {
      if (room.ended) location.assign(article.dataset.room);
    },
  };

  document.getElementById("fork")?.addEventListener("submit", (event) => {
    event.preventDefault();
    goAlone();
  });
  bindRoomKeys({
    [KEYS.hand]: raise, [KEYS.with]: () => feel("with"), [KEYS.lost]: () => feel("lost"),
    [KEYS.back]: () => line().follow(), [KEYS.alone]: () => goAlone(),
  }, { first: (key) => /^[a-h]$/.test(key) && ask.letter(key) });

  return {
    onChange(state, before, message) {
      if (message.type === "hello") view.apply(state.view);
      render();
      EFFECTS[message.type]?.(message);
    },
    onError: (error) => page.tell(error.message ? say(error.message) : t("ui.error.offline"), "wrong"),
    /** What `app/main.js` calls a lesson: clicks on the board, and every change of what it shows. */
    beside: {
      keys: [{ keys: ["A", "H"], word: "ui.room.key_vote" }, ...Object.entries(KEYS).map(([word, key]) => (
        { keys: [key], word: `ui.room.${word}` }))],
      pick: (what) => !line().alone && ask.pick(what),
      render() {
        if (!line()?.state.ready) return;
        setAttr(own, "aria-pressed", String(line().alone));
        marks();
        spot.place();
      },
    },
  };
}
