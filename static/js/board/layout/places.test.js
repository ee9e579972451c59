import { equal, test } from "../../harness.js";
import { placesOf, zonesOf } from "./places.js";

const table = (...views) => new Map(views.map((view) => [view.key ?? view.name, view]));

test("zones stand in the order of their first node, whatever the order of the table", () => {
  const nodes = [
    { name: "c", zone: "z2", order: 2 }, { name: "a", zone: "z1", order: 0 }, { name: "b", zone: "z2", order: 1 },
  ];

  const zones = zonesOf(nodes);

  equal(zones.map((zone) => [zone.name, zone.nodes.map((node) => node.name)]), [["z1", ["a"]], ["z2", ["b", "c"]]]);
});

test("pods stand with their node, promised ones with the node that is promised, oldest first", () => {
  const pods = table({ key: "d/q", name: "q", node: null, nominated: "n1", order: 3 },
    { key: "d/b", name: "b", node: "n1", order: 2 }, { key: "d/p", name: "p", node: null, nominated: "n1", order: 1 },
    { key: "d/a", name: "a", node: "n1", order: 0 }, { key: "d/w", name: "w", node: null, nominated: null, order: 4 });

  const { pods: here, nominated } = placesOf({ pods });

  equal([...here].map(([node, list]) => [node, list.map((pod) => pod.name)]), [["n1", ["a", "b"]]]);
  equal([...nominated].map(([node, list]) => [node, list.map((pod) => pod.name)]), [["n1", ["p", "q"]]]);
});

test("a pod that a group cycle tries stands on its trial node, and one that Permit holds where it is nominated", () => {
  const waiting = { order: 0, node: null, nominated: null };
  const pods = table(
    { ...waiting, key: "d/a", name: "a" }, { ...waiting, key: "d/b", name: "b", nominated: "n3" },
    { ...waiting, key: "d/c", name: "c", nominated: "n2" });
  const trial = [{ pod: "d/a", number: 1, count: 2, node: "n1" }, { pod: "d/b", number: 2, count: 2, node: null }];
  const { nominated } = placesOf({ pods, groups: table({ key: "d/g", trial, held: ["d/c"] }) });

  equal([...nominated].map(([node, [pod]]) => [node, pod.key, Boolean(pod.trial), Boolean(pod.held)]),
    [["n1", "d/a", true, false], ["n2", "d/c", false, true]]);
});
