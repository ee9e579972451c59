import { equal, test } from "../harness.js";
import { readJson } from "./http.js";

test("an answer is read as JSON; a refusal, no JSON and no line are all null", async () => {
  const answers = [
    { ok: true, json: async () => ({ a: 1 }) }, { ok: false }, { ok: true, json: async () => JSON.parse("<") },
  ];
  const read = await Promise.all(answers.map((answer) => readJson("/x", async () => answer)));
  const lost = await readJson("/x", async () => { throw new TypeError("no network"); });

  equal([...read, lost], [{ a: 1 }, null, null, null]);
});
