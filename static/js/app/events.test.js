import { equal, test } from "../harness.js";
import { waitingWorkloads } from "./events.js";

const web = { kind: "Deployment", key: "default/web", replicas: 3, scales: "Deployment/default/web" };
const asleep = { ...web, key: "default/asleep", replicas: 0, scales: "Deployment/default/asleep" };
const made = { kind: "ReplicaSet", key: "default/web-1", replicas: 3, scales: "Deployment/default/web" };
const agent = { kind: "DaemonSet", key: "default/agent", replicas: 0, scales: null };

function model({ seq = 0, pods = 0, workloads }) {
  const keyed = (list) => new Map(list.map((each, index) => [index, each]));
  return { seq, pods: keyed(Array.from({ length: pods }, () => ({}))), workloads: keyed(workloads) };
}

test("an import without pods says which workloads wait for their first pods, until time has run", () => {
  const workloads = [web, asleep, made, agent, { ...web, key: "default/db", scales: "Deployment/default/db" }];
  const said = [{ workloads }, { workloads, seq: 1 }, { workloads, pods: 1 }, { workloads: [asleep] }].map((each) =>
    waitingWorkloads(model(each)));

  equal(said, [["2 × Deployment", "1 × DaemonSet"], [], [], []]);
});
