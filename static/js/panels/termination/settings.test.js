import { equal, RULES, test } from "../../harness.js";
import { createSettings } from "./settings.js";

const pod = (more) => ({ name: "app", holds: true, ending: [{ say: "grace", args: { n: 60 } }], ...more });

test("a pod that runs shows what decides how it ends", () => {
  const ending = [
    { say: "grace", args: { n: 60 } },
    { say: "probe", args: { container: "app", probe: "livenessProbe", n: 10 } },
    { say: "prestop", args: { container: "app", how: "sleep 5 s" } },
  ];
  const element = createSettings().render(pod({ ending }));

  equal([...element.querySelectorAll("dt")].map((term) => term.textContent), [
    "terminationGracePeriodSeconds: 60", "livenessProbe of app: terminationGracePeriodSeconds: 10",
    "preStop hook of app: sleep 5\u00a0s",
  ]);
});

test("a pod with defaults alone, one that is over and none at all show nothing", () => {
  const settings = createSettings();

  equal([pod({ ending: [] }), pod({ holds: false }), null].map((view) => settings.render(view)), [null, null, null]);
});

test("a pod with defaults alone whose end is the story shows the grace period that every pod has", () => {
  const element = createSettings().render(pod({ ending: [] }), { expected: true, rules: RULES });

  equal(element.querySelector("dt").textContent, "terminationGracePeriodSeconds: 30");
});
