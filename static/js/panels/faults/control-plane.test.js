import { equal, test } from "../../harness.js";
import { partInputs } from "./control-plane.js";

const inputsOf = (name, model) => partInputs(name, model).map(([, input]) => input);
const network = { down: ["etcd"], second: ["scheduler"], extra: [] };

test("a part that runs can be stopped, one that is down can be started", () => {
  equal(inputsOf("controller-manager", { network }), [{ kind: "crash", component: "controller-manager" }]);
  equal(inputsOf("etcd", { network })[0], { kind: "start", component: "etcd" });
  equal(inputsOf("scheduler", { network: null, scheduler: { running: false } })[0].kind, "start");
});

test("a second one comes and goes, but not of the controller manager", () => {
  equal(inputsOf("scheduler", { network })[1], { kind: "second", component: "scheduler", running: false });
  equal(inputsOf("etcd", { network })[1].running, true);
  equal(inputsOf("controller-manager", { network }).length, 1);
});
