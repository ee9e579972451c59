import { equal, test } from "../../harness.js";
import { createQuery, searchUrl } from "./query.js";

/** Until what has been promised is done. */
async function soon() {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

/** A clock that runs when it is told to, and a server that answers with the address. */
function setup(ok = true) {
  const [waits, asked, answers] = [[], [], []];
  const clock = {
    timer(ms, call) {
      const wait = { call };
      waits.push(wait);
      return () => waits.splice(waits.indexOf(wait), 1);
    },
  };
  const fetch = async (url) => {
    asked.push(url);
    return { ok, json: async () => ({ url }) };
  };
  const query = createQuery({ run: () => "r", clock, fetch, onAnswer: (answer) => answers.push(answer) });
  const pass = async () => {
    for (const { call } of [...waits]) call();
    await soon();
  };
  return { query, asked, answers, pass };
}

test("an address carries step and text", () => {
  equal(searchUrl("abc", 4, "cpu>80% app=web"), "/r/abc/search?at=4&q=cpu%3E80%25+app%3Dweb");
});

test("of a text being written only the last is asked about, once", async () => {
  const { query, asked, answers, pass } = setup();
  for (const text of ["w", "we", "web", "web"]) query.ask(1, text);

  await pass();
  query.ask(1, "web");
  await pass();

  equal(asked, ["/r/r/search?at=1&q=web"]);
  equal(answers, [{ url: asked[0] }]);
});

test("Enter does not wait for the pause", async () => {
  const { query, asked } = setup();
  const gone = [];
  query.ask(1, "web");

  query.now(() => gone.push("first"));
  await soon();

  equal([asked.length, gone], [1, ["first"]]);
});

test("an answer that cannot be had is null, and one that is no longer wanted is not told", async () => {
  const { query, answers, pass } = setup(false);
  query.ask(1, "web");
  await pass();
  query.ask(2, "web");
  const left = pass();
  query.drop();
  await left;

  equal(answers, [null]);
});
