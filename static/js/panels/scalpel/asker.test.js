import { createClock } from "../../board/clock.js";
import { equal, test } from "../../harness.js";
import { createAsker } from "./asker.js";

/** A server that answers when it is told to. */
function start() {
  const sent = [];
  const answers = [];
  const fetch = (url, { body }) => new Promise((done) => {
    sent.push({
      body: Object.fromEntries(body),
      answer: (html, status = 200) => done({ ok: status === 200, status, text: async () => html }),
    });
  });
  const waits = [];
  const timer = (ms, fn) => waits.push(fn);
  const states = [];
  const form = () => ({ token: "t", chips: answers.at(-1) ?? "" });
  const ask = createAsker({
    url: "/play", form, onAnswer: (html) => answers.push(html), onState: (state) => states.push(state), timer, fetch,
  });
  return { ask, sent, answers, waits, states };
}

const { timer: wait } = createClock();
const later = () => new Promise((done) => wait(0, done));

test("while one question is under way only the newest value of a field waits", async () => {
  const { ask, sent } = start();
  for (const change of ["1", "2", "3"]) ask("cpu", { change });
  sent[0].answer("one");
  await later();
  equal(sent.map(({ body }) => body.change), ["1", "3"]);
});

test("changes of two fields are both sent, the second with the chips of the first", async () => {
  const { ask, sent } = start();
  ask("cpu", { change: "1" });
  ask("memory", { change: "2" });
  sent[0].answer("first");
  await later();
  equal(sent.map(({ body }) => [body.change, body.chips]), [["1", ""], ["2", "first"]]);
});

test("a refusal is shown, and a busy server is asked again", async () => {
  const { ask, sent, answers, waits, states } = start();
  ask("cpu", { change: "1" });
  sent[0].answer("", 503);
  await later();
  equal(states.at(-1), "busy");
  waits[0]();
  sent[1].answer("refused", 422);
  await later();
  equal([answers, states.at(-1)], [["refused"], "rests"]);
});
