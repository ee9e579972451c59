import { equal, test } from "../../harness.js";
import { backoffOf } from "./containers.js";

const container = (name, kind, state, ready = false, more = {}) => ({
  name, kind, state, ready, restarts: 0, reason: null, backoff: null, ...more,
});

test("the next start is that of the container whose back-off ends first", () => {
  const waits = (name, from, to) => container(name, "regular", "waiting", false, { backoff: { from, to } });
  equal(backoffOf([waits("a", 0, 40), waits("b", 10, 30), waits("c", 0, 5)], 20), { left: 10, whole: 20, name: "b" });
  equal(backoffOf([waits("a", 0, 40)], 41), null);
});
