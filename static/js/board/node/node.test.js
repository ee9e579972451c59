import { equal, test } from "../../harness.js";
import { createNode, moreLines } from "./node.js";

const POD = {
  key: "d/p", name: "p", order: 0, cpu: 500, cpuText: "500m", mem: 0, priority: 0, band: 0, state: "Running",
  phase: "Running", holds: true, bound: 0, node: "n1",
};
const NODE = {
  name: "n1", cpu: 4000, mem: 8, ready: true, cordoned: false, taints: [], devices: [], pods: 110,
  requested: { cpu: 500, cpuOf: "0.5/4", memOf: "0/8 Gi", pods: 1, shares: { cpu: 12 } },
};
const VERDICT = { kind: "no", icon: "cross", message: null, raw: "Insufficient cpu", score: null, word: "cpu" };
const VIEW = {
  node: NODE, pods: [POD], nominated: [], verdict: VERDICT, unit: 20, short: "1", stacked: false, now: 0, chosen: {},
  own: false, k: 1, plain: null, chars: { card: 60, verdict: 20 }, size: "racks", low: true, lit: false, bare: false,
  apart: false, doomed: new Set(), fresh: new Set(), far: false,
};

/** The class of the card; whether its pod stands on it; what is read of it. */
const parts = ({ element, title, podElement }) => [
  element.className, Boolean(podElement("d/p")), title.getAttribute("aria-label"),
];

test("names of slivers stand above them on a card; a rack has no words", () => {
  const slivers = Array.from({ length: 3 }, (_, i) => ({ ...POD, key: `d/p${i}`, name: `p${i}`, order: i, cpu: 50 }));
  const node = createNode("n1");
  const wordless = (size) => {
    node.update({ ...VIEW, size, low: false, pods: slivers, chars: { ...VIEW.chars, above: 9 } });
    return node.element.querySelector(".names-above").hidden;
  };

  equal([wordless("cards"), wordless("racks")], [false, true]);
});

test("a rack that goes far loses its pods, not its height, and gets them again", () => {
  const node = createNode("n1");
  const height = () => node.element.querySelector(".rack").style.getPropertyValue("--n");
  node.update(VIEW);
  const near = [...parts(node), height()];
  node.update({ ...VIEW, far: true });
  const far = [...parts(node).slice(1), height()];
  node.update(VIEW);

  equal(far, [false, "n1", "4"]);
  equal([...parts(node), height()], near);
});

test("a card is drawn again when something of it changed, and not else", () => {
  const node = createNode("n1");
  node.update({ ...VIEW, far: true });
  const label = () => node.title.getAttribute("aria-label");
  node.update({ ...VIEW, far: true, verdict: { ...VERDICT, kind: "fit" } });
  const [kind, far] = [node.element.className, label()];
  node.update({ ...VIEW, verdict: { ...VERDICT, raw: "Too many pods" } });

  equal([kind, far, label().includes("Too many pods")], ["node is-fit", "n1", true]);
});

test("a reason that needs more than two lines has them from rows of a list that are free", () => {
  const long = { raw: "node(s) didn't match Pod's node affinity/selector" };
  const more = (pods, other = {}) => moreLines({
    verdict: long, pods: Array(pods), nominated: [], plain: { height: 76, row: 26 }, chars: { verdict: 18 }, ...other,
  });

  equal([more(0), more(2), more(3)], [1, 1, 0]);
  equal([more(0, { chars: { verdict: 14 } }), more(2, { chars: { verdict: 14 } })], [2, 1]);
  equal([more(0, { verdict: { raw: "short" } }), more(0, { plain: null })], [0, 0]);
});
