import { createHistory } from "./history.js";
import { equal, test } from "../harness.js";

function storage(kept = {}) {
  return { getItem: (key) => kept[key] ?? null, setItem: (key, value) => { kept[key] = value; } };
}

test("the arrows walk through what was typed and back to the draft", () => {
  const history = createHistory("k", storage());
  history.add("a");
  history.add("b");
  const walk = [-1, -1, -1, 1, 1].map((by, place) => history.move(by, place ? "" : "draft"));

  equal(["b", "a", null, "b", "draft"], walk);
});

test("the history outlives the page, and one that cannot be read is empty", () => {
  const kept = {};
  createHistory("k", storage(kept)).add("a");

  equal("a", createHistory("k", storage(kept)).move(-1, ""));
  equal(null, createHistory("k", storage({ k: "{" })).move(-1, ""));
});
