import { equal, RULES, test } from "../../harness.js";
import { createLaterLanes } from "./later-parts.js";

const VIEW = {
  pod: { uid: "1", name: "app" }, now: 3, rules: RULES,
  term: { since: 0, effectiveGraceSeconds: 30, gone: 10, lanes: [], began: null, deadline: 30, signal: "SIGTERM" },
};

test("lanes are null until their script is there, and then somebody is told", async () => {
  const { promise, resolve } = Promise.withResolvers();
  const lanes = createLaterLanes({ fork() {}, later: (module) => module, onCome: resolve });
  const first = lanes.render(VIEW);
  const before = lanes.still;
  await promise;

  equal([first, before, lanes.still], [null, false, true]);
  equal(lanes.render(VIEW) instanceof HTMLElement, true);
});

test("a script that cannot be had is asked for once", async () => {
  let asked = 0;
  const lanes = createLaterLanes({ fork() {}, later: async () => { asked += 1; return null; }, onCome() {} });
  lanes.render(VIEW);
  await Promise.resolve();
  const again = lanes.render(VIEW);

  equal([again, asked], [null, 1]);
});
