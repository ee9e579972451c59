import { equal, test, truthy } from "../../harness.js";
import { createAsk, markedBy, statusOf, voteFor } from "./ballot.js";
import { lookOf } from "./choices.js";

const choice = (letter, board) => ({ letter, text: { en: letter }, board });
const poll = {
  poll: 1, kind: "where", state: "open", round: 1, bars: false, many: false, number: null, unit: "", truth: null,
  question: { en: "Where?" },
  choices: [choice("A", { nodes: ["n1"], pods: [] }), choice("B", { nodes: ["n2"], pods: [] }), choice("C", null)],
};
const victims = { ...poll, many: true, choices: [choice("A", { nodes: [], pods: ["default/a"] }),
  choice("B", { nodes: [], pods: ["default/b"] })] };
const revealed = {
  ...poll, state: "revealed", truth: { right: [1], choices: [{ misconception: { en: "thought" } }, {}, {}] },
};

test("a click on a node is the vote for it, one on what no choice means is none", () => {
  equal([voteFor(poll, null, "n2"), voteFor(poll, 1, "n1"), voteFor(poll, null, "n9")], [1, 0, null]);
});

test("of several victims each click adds one or takes it back", () => {
  const votes = [[null, "b"], [[1], "a"], [[0, 1], "b"]].map(([vote, pod]) => voteFor(victims, vote, `default/${pod}`));

  equal(votes, [[1], [0, 1], [0]]);
});

test("what is marked on the board is the vote, and after the reveal the truth", () => {
  equal([markedBy(poll, 0), markedBy(poll, null), markedBy(revealed, 0)], [["n1"], [], ["n2"]]);
});

test("who voted too late is told so", () => {
  const states = [[poll, null], [poll, 0], [{ ...poll, state: "closed" }, null], [{ ...poll, state: "closed" }, 1]];

  equal(states.map(([of, vote]) => statusOf(of, vote)),
    ["ui.room.open", "ui.room.voted", "ui.room.closed_without", "ui.room.closed"]);
});

test("a wrong choice shows its misconception after the reveal and not before", () => {
  const before = lookOf({ ...revealed, state: "closed" }, 0, { vote: 0, bars: [3, 1, 0] });
  const now = lookOf(revealed, 0, { vote: 0, bars: [3, 1, 0] });

  equal([before.says, before.right, before.wrong, before.share], ["", false, false, 75]);
  equal([now.says, now.wrong, lookOf(revealed, 1).right], ["thought", true, true]);
});

test("a vote is sent by a radio button, by a letter, and by a click on the board", () => {
  const sent = [];
  const ask = createAsk({ vote: (value) => sent.push(value), announce() {} });
  document.body.append(ask.element);
  ask.render({ poll, you: { votes: {} }, tallies: {} });
  ask.element.querySelectorAll("input")[2].click();
  const taken = [ask.letter("b"), ask.letter("h"), ask.pick({ node: "n1" }), ask.pick({ pod: "default/x" })];

  equal([sent, taken], [[2, 1, 0], [true, false, true, false]]);

  ask.render({ poll: { ...poll, state: "closed" }, you: { votes: {} }, tallies: {} });

  truthy(ask.element.querySelector("input").disabled);
  equal([ask.letter("a"), sent.length], [false, 3]);
  ask.element.remove();
});
