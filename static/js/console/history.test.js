import { equal, test } from "../harness.js";
import { createHistory } from "./history.js";

test("the arrows walk through what was typed and back to the draft", () => {
  sessionStorage.clear();
  const history = createHistory("k");
  history.add("a");
  history.add("b");
  const walk = [-1, -1, -1, 1, 1].map((by, place) => history.move(by, place ? "" : "draft"));

  equal(["b", "a", null, "b", "draft"], walk);
});

test("the history outlives the page, and one that cannot be read is empty", () => {
  sessionStorage.clear();
  createHistory("k").add("a");
  sessionStorage.setItem("broken", "{");

  equal("a", createHistory("k").move(-1, ""));
  equal(null, createHistory("broken").move(-1, ""));
});
