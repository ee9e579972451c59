import { equal, test } from "../../harness.js";
import { createWaits } from "./waits.js";

function shown(...waits) {
  const host = document.createElement("div");
  const render = createWaits(host, () => "abc");
  for (const how of waits) render(how);
  const tag = host.querySelector("a");
  return [tag.hidden, tag.textContent, tag.getAttribute("href")];
}

test("a client that waits is told of with the speed at which time runs, and a way to change it", () => {
  equal(shown({ still: false, speed: 0.5 }), [false, "kubectl is waiting: time runs at 0.5×", "/r/abc/kubectl"]);
});

test("time that stands still while a client waits is told of", () => {
  equal(shown({ still: true, speed: 1 })[1], "kubectl is waiting, and time stands still");
});

test("when nobody waits any more nothing is said", () => {
  equal(shown({ still: true, speed: 1 }, null).slice(0, 2), [true, ""]);
});
