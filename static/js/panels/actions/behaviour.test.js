import { equal, RULES, test } from "../../harness.js";
import { behaveInput, createFields } from "./behaviour.js";

test("behaviour changes only what was said", () => {
  const none = {
    container: "",
    probes: { liveness: "", readiness: "" },
    seconds: { exitsAfterSigterm: "" },
    crash: "",
  };
  equal(behaveInput({ key: "default/a" }, none), null);
  equal(
    behaveInput({ key: "default/a" },
      { ...none, container: "web", probes: { liveness: "false", readiness: "true" }, crash: "3" }),
    { kind: "behave", pod: "default/a", container: "web", liveness: false, readiness: true, crash: 3 });
});

test("the fields say what was filled in, and a pod of one container has no choice of it", () => {
  const pod = (...names) => ({ key: "default/a", containers: names.map((name) => ({ name })) });
  const [single, two] = [createFields(pod("web"), RULES), createFields(pod("web", "proxy"), RULES)];
  const host = document.createElement("div");
  host.append(...two.element);

  equal([single.element.length, two.element.length], [5, 6]);
  host.querySelector("[name=container]").value = "proxy";
  host.querySelector("[name=liveness]").value = "false";
  host.querySelector("[name=preStopSeconds]").value = "7";
  equal(behaveInput(pod(), two.values()),
    { kind: "behave", pod: "default/a", container: "proxy", liveness: false, preStopSeconds: 7 });
});
