import { equal, test } from "../harness.js";
import { createSeek } from "./jumps.js";

/** Seeking over ten steps of which step 2 is at hand; `answer()` lets the server answer what it was asked first. */
function seekingAt(seq) {
  const state = { model: { seq }, head: 10, into: null, busy: false };
  const asked = [];
  const display = { drop() {}, jump(model) { state.model = model; } };
  const history = { raiseHead() {}, modelAtHand: (at) => (at === 2 ? { seq: 2 } : null) };
  const requests = { ask: ({ to }) => new Promise((resolve) => asked.push([to, resolve])) };
  const seek = createSeek({ state, history, on: { done() {} }, display, requests });
  async function answer() {
    const [to, resolve] = asked.shift();
    resolve({ head: 10, snapshot: { seq: to, t: 0, rules: {} } });
    for (let i = 0; i < 5; i += 1) await Promise.resolve();
  }
  return { state, asked, seek, answer };
}

test("an answer that comes after a jump to a state at hand moves nobody", async () => {
  const { state, seek, answer } = seekingAt(0);
  seek.to(7);
  seek.to(2);
  await answer();

  equal([state.model.seq, state.busy], [2, false]);
});

test("an answer moves nobody who has wished to stay in the meantime", async () => {
  const { state, seek, answer } = seekingAt(0);
  seek.to(7);
  seek.to(0);
  await answer();

  equal([state.model.seq, state.busy], [0, false]);
});

test("of wishes that the server must answer the last one counts, and those between are never asked", async () => {
  const { state, asked, seek, answer } = seekingAt(0);
  for (const to of [7, 4, 5]) seek.to(to);
  await answer();
  const between = asked.map(([to]) => to);
  await answer();

  equal([between, state.model.seq], [[5], 5]);
});
