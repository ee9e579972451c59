import { equal, test } from "../../harness.js";
import { createHeader } from "./header.js";

const NODE = {
  name: "n", requested: { cpu: 0, cpuOf: "0/4", memOf: "0/8 Gi", pods: 0 }, cpu: 4000, pods: 110, devices: [],
  taints: [], cordoned: false,
};

/** The header of a node with such a view. */
function headerOf(node, view) {
  const header = createHeader(node.name);
  header.render({
    node: { ...NODE, ...node }, pods: [], plain: null, chars: { card: 60 }, verdict: { raw: "", message: null },
    chosen: {}, own: false, ...view,
  });
  return header;
}

test("where many nodes stand, a name is cut to the end that tells it from its neighbours", () => {
  const shown = ["racks", "grid"].map((size) => {
    const { title, element } = headerOf({ name: "pool-a-x8k2p" }, { short: "spot-x8k2p", stacked: true, size });
    return [title.textContent, title.title, element.className];
  });

  equal(shown, [["…t-x8k2p", "pool-a-x8k2p", "stacked"], ["…8k2p", "pool-a-x8k2p", ""]]);
});

test("on a card a name loses its domain before the part that tells it from the others, on a wall sooner", () => {
  const shown = [
    ["ip-10-0-61-152.eu-central-1.compute.internal", "61-152", 1], ["gke-prod-default-pool-921733c1-g1a5", "g1a5", 1],
    ["gke-prod-default-pool-921733c1-g1a5", "g1a5", 1.2308], ["worker.a.example", "a", 1.2308],
  ].map(([name, short, k]) => headerOf({ name }, { chars: { card: 210 }, k, short, size: "cards" }).title.textContent);

  equal(shown, ["ip-10-0-61-152", "gke-prod-defaul…-g1a5", "gke-prod-d…-g1a5", "worker.a.example"]);
});

test("a node that podium added says so on its card, and in its title where names are short", () => {
  const shown = [["cards", true], ["racks", true], ["cards", false]].map(([size, added]) => {
    const { element, title } = headerOf({ name: "node-1", added }, { short: "node-1", stacked: true, size });
    return [element.querySelector(".tag.added")?.hidden === false, title.title.includes("podium added")];
  });

  equal(shown, [[true, true], [false, true], [false, false]]);
});

test("a kubelet of another version than the API server has it on its card, and in its title where names are short", () => {
  const shown = [["cards", true], ["racks", true], ["cards", false]].map(([size, skewed]) => {
    const node = { name: "node-1", version: "v1.35.4", skewed };
    const { element, title } = headerOf(node, { short: "node-1", stacked: true, size });
    return [element.querySelector(".tag.skewed")?.textContent || null, title.title.includes("v1.35.4")];
  });

  equal(shown, [["v1.35.4", true], [null, true], [null, false]]);
});
