import { equal, test } from "../../harness.js";
import { after, barsOf, byNeed, minutes, myVote, NOWHERE, secondsLeft, shares } from "./state.js";

/** The example of docs/rooms.md, without the board. */
const HELLO = {
  type: "hello", re: 1, protocol: 1, presenter: false, nowMs: 1_790_000_000_000,
  room: { id: "r", code: "K7QF", title: "", locked: false, paused: false, namesHidden: false, say: "", people: 38,
    discussUntilMs: null, discussSeconds: 0, ended: false, deletedMs: null, showing: null },
  you: { seat: 7, name: "Dora", sameName: false, places: 1, hand: false, mood: null, mode: "follow", allow: false,
    sandbox: null, votes: { 1: { 1: 2 } } },
  view: { selected: "" }, position: { run: "a", at: 12 }, lesson: null, task: null,
  poll: { poll: 1, kind: "free", state: "open", round: 1, bars: false, many: false, question: { en: "?" }, unit: "",
    choices: [{ letter: "A", text: { en: "x" }, board: null }], number: null, truth: null },
};
const received = (...messages) => messages.reduce((state, message) => after(state, message, 1000), NOWHERE);
const seat = (number, need, more = {}) => ({ seat: number, need, name: "", state: "follows", ...more });

test("a message replaces the fields that it has and leaves the others", () => {
  const state = received(HELLO, { type: "room", room: { paused: true } }, { type: "you", you: { hand: true } },
    { type: "poll", poll: { poll: 1, state: "closed" } }, { type: "view", view: { tab: "why" } });

  equal([state.room.code, state.room.paused], ["K7QF", true]);
  equal([state.you.name, state.you.hand], ["Dora", true]);
  equal([state.poll.state, state.poll.choices.length], ["closed", 1]);
  equal(state.view, { selected: "", tab: "why" });
});

test("a question that was taken away is none, and another one begins without the fields of the one before", () => {
  const dropped = received(HELLO, { type: "poll", poll: { poll: 1, state: "dropped" } });
  const other = received(HELLO, { type: "poll", poll: { poll: 2, state: "open", round: 1 } });

  equal(dropped.poll, null);
  equal(other.poll, { poll: 2, state: "open", round: 1 });
});

test("one's vote is that of the open round, of each kind", () => {
  const voted = received(HELLO, { type: "voted", re: 2, poll: 1, round: 2, vote: { choices: [0, 2] } });

  equal(myVote(received(HELLO)), 2);
  equal(myVote({ ...voted, poll: { ...voted.poll, round: 2 } }), [0, 2]);
  equal(myVote({ ...voted, poll: { ...voted.poll, round: 3 } }), null);
});

test("bars are those of the newest round, where they were told", () => {
  const round = { round: 1, answered: 30, bars: [15, 13, 2], edges: null };
  const tally = { type: "tally", poll: 1, of: 36, rounds: [round] };

  equal(barsOf(received(HELLO)), null);
  equal(barsOf(received(HELLO, tally)).answered, 30);
  equal(shares([15, 13, 2]), [50, 43, 7]);
  equal(shares([0, 0]), [0, 0]);
});

test("a roster keeps who did not change, drops who went, and has first who needs help", () => {
  const all = { type: "roster", all: true, seats: [seat(1, 4), seat(2, 4), seat(3, 6)], gone: [], counts: {} };
  const change = { type: "roster", all: false, seats: [seat(2, 0, { since: 3 })], gone: [3], counts: {} };

  equal(received(HELLO, all, change).roster.map((person) => person.seat), [2, 1]);
  equal(byNeed([seat(5, 0, { since: 1 }), seat(6, 0, { since: 9 })]).map((person) => person.seat), [6, 5]);
});

test("the discussion ends by the server's clock, whatever this page's clock says", () => {
  const state = received(HELLO, { type: "room", room: { discussUntilMs: 1_790_000_090_000, discussSeconds: 90 } });

  equal(secondsLeft(state, 1000), 90);
  equal(secondsLeft(state, 61_000), 30);
  equal(secondsLeft(state, 95_000), null);
  equal([minutes(90), minutes(5)], ["1:30", "0:05"]);
});
