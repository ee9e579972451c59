import { equal, test } from "../../harness.js";
import { scalable } from "./actions.js";

test("a pod of a Deployment's ReplicaSet is scaled by the Deployment", () => {
  const workloads = new Map([
    ["a", { kind: "ReplicaSet", key: "d/web-abc", replicas: 3 }],
    ["b", { kind: "Deployment", key: "d/web", replicas: 3 }],
  ]);

  const found = scalable({ ns: "d", owner: "ReplicaSet/web-abc" }, workloads);
  equal(found, { kind: "Deployment", namespace: "d", name: "web", replicas: 3 });
  equal(scalable({ ns: "d", owner: null }, workloads), null);
});
