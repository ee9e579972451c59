/** The question of the room as a follower sees it: voting in the panel or on the board, bars, and the truth. */
import { meantBy, pickedAfter } from "../../lessons/guess.js";
import { el, setText } from "../../el.js";
import { t } from "../../i18n.js";
import { createChoices, createHistogram } from "./choices.js";
import { createQuestion, truthParts } from "./question.js";
import { localized, localizedIn } from "../room/texts.js";
import { myVote } from "../room/state.js";

/** Names on the board that a choice means, or null. Pure. */
export const namesOf = ({ board }) => (board ? [...board.nodes, ...board.pods] : null);

/** Places that are chosen, with `place` added or taken back. Pure. */
const toggled = (vote, place) => (vote?.includes(place)
  ? vote.filter((choice) => choice !== place) : [...vote ?? [], place].sort((a, b) => a - b));

/** The vote after a click on `name` of the board: a place, a list of places, or null where no choice means it. Pure. */
export function voteFor(poll, vote, name) {
  const names = poll.choices.map(namesOf);
  if (poll.many) {
    const place = names.findIndex((group) => group?.includes(name));
    if (place < 0) return null;
    return toggled(vote, place);
  }
  if (!names.some((group) => group?.includes(name))) return null;
  const place = meantBy(pickedAfter(new Set(vote === null ? [] : names[vote] ?? []), name, names), names);
  return place < 0 ? null : place;
}

/** Names on the board that are marked for the vote or the truth. Pure. */
export function markedBy(poll, vote) {
  const places = poll.state === "revealed" ? poll.truth?.right ?? [] : [vote ?? []].flat();
  return (poll.choices ?? []).length ? places.flatMap((place) => namesOf(poll.choices[place]) ?? []) : [];
}

/** What is said of the state of a question to who answers. Pure. */
export function statusOf(poll, vote) {
  if (poll.state === "revealed") return "ui.room.revealed";
  if (poll.state === "watched") return "ui.guess.watch";
  if (poll.state === "closed") return vote === null ? "ui.room.closed_without" : "ui.room.closed";
  if (vote === null) return poll.round > 1 ? "ui.room.open_again" : poll.many ? "ui.room.open_many" : "ui.room.open";
  return "ui.room.voted";
}

function createNumber(poll, onVote) {
  const { from, to } = poll.number;
  const attributes = { min: from, max: to, step: "any", "aria-label": t("ui.room.your_number") };
  const range = el("input", { type: "range", ...attributes, step: 1, oninput: () => (number.value = range.value) });
  const number = el("input", { type: "number", ...attributes, required: true, inputmode: "decimal" });
  const send = el("button.btn.pri", { text: t("ui.room.send") });
  const onsubmit = (event) => {
    event.preventDefault();
    if (number.reportValidity()) onVote(Number(number.value));
  };
  number.addEventListener("input", () => (range.value = number.value));
  const element = el("form.number", { onsubmit }, range, number, el("span", { text: poll.unit }), send);
  return {
    element,
    render({ poll: { state }, vote }) {
      for (const input of [range, number, send]) input.disabled = state !== "open";
      if (vote !== null && document.activeElement !== number) number.value = range.value = String(vote);
    },
  };
}

function truthOf(poll, vote) {
  const { truth } = poll;
  const wrong = typeof vote === "number" ? truth?.wrong?.find(({ from, to }) => vote >= from && vote <= to) : null;
  const idea = wrong ? [localizedIn("div", wrong.misconception), localizedIn("div", wrong.because)] : [];
  const right = truth?.right?.map((place) => truth.choices?.[place]?.because).filter((text) => localized(text)) ?? [];
  return [...truthParts(poll, idea), ...right.map((text) => localizedIn("div", text))];
}

/** `vote(value)` sends one's answer. Returns {element, render(state), pick(what), marks()}. */
export function createAsk({ vote: send, announce }) {
  const title = el("h3.asked", { id: "room-question" });
  const status = el("p.ask-status", { role: "status" });
  const body = el("div");
  const truth = el("div.told", { hidden: true, tabindex: "-1" });
  const histogram = createHistogram();
  const element = el("section.room-ask.ask", { hidden: true, "aria-labelledby": "room-question" },
    el("div.asking", {}, title, status, body, histogram.element), truth);
  let drawn = "";
  let state = null;
  const question = createQuestion({
    element, title, body,
    keyOf: ({ poll, round, choices }) => `${poll}.${round}.${choices?.length}`,
    answersOf: (poll) => (poll.number ? createNumber(poll, send) : createChoices(poll, { onVote: send })),
    onNew({ state: stands }) {
      if (stands !== "open") return;
      announce(t("ui.room.asked", { question: title.textContent }));
      element.scrollIntoView({ block: "nearest" });
    },
  });

  return {
    element,
    render(next) {
      state = next;
      const rendered = question.render(state);
      if (!rendered) return;
      const { poll, bars, answers } = rendered;
      const vote = myVote(state);
      answers.render({ poll, vote, bars: bars?.bars ?? null });
      histogram.render({
        bars: poll.number ? bars?.bars : null, edges: bars?.edges, truth: poll.truth?.number ?? null, unit: poll.unit,
        vote,
      });
      const words = t(statusOf(poll, vote));
      setText(status, bars ? `${words} ${t("ui.room.answered_of", { n: bars.answered, of: bars.of })}` : words);
      element.classList.toggle("is-told", poll.state === "revealed");
      const key = `${poll.poll}.${poll.round}.${poll.state}.${vote}`;
      if (drawn === key) return;
      drawn = key;
      truth.replaceChildren(...(poll.state === "revealed" ? truthOf(poll, vote) : []));
      truth.hidden = !truth.hasChildNodes();
      if (poll.state === "revealed") element.querySelector(".choice.right")?.scrollIntoView({ block: "nearest" });
    },
    /** Whether a click on the board is a vote, which is then sent. */
    pick({ pod = null, node = null }) {
      const { poll } = state ?? {};
      if (poll?.state !== "open" || !poll.choices) return false;
      const value = voteFor(poll, myVote(state), pod ?? node);
      if (value === null) return false;
      send(value);
      return true;
    },
    /** A vote by the letter of a choice: whether there is such a choice. */
    letter(key) {
      const { poll } = state ?? {};
      const place = poll?.choices?.findIndex(({ letter }) => letter === key.toUpperCase()) ?? -1;
      if (poll?.state !== "open" || place < 0) return false;
      send(poll.many ? toggled(myVote(state), place) : place);
      return true;
    },
    /** Names on the board that are marked now. */
    marks: () => (state?.poll ? markedBy(state.poll, myVote(state)) : []),
  };
}
