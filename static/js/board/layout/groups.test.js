import { equal, test } from "../../harness.js";
import { groupsOf, heatOf, keyOf, labelsOf } from "./groups.js";

const node = (name, zone, labels = {}) => ({ name, zone, labels, order: 0 });
const NODES = [
  node("n1", "a", { pool: "big", host: "n1", os: "linux" }),
  node("n2", "b", { pool: "small", host: "n2", os: "linux" }),
  node("n3", "a", { pool: "big", host: "n3", os: "linux" }), node("n4", "b", { host: "n4", os: "linux" }),
];
const names = (groups) => groups.map(({ name, nodes }) => [name, nodes.map((member) => member.name)]);

test("labels that divide the nodes can group them, not one that all share or that each has for itself", () => {
  equal(labelsOf(NODES), ["label:pool"]);
});

test("nodes stand by zone, by the value of a label, or by what was said of them", () => {
  equal(names(groupsOf(NODES, "zone")), [["a", ["n1", "n3"]], ["b", ["n2", "n4"]]]);
  equal(names(groupsOf(NODES, "label:pool")), [["big", ["n1", "n3"]], ["small", ["n2"]], ["–", ["n4"]]]);
  const words = new Map([["n1", "fits"], ["n2", "Insufficient cpu"], ["n3", "fits"]]);
  equal(names(groupsOf(NODES, "verdict", (name) => words.get(name))), [
    ["fits", ["n1", "n3"]], ["Insufficient cpu", ["n2"]], ["–", ["n4"]],
  ]);
});

test("a share colours a node in percent, more than all as much as all; a verdict and no capacity do not", () => {
  const loaded = { requested: { shares: { cpu: 83, memory: 120, pods: null } }, need: null };

  equal(heatOf(loaded, "cpu"), { share: 83, text: "83%" });
  equal(heatOf(loaded, "memory"), { share: 100, text: "120%" });
  equal(heatOf(loaded, "pods"), { share: 0, text: "" });
  equal(heatOf(loaded, "verdict"), null);
  equal(heatOf(loaded, "pressure"), { share: 0, text: "" });
  const pressed = { ...loaded, need: { conditions: [{ type: "MemoryPressure" }] } };
  equal(heatOf(pressed, "pressure"), { share: 100, text: "Memory" });
});

test("nodes stand by the namespace that requests most of them", () => {
  const of = (name, namespace) => ({ ...node(name, "a"), requested: { namespace } });

  equal(names(groupsOf([of("n1", "web"), of("n2", ""), of("n3", "ads"), of("n4", "web")], "namespace")), [
    ["ads", ["n3"]], ["web", ["n1", "n4"]], ["–", ["n2"]],
  ]);
});

test("the key says what grey is before a cycle, and then what the verdicts' colours are", () => {
  const ids = (judged, colour = "verdict") => keyOf({ colour, judged }).map(([, id]) => id);

  equal(ids(false), ["ui.key.no_cycle"]);
  equal(ids(true), ["ui.key.fits", "ui.key.refused", "ui.key.chosen"]);
  const sampled = keyOf({ colour: "verdict", judged: true, skips: true });
  equal(sampled.at(-1), ["skip", "ui.key.not_asked"]);
  equal(ids(false, "memory"), ["ui.key.little", "ui.key.all"]);
});
