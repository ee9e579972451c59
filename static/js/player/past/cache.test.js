import { equal, test } from "../../harness.js";
import { Kept } from "./cache.js";

const keys = (kept) => [...kept.keys()];

test("of many entries the newest stay", () => {
  const kept = new Kept({ most: 2 });
  for (const key of [1, 2, 3, 2]) kept.set(key, `v${key}`);

  equal([keys(kept), kept.list(), kept.get(1)], [[3, 2], ["v3", "v2"], undefined]);
});

test("heavy entries are fewer, and one that is too heavy stays alone", () => {
  const kept = new Kept({ most: 9, heaviest: 10, weigh: (value) => value });
  const states = [4, 5, 6, 30, 1].map((weight, i) => keys(kept.set(i, weight)));

  equal(states, [[0], [0, 1], [2], [3], [4]]);
});

test("what was taken away weighs nothing", () => {
  const kept = new Kept({ most: 9, heaviest: 10, weigh: (value) => value });
  kept.set("a", 8);
  kept.delete("a");
  kept.set("b", 8).clear();
  kept.set("c", 4).set("d", 4);

  equal(keys(kept), ["c", "d"]);
});
