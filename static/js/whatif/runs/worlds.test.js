import { equal, test } from "../../harness.js";
import { differences, momentAt, momentsOf, namesOf } from "./worlds.js";

const world = (...seconds) => ({ frames: seconds.map((t) => ({ t })) });
const model = (...pods) => ({ pods: new Map(pods.map((pod) => [pod.key, { state: "Running", ...pod }])) });

test("two runs go side by side through the acts of one second, and each alone through the rest", () => {
  equal(momentsOf(world(0, 0, 30), world(0, 5)), [
    { t: 0, was: 0, now: 0 }, { t: 0, was: 1, now: 1 }, { t: 0, was: 2, now: 1 }, { t: 5, was: 2, now: 2 },
    { t: 30, was: 3, now: 2 },
  ]);
});

test("a second stands at the last moment that is not after it", () => {
  const moments = momentsOf(world(0, 0, 30), world(0, 5));

  equal([momentAt(moments, 0), momentAt(moments, 4.9), momentAt(moments, 5), momentAt(moments, 99)], [2, 2, 3, 4]);
});

test("pods that stand on another node differ, and so do both nodes", () => {
  const before = model({ key: "p", node: "n1" }, { key: "q", node: "n1" });
  const marked = differences(before, model({ key: "p", node: "n2" }, { key: "q", node: "n1" }));

  equal([[...marked.pods], [...marked.nodes]], [["p"], ["n1", "n2"]]);
});

test("a pod that is gone lights its node, one of another name is found by the server's match", () => {
  const before = model({ key: "web-a", node: "n1" });
  const names = namesOf({ changed: [{ was: { key: "web-a" }, now: { key: "web-b" } }] });

  equal([...differences(before, model()).nodes], ["n1"]);
  equal([...differences(before, model({ key: "web-b", node: "n1" }), names).pods], []);
});
