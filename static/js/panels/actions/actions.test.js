import { RULES, equal, test } from "../../harness.js";
import { scalable } from "./actions.js";
import { gracesOf } from "./pod-dialogs.js";

test("the choices of a grace period say the seconds of the rules", () => {
  const graces = gracesOf({ ...RULES, defaultGraceSeconds: 40, nowGraceSeconds: 2, forceGraceSeconds: 0 });

  equal(graces.map(([value, , n]) => [value, n]), [["", 0], ["40", 40], ["5", 5], ["2", 2], ["force", 0]]);
});

test("a pod's numbers are scaled where the server says so", () => {
  const workloads = new Map([
    ["ReplicaSet/d/web-abc", { kind: "ReplicaSet", key: "d/web-abc", replicas: 3, scales: "Deployment/d/web" }],
    ["Deployment/d/web", { kind: "Deployment", key: "d/web", replicas: 3, scales: "Deployment/d/web" }],
    ["DaemonSet/d/agent", { kind: "DaemonSet", key: "d/agent", replicas: 3, scales: null }],
  ]);

  const target = scalable({ ns: "d", owner: "ReplicaSet/web-abc" }, workloads);
  equal(target, { kind: "Deployment", namespace: "d", name: "web", replicas: 3 });
  equal(scalable({ ns: "d", owner: "DaemonSet/agent" }, workloads), null);
  equal(scalable({ ns: "d", owner: null }, workloads), null);
});
