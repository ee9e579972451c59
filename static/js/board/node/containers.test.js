import { equal, test } from "../../harness.js";
import { backoffOf, initProgress, standing } from "./containers.js";

const container = (name, kind, state, ready = false, more = {}) => ({
  name,
  kind,
  state,
  ready,
  restarts: 0,
  reason: null,
  backoff: null,
  ...more,
});

test("a container stands as its state and readiness say", () => {
  equal(
    [
      container("a", "regular", "running", true),
      container("b", "regular", "running"),
      container("c", "init", "running"),
      container("d", "init", "terminated", true, { reason: "Completed" }),
      container("e", "regular", "terminated", false, { reason: "Error" }),
      container("f", "regular", "waiting", false, { reason: "CrashLoopBackOff" }),
      container("g", "regular", "waiting"),
    ].map(standing),
    ["up", "on", "on", "done", "bad", "crash", "wait"],
  );
});

test("init containers are counted when they are through, sidecars when they are started", () => {
  equal(
    initProgress([
      container("one", "init", "terminated", true, { reason: "Completed" }),
      container("proxy", "sidecar", "running", true),
      container("two", "init", "waiting"),
      container("app", "regular", "waiting"),
    ]),
    { done: 2, all: 3 },
  );
});

test("the next start is that of the container whose back-off ends first", () => {
  const waits = (name, from, to) => container(name, "regular", "waiting", false, { backoff: { from, to } });
  equal(backoffOf([waits("a", 0, 40), waits("b", 10, 30), waits("c", 0, 5)], 20), { left: 10, whole: 20, name: "b" });
  equal(backoffOf([waits("a", 0, 40)], 41), null);
});
