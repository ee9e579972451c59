import { equal, test } from "../../harness.js";
import { el } from "../../el.js";
import { createRingIn } from "./ring.js";

test("a ring stands there while it is wanted, with a number and the share that is left", () => {
  const host = el("span");
  const ring = createRingIn(host);
  ring.set("9", 0.5);
  equal(host.childElementCount, 0);

  ring.want(true);
  ring.want(true);
  ring.set("9", 0.25);
  const [drawn] = host.children;
  equal([host.childElementCount, drawn.lastChild.textContent, drawn.children[1].getAttribute("stroke-dasharray")], [
    1, "9", "25 100",
  ]);

  ring.want(false);
  equal([host.childElementCount, ring.element], [0, null]);
});
