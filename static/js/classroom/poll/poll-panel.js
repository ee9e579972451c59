/** The question of the room as its presenter sees it: who has answered, the bars, and what comes next. */
import { field, openForm } from "../../dialog.js";
import { button, el, setAttr, setClass, setText } from "../../el.js";
import { t } from "../../i18n.js";
import { createChoices, createHistogram } from "./choices.js";
import { createQuestion, truthParts } from "./question.js";
import { localizedIn } from "../room/texts.js";
import { shares } from "../room/state.js";

const DISCUSS_S = 120;
const MOST_ARRIVALS = 60; // people; of more only the bar is drawn

/** The buttons of a question in its state, the first is the next one: [[word, command or name], …]. Pure. */
export function actsOf(poll) {
  const { state, bars, poll: number, kind } = poll;
  const shown = [bars ? "ui.room.hide_bars" : "ui.room.show_bars", { do: "bars", poll: number, shown: !bars }];
  if (state === "watched") return [["ui.room.answer_now", "now"], shown];
  const close = ["ui.room.close_votes", { do: "close-poll", poll: number }];
  if (state === "open") return [close, shown, ["ui.room.drop", "drop"]];
  if (state === "revealed") return [["ui.room.put_away", "drop"], shown];
  const reveal = ["free", "number"].includes(kind) ? "right" : "reveal";
  return [["ui.room.reveal", reveal], ["ui.room.vote_again", { do: "vote-again", poll: number }], shown,
    ["ui.room.discuss_first", "discuss"]];
}

/** How many seats changed from a wrong to a right choice, and all that changed: {moved, righted} or null. Pure. */
export function movedOf(round, right) {
  if (!round?.moved) return null;
  let [moved, righted] = [0, 0];
  round.moved.forEach((row, from) => row.forEach((n, to) => {
    if (from === to) return;
    moved += n;
    if (right?.includes(to) && !right.includes(from)) righted += n;
  }));
  return { moved, righted };
}

/** The bars of rounds before, as one line each, to compare. */
function roundsBefore(poll, tally) {
  return (tally?.rounds ?? []).filter(({ round }) => round < poll.round).map((earlier) => el("li", {},
    el("b", { text: t("ui.room.round", { n: earlier.round }) }),
    poll.choices?.length ? shares(earlier.bars).map((share, k) => el("span.tn", {
      text: `${poll.choices[k].letter} ${share}%`,
    })) : el("span.tn", { text: t("ui.room.answers", { n: earlier.answered }) })));
}

/** Asks which choice is right, or the number, where the presenter knows it and not the board; then `reveal(right)`. */
function openRight(poll, reveal) {
  const inputs = (poll.choices ?? []).map(({ text }, k) => el("label.choice", {},
    el("input", { type: "checkbox", name: "right", value: String(k) }), localizedIn("span", text)));
  const number = el("input", { type: "number", name: "number", step: "any" });
  openForm({
    title: t("ui.room.what_is_right"), go: t("ui.room.reveal"),
    body: poll.number ? field("ui.room.number_right", number) : el("fieldset.choices", {}, inputs),
    submit(data) {
      const right = data.getAll("right").map(Number);
      const value = data.get("number");
      return reveal(poll.number ? (value ? { number: Number(value) } : {}) : { right });
    },
  });
}

/** Answers as they fall in: a dot for each person, filled once they have answered. */
function createArrivals() {
  const element = el("span.arrivals", { "aria-hidden": "true" });
  return {
    element,
    render({ answered = 0, of = 0 }) {
      element.hidden = !of || of > MOST_ARRIVALS;
      if (element.hidden) return;
      while (element.childElementCount < of) element.append(el("i"));
      while (element.childElementCount > of) element.lastChild.remove();
      for (const [place, dot] of [...element.children].entries()) setClass(dot, place < answered ? "in" : "");
    },
  };
}

/**
 * `always`: bars are shown even while followers do not see them (the desk). `watch()` is called after a reveal, `now()`
 * shows the answer at once. `acts` of what it returns are the buttons, {element, acts, askRight(), render(state)}.
 */
export function createPollPanel({ command, always = false, watch = () => {}, now = null }) {
  const heading = el("h2", { id: "poll-heading" });
  const count = el("span.ink2.tn", { role: "status" });
  const progress = el("div.prg", { "aria-hidden": "true" }, el("i"));
  const wording = el("p.asked", { id: "poll-asked" });
  const body = el("div.poll-body");
  const histogram = createHistogram();
  const before = el("ul.rounds", { hidden: true });
  const truth = el("div.poll-truth", { hidden: true });
  const acts = el("div.acts");
  const arrivals = createArrivals();
  const region = { tabindex: "0", role: "region", "aria-labelledby": "poll-asked" };
  const scrolls = el("div.poll-scroll", region, wording, body, histogram.element, before, truth);
  const element = el("section.poll", { hidden: true, "aria-labelledby": "poll-heading" },
    el("div.row", {}, heading, el("span.sp"), count), progress, arrivals.element, scrolls, acts);
  const question = createQuestion({
    element, title: wording, body, answersOf: (poll) => (poll.choices?.length ? createChoices(poll) : null),
  });
  let drawn = "";
  let shownRight = 0; // number of the question whose right answer was scrolled to
  let state = null;

  async function reveal(chosen = {}) {
    const result = await command({ do: "reveal", poll: state.poll.poll, ...chosen });
    if (result.answer) watch();
    return result;
  }

  const askRight = () => openRight(state.poll, reveal);

  const NAMED = {
    right: askRight, now, reveal: () => reveal(),
    discuss: () => command({ do: "discuss", seconds: DISCUSS_S }),
    drop: () => command({ do: "drop-poll", poll: state.poll.poll }),
  };

  function drawActs(poll) {
    const signature = `${poll.poll}.${poll.state}.${poll.bars}`;
    if (signature === drawn) return;
    drawn = signature;
    const focused = acts.contains(document.activeElement);
    acts.replaceChildren(...actsOf(poll).map(([word, what], k) => button(k ? "btn" : "btn.pri", t(word),
      () => (typeof what === "string" ? NAMED[what]() : command(what)))));
    if (focused) acts.firstChild?.focus();
  }

  /** The right answer, once, when its verdict falls. */
  function scrollToRight(poll) {
    if (poll.state !== "revealed" || shownRight === poll.poll) return;
    shownRight = poll.poll;
    scrolls.querySelector(".choice.right")?.scrollIntoView({ block: "nearest" });
  }

  function drawTruth(poll, bars) {
    const revealed = poll.state === "revealed" && poll.truth;
    const moved = revealed && movedOf(bars, revealed.right);
    truth.replaceChildren(...(revealed ? truthParts(poll) : []),
      moved ? el("p", { text: t("ui.room.moved", { n: moved.moved, right: moved.righted }) }) : "");
    truth.hidden = !truth.textContent;
  }

  return {
    element, acts, askRight,
    render(next) {
      state = next;
      const current = question.render(state);
      acts.hidden = !current;
      if (!current) return;
      const { poll, bars, answers } = current;
      const visible = always || poll.bars;
      setText(heading, t(poll.round > 1 ? "ui.room.prediction_again" : "ui.room.prediction", { n: poll.round }));
      setText(count, poll.state === "watched" ? t("ui.guess.watch") : bars ? t(`ui.room.count_${poll.state}`, { n: bars.answered, of: bars.of }) : "");
      progress.firstChild.style.setProperty("--share", `${bars?.of ? (100 * bars.answered) / bars.of : 0}%`);
      arrivals.render(bars ?? {});
      answers?.render({ poll, bars: visible ? bars?.bars ?? null : null });
      histogram.render({
        bars: visible && poll.number ? bars?.bars : null, edges: bars?.edges, truth: poll.truth?.number ?? null,
        unit: poll.unit,
      });
      const earlier = visible ? roundsBefore(poll, state.tallies[poll.poll]) : [];
      before.hidden = !earlier.length;
      before.replaceChildren(...earlier);
      drawTruth(poll, bars);
      drawActs(poll);
      scrollToRight(poll);
      setAttr(element, "data-state", poll.state);
    },
  };
}
