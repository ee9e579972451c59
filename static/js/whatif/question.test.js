import { equal, test } from "../harness.js";
import { createAsker } from "./question.js";

const clock = { timer: () => () => {} };

/** A server that answers when it is told to. */
function slowServer() {
  const asked = [];
  const fetch = (url, { body }) => new Promise((resolve) => {
    const answer = { problems: [], of: body };
    const answered = (more) => ({ ok: true, status: 200, json: async () => ({ ...answer, ...more }) });
    asked.push({ url, body, answer: (more = {}) => resolve(answered(more)) });
  });
  return { asked, fetch };
}

const settled = async () => {
  for (let i = 0; i < 10; i += 1) await Promise.resolve();
};

test("while a question is out only the newest text waits, and only its answer counts", async () => {
  const { asked, fetch } = slowServer();
  const answers = [];
  const onAnswer = ({ of }) => answers.push(of);
  const ask = createAsker({ url: "/play", token: "", clock, fetch, onState() {}, onAnswer });
  for (const text of ["a", "b", "c"]) ask(text);
  asked[0].answer();
  await settled();
  asked[1].answer();
  await settled();

  equal([asked.map(({ body }) => body), answers], [["a", "c"], ["c"]]);
});

test("the run as it is is asked for until it has come", async () => {
  const { asked, fetch } = slowServer();
  const ask = createAsker({ url: "/play", token: "", clock, fetch, onState() {}, onAnswer() {} });
  ask("a");
  asked[0].answer();
  await settled();
  ask("b");
  asked[1].answer({ was: {} });
  await settled();
  ask("c");

  equal(asked.map(({ url }) => url), ["/play?whole=1", "/play?whole=1", "/play"]);
});
