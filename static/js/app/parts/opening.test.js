import { equal, test } from "../../harness.js";
import { firstDecision, open, pauseOf } from "./opening.js";

const ACTS = [[1, 0, "script", "input-apply"], [2, 0, "scheduler", "schedule"], [3, 1, "scheduler", "schedule"]];

/** A player of a run with a decision of two stops, and a clock on which a test waits. */
function page(acts, { reducedMotion = false } = {}) {
  const waits = [];
  const state = { acts, model: { seq: 0 }, into: null, playing: false };
  const sizes = [];
  const player = {
    state,
    seek(to) { state.model = { seq: to }; },
    async forward(size) {
      sizes.push(size);
      if (size === "into" && !state.into) state.into = { stops: [1, 2], k: 0 };
      else if (state.into && state.into.k === 0) state.into = { ...state.into, k: 1 };
      else [state.into, state.model] = [null, { seq: state.model.seq + 1 }];
    },
  };
  const clock = {
    reducedMotion,
    after(ms, fn) {
      waits.push(fn);
      return () => waits.splice(0);
    },
  };
  return { player, clock, sizes, waits, state };
}

async function run({ waits }) {
  for (let i = 0; i < 20 && waits.length; i += 1) await waits.shift()();
}

test("a board opens with its first decision, stop by stop, and goes no further", async () => {
  const made = page(ACTS);
  const ended = open(made, new EventTarget());
  await run(made);

  equal([await ended, made.sizes], [2, ["act", "into", "into", "into"]]);
});

test("whatever a person does ends it where it is", async () => {
  const made = page(ACTS);
  const root = new EventTarget();
  const ended = open(made, root);
  await made.waits.shift()();
  root.dispatchEvent(new Event("keydown"));
  await run(made);

  equal([await ended, made.sizes], [1, ["act"]]);
});

test("with reduced motion the decision stands there at once, and a run without one stays where it is", async () => {
  equal(await open(page(ACTS, { reducedMotion: true })), 2);
  equal(await open(page(ACTS.slice(0, 1))), 0);
});

test("a decision about many nodes takes no longer than a few seconds", () => {
  equal([firstDecision(ACTS), firstDecision([]), pauseOf(4), pauseOf(40)], [2, null, 900, 200]);
});
