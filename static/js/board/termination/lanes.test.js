import { RULES, equal, test } from "../../harness.js";
import { beginning, goneAt, inputsFor, lanesOf, marksOf, spanOf, timesOf, wishes } from "./lanes.js";

const step = (container, kind, from, to, more = {}) => ({
  container,
  kind,
  from,
  to,
  timeout: null,
  code: null,
  outcome: null,
  ...more,
});
const BUDGET = {
  since: 5,
  effectiveGraceSeconds: 30,
  steps: [
    step("app", "preStop", 0, 12, { outcome: "completed" }),
    step("app", "SIGTERM", 12, 22, { timeout: 18 }),
    step("app", "exit", 22, 22, { code: 0 }),
  ],
};
const KILLED = {
  since: 0,
  effectiveGraceSeconds: 30,
  steps: [
    step("app", "SIGTERM", 0, 30, { timeout: 30 }),
    step("proxy", "waits", 0, 30),
    step("app", "SIGKILL", 30, 30, { code: 137 }),
    step("proxy", "SIGTERM", 30, 32, { timeout: 2, least: true }),
    step("proxy", "SIGKILL", 32, 32, { code: 137 }),
  ],
};
const POD = { key: "default/app", ns: "default", name: "app" };

test("each container has a lane of what lasts, and an end", () => {
  equal(lanesOf(BUDGET), [
    {
      container: "app",
      bars: [
        { kind: "preStop", from: 0, to: 12, outcome: "completed", timeout: null },
        { kind: "SIGTERM", from: 12, to: 22, outcome: null, timeout: 18 },
      ],
      end: { kind: "exit", at: 22, code: 0 },
      least: false,
    },
  ]);
  equal(
    lanesOf(KILLED).map((lane) => [lane.container, lane.bars.map((bar) => bar.kind), lane.end.at, lane.least]),
    [
      ["app", ["SIGTERM"], 30, false],
      ["proxy", ["waits", "SIGTERM"], 32, true],
    ],
  );
});

test("the chart reaches beyond budget and last end, and its marks are round", () => {
  equal([goneAt(KILLED), spanOf(KILLED) > 32, spanOf(KILLED, 100) > 100], [32, true, true]);
  equal(marksOf(33.6), [0, 10, 20, 30]);
  equal(marksOf(2.2), [0, 1, 2]);
});

test("hook and exit are told where they came to their end", () => {
  equal(timesOf(lanesOf(BUDGET)[0]), { hook: 12, hookDone: true, exit: 10, signalled: 12 });
  equal(timesOf(lanesOf(KILLED)[0]).exit, null);
});

test("the beginning is the last act that asked the pod to leave before its node began", () => {
  const acts = [
    [1, 0, "kubelet", "start", "default/app"],
    [2, 5, "you", "input-delete", "default/app"],
    [3, 5, "kubelet", "prestop", "default/app"],
    [4, 17, "kubelet", "sigterm", "default/app"],
  ];
  equal(beginning(acts, "default/app", 5, RULES), { seq: 2, t: 5, kind: "input-delete", person: true });
  equal(beginning([[1, 5, "kubelet", "evict", "default/app"]], "default/app", 5, RULES).person, false);
  equal(beginning([[7, 5, "kubelet", "sigterm", "default/app"]], "default/app", 5, RULES).seq, 7);
  equal(beginning(acts, "default/other", 5, RULES), null);
});

test("a wish names only what is otherwise", () => {
  equal(wishes(BUDGET, { grace: 30, containers: { app: { hook: 12, exit: 10 } } }), []);
  equal(wishes(BUDGET, { grace: 40, containers: { app: { exit: null } } }), [
    { what: "grace", container: null, was: 30, value: 40 },
    { what: "exit", container: "app", was: 10, value: null },
  ]);
});

test("a person's delete is given anew, anybody else's comes by itself", () => {
  const wish = { grace: 40, containers: { app: { exit: 25 } } };
  const behave = { kind: "behave", pod: "default/app", container: "app", at: 5, exitsAfterSigterm: 25 };
  equal(inputsFor(POD, BUDGET, wish, { seq: 2, t: 5, person: true }), [
    behave,
    {
      kind: "delete",
      object: { kind: "Pod", namespace: "default", name: "app" },
      gracePeriodSeconds: 40,
      force: false,
      at: 5,
    },
  ]);
  equal(inputsFor(POD, BUDGET, wish, { seq: 2, t: 5, person: false }), [behave]);
});
