import { equal, test } from "../harness.js";
import { firstNode, spokenNode, waitingWorkloads, within } from "./events.js";

const web = { kind: "Deployment", key: "default/web", replicas: 3, scales: "Deployment/default/web" };
const asleep = { ...web, key: "default/asleep", replicas: 0, scales: "Deployment/default/asleep" };
const made = { kind: "ReplicaSet", key: "default/web-1", replicas: 3, scales: "Deployment/default/web" };
const agent = { kind: "DaemonSet", key: "default/agent", replicas: 0, scales: null };

const migrate = { kind: "Job", key: "default/migrate", replicas: 1, scales: null };

function model({ t = 0, pods = [], workloads }) {
  const keyed = (list) => new Map(list.map((view) => [`${view.kind ?? "Pod"}/${view.key}`, view]));
  return { t, pods: keyed(pods), workloads: keyed(workloads) };
}

test("an import says which workloads wait for their first pods, until time has run", () => {
  const db = { ...web, key: "default/db", scales: "Deployment/default/db" };
  const workloads = [web, asleep, made, agent, db, migrate];
  const pods = [
    { key: "default/web-1-a", ns: "default", owner: "ReplicaSet/web-1" },
    { key: "default/agent-a", ns: "default", owner: "DaemonSet/agent" },
    { key: "default/alone", ns: "default", owner: null },
    { key: "default/lost", ns: "default", owner: "ReplicaSet/lost" },
  ];
  const names = [{ workloads }, { workloads, t: 1 }, { workloads, pods }, { workloads: [asleep] }].map((tables) =>
    waitingWorkloads(model(tables)));

  equal(names, [["2 × Deployment", "1 × DaemonSet", "1 × Job"], [], ["1 × Deployment"], []]);
});

function cluster({ pods = [], processes = [], apart = null }) {
  const nodes = new Map(["n1", "n2", "n3"].map((name) => [name, { name, apart: name === apart }]));
  const keyed = (list) => new Map(list.map((view) => [view.key, view]));
  return { nodes, pods: keyed(pods), processes: keyed(processes), last: null };
}

test("the first node in view is where the pod is, where what is left of it runs, or the one that is cut off", () => {
  const pod = { key: "default/p", node: "n2" };
  const left = { key: "u1", pod: "default/p", node: "n3" };
  const chosen = { pod: "default/p" };

  equal(firstNode(cluster({ pods: [pod], apart: "n3" }), chosen), "n2");
  equal(firstNode(cluster({ processes: [left] }), chosen), "n3");
  equal(firstNode(cluster({ apart: "n2" }), {}), "n2");
  equal(firstNode(cluster({}), chosen), "n1");
  const waits = { ...cluster({ pods: [{ key: "default/p", node: null }] }), last: { pod: "default/p", node: "n3" } };
  equal(firstNode(waits, chosen), "n3");
});

test("the node of a step is the one that its sentence names, else that of its pod", () => {
  const pods = [{ key: "d/p", node: "n3" }, { key: "d/q", node: null, nominated: "n2" }, { key: "d/w", node: null }];
  const at = (focus) => spokenNode({ ...cluster({ pods }), frame: focus ? { focus } : null });

  equal(at({ nodes: ["n1"], pods: ["d/p"] }), "n1");
  equal(at({ nodes: ["gone"], pods: ["d/w", "d/p"] }), "n3");
  equal(at({ nodes: [], pods: ["d/q"] }), "n2");
  equal([at({ nodes: [], pods: ["d/w"] }), at(null)], [null, null]);
});

test("a pod that is gone and a node that is gone are no names that lead anywhere", () => {
  const board = { pods: new Map([["d/web-1", {}]]), nodes: new Map([["n1", {}]]) };

  equal(within({ pods: ["d/web-1", "d/gone"], nodes: ["n1", "n9"] }, board), { nodes: ["n1"], pods: ["d/web-1"] });
  equal(within(undefined, board), { nodes: [], pods: [] });
});
