import { equal, test } from "../../harness.js";
import { sceneOf } from "./scenes.js";

const node = (name, cpu = 0) => ({ name, cpu: 4000, requested: { cpu } });
const lacking = {
  kind: "resource", resource: "cpu", needs: 500, free: 170, missing: 330, nominated: 0, requested: 3830, all: 4000,
};
const refusal = { plugin: "NodeResourcesFit", line: "Insufficient cpu", word: "cpu", obstacles: [lacking], more: 0 };
const pod = (more) => ({ uid: "u", band: 2, cpu: 500, node: null, nominated: null, ...more });

function model({ signs, more = {}, p = {}, nodes = [node("n1", 3830), node("n2")], kind = "schedule" }) {
  const last = { pod: "default/p", uid: "u", node: "n2", tie: false, scores: null, signs: new Map(signs), ...more };
  return {
    last, frame: { kind }, nodes: new Map(nodes.map((view) => [view.name, view])),
    pods: new Map([["default/p", pod(p)]]),
  };
}

const REFUSED = [["n1", { refusal, total: null }]];

test("a node that refused has the pod held against it with its obstacles, until the pod has a node", () => {
  const kinds = ["schedule", "start"].flatMap((kind) =>
    [null, "n2"].map((on) => sceneOf("n1", { model: model({ signs: REFUSED, kind, p: { node: on } }), into: null })));

  equal(kinds.map((scene) => scene?.kind ?? null), ["refused", "refused", "refused", null]);
  equal([kinds[0].pod, kinds[0].obstacles], [{ key: "default/p", name: "p", band: 2, cpu: 500 }, [lacking]]);
});

test("where the room of a node has changed since the decision, nothing of it is drawn", () => {
  const nodes = [node("n1", 100)];

  equal(sceneOf("n1", { model: model({ signs: REFUSED, nodes }), into: null }), null);
});

test("where the pod is promised room a slot stands, and no obstacle", () => {
  equal(sceneOf("n1", { model: model({ signs: REFUSED, p: { nominated: "n1" } }), into: null }), null);
});

test("a decision about an earlier pod of that name draws nothing", () => {
  equal(sceneOf("n1", { model: model({ signs: REFUSED, p: { uid: "later" } }), into: null }), null);
});

test("scored nodes have the parts of their sum, as shares of the largest one, and equal ones say so", () => {
  const scores = { plugins: ["A", "own"], rows: { n1: [100, 50], n2: [150, 0], n3: [75, 0] } };
  const signs = ["n1", "n2", "n3"].map((name) => [name, { refusal: null, total: 1 }]);
  const nodes = signs.map(([name]) => node(name));
  const scenes = nodes.map(({ name }) =>
    sceneOf(name, { model: model({ signs, nodes, more: { scores, tie: true } }), into: null }));

  equal(scenes.map(({ parts, tie, chosen }) => [parts.map(({ share }) => share), tie, chosen]), [
    [[100 / 150, 50 / 150], true, false], [[1, 0], true, true], [[0.5, 0], false, false],
  ]);
});

const decision = {
  pod: "default/p", node: "n2", order: ["n1", "n2"], scored: true, tie: false, best: ["n2"], weights: { A: 3 },
  scorePlugins: ["A", "B"], scores: { n2: { A: [7, 70, 210], B: [1, 5, 5] } }, totals: { n2: 215 },
  nodes: { n1: { plugin: "NodeResourcesFit", short: { obstacles: [lacking], more: 0 } }, n2: {} },
};
const inside = (stop, more = {}) =>
  ({ model: model({ signs: [] }), into: { decision: { ...decision, ...more }, stops: [stop], k: 0 } });

test("inside Filter the nodes that were judged so far show it, and the judged one also where the pod fits", () => {
  const at = (k, name) => {
    const view = inside({ point: "Filter", node: name, k });
    return ["n1", "n2"].map((of) => sceneOf(of, view)?.kind ?? null);
  };

  equal([at(1, "n1"), at(2, "n2")], [["refused", null], ["refused", "fits"]]);
});

test("inside Score a bar grows plugin by plugin, with what the plugin gave before its weight", () => {
  const { parts, total } = sceneOf("n2", inside({ point: "Score", plugin: "A" }));

  equal([total, parts.map(({ raw, normalized, weight, weighted, now }) => [raw, normalized, weight, weighted, now])],
    [210, [[7, 70, 3, 210, true]]]);
  equal(sceneOf("n2", inside({ point: "Score", choice: true })).chosen, true);
});

const preemption = {
  chosen: "n2",
  candidates: [
    { node: "n1", victims: [{ pod: "default/b" }], tries: [["default/a", true, true], ["default/b", false, false]] },
    { node: "n2", victims: [{ pod: "default/c" }], tries: [["default/c", false, false]] },
  ],
  criteria: [{ id: "pdb", left: ["n1", "n2"] }, { id: "count", left: ["n2"] }],
};
const walk = [
  { point: "PostFilter", act: "remove" }, { point: "PostFilter", act: "reprieve", tries: 1 },
  { point: "PostFilter", act: "reprieve", tries: 2 }, { point: "PostFilter", act: "criterion", id: "pdb" },
  { point: "PostFilter", act: "criterion", id: "count" }, { point: "PostFilter", act: "choice", node: "n2" },
];
const preempts = (name, k) => sceneOf(name, {
  model: model({ signs: [] }), into: { decision: { ...decision, preemption }, stops: walk, k },
});

test("lower pods step out, come back one by one, and who stays outside is a victim", () => {
  equal([0, 1, 2].map((k) => [...preempts("n1", k).pods.values()].map(({ state }) => state)), [
    ["out", "out"], ["back", "out"], ["back", "victim"],
  ]);
  equal([...preempts("n1", 0).pods.values()].map(({ budget }) => budget), [true, false]);
});

test("criteria strike candidates out one after the other, and the last one is chosen", () => {
  const struck = [3, 4, 5].map((k) => ["n1", "n2"].map((name) => preempts(name, k).struck?.id ?? null));

  equal(struck, [[null, null], ["count", null], ["count", null]]);
  equal(["n1", "n2"].map((name) => preempts(name, 5).chosen), [false, true]);
});
