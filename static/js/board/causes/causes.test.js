import { equal, test, truthy } from "../../harness.js";
import { createCauses, pluginsOf, signsOf, squareOf } from "./causes.js";
import { KINDS, pictureOf } from "./pictures.js";
import { labelOf, sentenceOf } from "./words.js";

/** An obstacle of each kind, as docs/protocol.md has them. */
const texts = { needs: "500m", free: "170m", missing: "330m", nominated: "0" };
const amounts = { needs: 500, free: 170, missing: 330, nominated: 0, requested: 3830, all: 4000, texts };
const OBSTACLES = [
  { kind: "resource", resource: "ephemeral-storage", ...amounts }, { kind: "pods", ...amounts, all: 110 },
  { kind: "taint", taint: "gpu=true:NoSchedule", tolerated: false },
  { kind: "taint", taint: "ok:NoSchedule", tolerated: true },
  { kind: "label", requirement: "disk=ssd", has: "disk=hdd", term: 0 },
  { kind: "label", requirement: "", has: null, term: 2 }, { kind: "nodeName", name: "n9" }, { kind: "cordon" },
  { kind: "features", features: ["A", "B"] }, { kind: "port", port: "8080/TCP", pods: ["default/old"] },
  { kind: "antiAffinity", key: "a/zone", domain: "z", count: 9, rule: "antiAffinity" },
  { kind: "antiAffinity", key: "a/zone", domain: "z", count: 9, rule: "existingAntiAffinity" },
  { kind: "affinity", key: "a/zone", domain: null },
  {
    kind: "spread", key: "a/zone", domain: "z", count: 3, self: 1, most: 3,
    texts: { sum: "3 + 1 − 2 = 2", comparison: "> 1" },
  },
  { kind: "spread", key: "a/zone", domain: null, count: 0, self: 1, most: 1, texts: { sum: "", comparison: "" } },
  { kind: "disk", claim: null, pods: ["default/old", "…"] }, { kind: "volume", claim: "c", volume: null },
  { kind: "zone", volume: "pv", key: "a/zone", zones: ["z2"], has: null },
  { kind: "volumes", driver: "csi.example", used: 25, needs: 2, all: 25 },
  { kind: "devices", claim: "default/c", request: "r", needs: 2, suitable: 2, free: 1 },
  { kind: "devices", claim: "default/c", request: null }, { kind: "note", text: "as its author says" },
  { kind: "plugin", plugin: "Own" },
];

test("each kind of obstacle has a drawing of its own, a label and a sentence", () => {
  const drawings = OBSTACLES.map((obstacle) => pictureOf(obstacle).innerHTML);

  equal([...KINDS].sort(), [...new Set(OBSTACLES.map(({ kind }) => kind))].sort());
  equal(new Set(drawings).size, OBSTACLES.length - 1); // a note is of a plugin of one's own
  equal(OBSTACLES.filter((obstacle) => !labelOf(obstacle) || !sentenceOf(obstacle)), []);
});

test("a label has the amount that is missing, or the key in Kubernetes' words", () => {
  equal(["resource", "taint", "label", "spread", "port"].map((kind) =>
    labelOf(OBSTACLES.find((obstacle) => obstacle.kind === kind))),
  ["+330m ephemeral-storage", "gpu=true", "disk=ssd", "zone=z", "8080/TCP"]);
});

test("the legend of bars names the plugins whose segments are seen, once each", () => {
  const bar = (...weights) => ({
    kind: "scores", parts: weights.map((weighted, i) => ({ plugin: `P${i + 1}`, weighted })),
  });

  equal(pluginsOf([bar(300, 0, 5), null, { kind: "fits" }, bar(300, 0, 0)]), ["P1", "P3"]);
});

test("pictures of a low or full node stand on its pods, smaller, and cover none of them", () => {
  const places = [[130, 10], [130, 94], [130, 85], [68, 28], [33, 30], [130, 130]].map(([height, filled]) =>
    signsOf({ height, filled, lift: 6 }));

  equal(places.map(({ size, bottom, share }) => [size, bottom, Math.round(share * 36)]), [
    ["named", 42, 36], ["bare", 94, 36], ["bare", 86.5, 36], ["bare", 28, 36], ["small", 19, 18], ["small", 116, 18],
  ]);
});

test("no drawing of large numbers has more shapes than one sees", () => {
  const many = { kind: "antiAffinity", key: "k", domain: "d", count: 200, rule: "antiAffinity" };
  const slots = { kind: "volumes", driver: "d", used: 500, needs: 80, all: 500 };

  truthy(pictureOf(many).querySelectorAll("rect").length <= 6);
  truthy(pictureOf(slots).querySelectorAll("rect").length <= 8);
});

test("the square of the pod stands on what is taken, its missing part above the edge, cut where it is too high", () => {
  const px = (milli) => milli / 20;

  equal(squareOf({ requested: 3800, needs: 500, all: 4000 }, px), { bottom: 190, inside: 10, over: 15, cut: false });
  equal(squareOf({ requested: 3995, needs: 10, all: 4000 }, px).over, 5);
  equal(squareOf({ requested: 0, needs: 9000, all: 4000 }, px), { bottom: 0, inside: 200, over: 22, cut: true });
  equal(squareOf({ requested: 6000, needs: 500, all: 4000 }, px).bottom, 200);
});

function board(last, { frame = { kind: "schedule" }, into = null } = {}) {
  const root = document.createElement("div");
  root.innerHTML = '<section class="node"><div class="verdict"></div><div class="rack"><div class="lane">'
    + '<button class="pod" data-pod="default/a"></button></div></div></section>';
  const node = { name: "n1", cpu: 4000, requested: { cpu: 3830 } };
  const model = {
    last: last && { pod: "default/p", uid: "u", node: null, scores: null, ...last }, frame,
    nodes: new Map([["n1", node]]),
    pods: new Map([["default/p", { uid: "u", band: 2, cpu: 500, node: null, nominated: null }]]),
  };
  const drawn = { plan: { unitOf: () => 50, plain: null, size: "cards" } };
  const causes = createCauses(null);
  const render = (more = {}) => causes.render({ model: { ...model, ...more }, into }, drawn, () => root.firstChild);
  render();
  return { root, render };
}

const refusal = (obstacles, more = 0) => ({ signs: new Map([["n1", { refusal: { plugin: "P", obstacles, more } }]]) });

test("what keeps a pod away is drawn once, is a list for screen readers, and goes with the decision", () => {
  const { root, render } = board(refusal([{ kind: "resource", resource: "cpu", ...amounts }]));
  const list = () => [...root.querySelectorAll(".causes > ul > li")].map(({ textContent }) => textContent);

  const squares = root.querySelectorAll(".cause-square.of-cpu");

  equal([squares.length, root.querySelector(".cause-missing").textContent], [1, "+330m cpu"]);
  equal(list().length, 1);
  render({ last: null });
  equal(root.querySelector(".causes"), null);
});

test("of forty obstacles three are drawn and the others counted, and a plugin of one's own has a wall", () => {
  const taints = Array.from({ length: 8 }, (_, i) => ({ ...OBSTACLES[2], taint: `k${i}:NoSchedule` }));
  const { root } = board(refusal(taints, 32));

  equal([root.querySelectorAll(".cause").length, root.querySelector(".cause-more").textContent], [3, "+37"]);
  equal(board(refusal([])).root.querySelector("[data-kind]").dataset.kind, "plugin");
});

test("scores are bars in one colour for each plugin, those of one's own in another", () => {
  const scores = { plugins: ["NodeResourcesFit", "Mine"], rows: { n1: [75, 25] } };
  const { root } = board({ scores, signs: new Map([["n1", { refusal: null, total: 100 }]]) });

  equal([...root.querySelectorAll(".score-bar > i")].map(({ className, textContent }) => [className, textContent]),
    [["k2", "75"], ["k8", "25"]]);
});

test("pods that step out are marked and drawn back when the walk is over", () => {
  const preemption = { candidates: [{ node: "n1", victims: [], tries: [["default/a", false, true]] }], criteria: [] };
  const decision = { pod: "default/p", order: [], nodes: {}, preemption };
  const into = { k: 0, stops: [{ point: "PostFilter", act: "remove" }], decision };
  const { root } = board(null, { into });
  const pod = root.querySelector("[data-pod]");

  equal(pod.dataset.cause, "out budget");
});
