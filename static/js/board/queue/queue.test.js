import { equal, test } from "../../harness.js";
import { setCatalogue, say } from "../../i18n.js";
import { lanesOf, reasonsOnly, wokenMessage } from "./queue.js";

setCatalogue("en", {});

test("a card keeps the reasons and leaves out the count before and the preemption after", () => {
  equal(reasonsOnly("0/2 nodes are available: 2 Insufficient cpu. no new claims to deallocate, preemption: 0/2 nodes are available: 2 No preemption victims found for incoming pod."), "2 Insufficient cpu");
  equal(reasonsOnly("0/6 nodes are available: 1 node(s) had untolerated taint {dedicated: gpu}, 5 Insufficient cpu."), "1 node(s) had untolerated taint {dedicated: gpu}, 5 Insufficient cpu");
  equal(reasonsOnly("p waits for room on n1, its nominated node"), "p waits for room on n1, its nominated node");
});

test("what woke a pod is told with the plugins that said so", () => {
  equal(say(wokenMessage({ event: "AssignedPodDelete", plugins: ["NodeResourcesFit"] })), "woken by AssignedPodDelete: NodeResourcesFit");
  equal([say(wokenMessage({ event: "NodeAdd", plugins: [] })), wokenMessage(null), wokenMessage({ event: "" })], ["woken by NodeAdd", null, null]);
});

test("lanes are in the order of the queue: priority, then age; the pod of the cycle stands in the cycle", () => {
  const pod = (key, priority, order, lane) => ({ key, priority, order, lane, node: null, phase: "Pending" });
  const lanes = lanesOf([pod("a", 0, 1, "active"), pod("b", 9, 2, "active"), pod("c", 0, 0, "active"), pod("d", 0, 3, null)], "c");

  equal([lanes.get("active").map((p) => p.key), lanes.get("cycle").map((p) => p.key), lanes.get("none").map((p) => p.key)], [["b", "a"], ["c"], ["d"]]);
});
