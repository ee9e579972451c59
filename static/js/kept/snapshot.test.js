import { createClock } from "../board/clock.js";
import { el } from "../el.js";
import { equal, RULES, test } from "../harness.js";
import { showKept } from "./snapshot.js";

const POD = {
  key: "d/p", ns: "d", name: "p", uid: "u1", order: 1, priority: 0, band: 0, cpu: 500, cpuText: "500m", mem: 0,
  memText: "0", node: "n1", nominated: null, phase: "Running", state: "Running", holds: true, lane: null, place: [],
  term: null, why: null, containers: [],
};
const NODE = {
  name: "n1", zone: "", cpu: 2000, cpuText: "2", mem: 0, memText: "0", pods: 110, taints: [], ready: true, labels: {},
  order: 0, conditions: [], devices: [], volumes: [], volumeLimits: [], power: true, kubelet: true, cordoned: false,
  requested: { cpu: 500, cpuText: "500m", mem: 0, memText: "0", pods: 1, cpuOf: "0.5/2", memOf: "0/0", shares: {} },
};
const SNAPSHOT = { seq: 3, t: 2, hash: "a", rules: RULES, nodes: [NODE], pods: [POD], decisions: {}, last: null };

test("a kept moment is a board: what is clicked on it is told in words", () => {
  const stage = ["queue", "chips", "services", "zones.cards"].map((name) => el(`div.${name}`));
  const board = el("section", null, el("p.side-told"), el("p.side-said"), ...stage);
  const [facts, overlay] = [el("aside"), el("div")];
  document.body.replaceChildren(board, facts, overlay);
  showKept({ board, facts, overlay, clock: createClock(globalThis), snapshot: SNAPSHOT });
  const before = facts.textContent;
  board.querySelector('[data-pod="d/p"]').click();
  const [title] = facts.querySelectorAll("h2");
  const words = facts.textContent;
  board.querySelector('[data-node-card="n1"] .nodename').click();

  equal([before, title.textContent], ["Choose a pod or a node on the board.", "p"]);
  equal([words.includes("spec.nodeName"), facts.querySelector("h2").textContent], [true, "n1"]);
  document.body.replaceChildren();
});
