import { equal, test } from "../../harness.js";
import { inputsFor, marksOf, spanOf, wishes } from "./lanes.js";

const TERM = {
  since: 5,
  effectiveGraceSeconds: 30,
  gone: 22,
  lanes: [{ container: "app", bars: [], end: null, least: false, hookSeconds: 12, signalled: 12, exitSeconds: 10 }],
  began: { seq: 2, t: 5, kind: "input-delete", person: true },
};
const POD = { key: "default/app", ns: "default", name: "app" };

test("the chart reaches beyond grace period and last end, and its marks are round", () => {
  equal([spanOf({ ...TERM, gone: 32 }) > 32, spanOf(TERM) > 30, spanOf(TERM, 100) > 100], [true, true, true]);
  equal(marksOf(33.6), [0, 10, 20, 30]);
  equal(marksOf(2.2), [0, 1, 2]);
});

test("a wish names only what is otherwise", () => {
  equal(wishes(TERM, { grace: 30, containers: { app: { hook: 12, exit: 10 } } }), []);
  equal(wishes(TERM, { grace: 40, containers: { app: { exit: null } } }), [
    { what: "grace", container: null, was: 30, value: 40 },
    { what: "exit", container: "app", was: 10, value: null },
  ]);
});

test("a person's delete is given anew, anybody else's comes by itself", () => {
  const wish = { grace: 40, containers: { app: { exit: 25 } } };
  const behave = { kind: "behave", pod: "default/app", container: "app", at: 5, exitsAfterSigterm: 25 };
  equal(inputsFor(POD, TERM, wish), [
    behave,
    {
      kind: "delete",
      object: { kind: "Pod", namespace: "default", name: "app" },
      gracePeriodSeconds: 40,
      force: false,
      at: 5,
    },
  ]);
  equal(inputsFor(POD, { ...TERM, began: { ...TERM.began, person: false } }, wish), [behave]);
});
