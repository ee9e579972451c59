import { equal, test } from "../../harness.js";
import { createDevices, createHeader, deviceLines } from "./header.js";

const FREE = { name: "gpu-0", claim: null, pods: [] };
const TAKEN = { name: "gpu-1", claim: "default/c", pods: [] };
const USED = { name: "gpu-2", claim: "default/d", pods: ["p", "q"] };

test("each device says which claim has it and for whom", () => {
  equal(deviceLines([FREE, TAKEN, USED]), ["gpu-0: free", "gpu-1: default/c", "gpu-2: default/d, for p, q"]);
});

test("the card counts the devices that have a claim", () => {
  const tag = createDevices();
  const shown = [[FREE, USED], [USED], [], undefined].map((devices) => {
    tag.update(devices);
    return tag.element.hidden ? "" : `${tag.element.textContent} ${tag.element.className}`;
  });

  equal(shown, ["1/2 tag devices", "1/1 tag devices warn", "", ""]);
});

test("where many nodes stand, a name is cut to the end that tells it from its neighbours", () => {
  const node = {
    name: "pool-a-x8k2p", requested: { cpu: 0, cpuOf: "0/4", memOf: "0/8 Gi", pods: 0 }, cpu: 4000, pods: 110,
    devices: [], taints: [], cordoned: false,
  };
  const view = {
    node, pods: [], plain: null, chars: { card: 60 }, verdict: { raw: "", message: null }, chosen: {}, own: false,
    short: "spot-x8k2p", stacked: true,
  };
  const shown = ["racks", "grid"].map((size) => {
    const header = createHeader(node.name);
    header.render({ ...view, size });
    return [header.title.textContent, header.title.title, header.element.className];
  });

  equal(shown, [["…t-x8k2p", "pool-a-x8k2p", "stacked"], ["…8k2p", "pool-a-x8k2p", ""]]);
});

test("on a card a name loses its domain before the part that tells it from the others, on a wall sooner", () => {
  const requested = { cpu: 0, cpuOf: "0/4", memOf: "0/8 Gi", pods: 0 };
  const shown = [
    ["ip-10-0-61-152.eu-central-1.compute.internal", "61-152", 1], ["gke-prod-default-pool-921733c1-g1a5", "g1a5", 1],
    ["gke-prod-default-pool-921733c1-g1a5", "g1a5", 1.2308], ["worker.a.example", "a", 1.2308],
  ].map(([name, short, k]) => {
    const node = { name, requested, cpu: 4000, pods: 110, devices: [], taints: [], cordoned: false };
    const header = createHeader(name);
    header.render({
      node, pods: [], plain: null, chars: { card: 210 }, k, verdict: { raw: "", message: null }, chosen: {},
      own: false, short, size: "cards",
    });
    return header.title.textContent;
  });

  equal(shown, ["ip-10-0-61-152", "gke-prod-defaul…-g1a5", "gke-prod-d…-g1a5", "worker.a.example"]);
});

test("a node that podium added says so on its card, and in its title where names are short", () => {
  const node = {
    name: "node-1", added: true, requested: { cpu: 0, cpuOf: "0/4", memOf: "0/8 Gi", pods: 0 }, cpu: 4000, pods: 110,
    devices: [], taints: [], cordoned: false,
  };
  const view = {
    node, pods: [], plain: null, chars: { card: 60 }, verdict: { raw: "", message: null }, chosen: {}, own: false,
    short: "node-1", stacked: true,
  };
  const shown = [["cards", true], ["racks", true], ["cards", false]].map(([size, added]) => {
    const header = createHeader(node.name);
    header.render({ ...view, node: { ...node, added }, size });
    return [header.element.querySelector(".tag.added")?.hidden === false, header.title.title.includes("podium added")];
  });

  equal(shown, [[true, true], [false, true], [false, false]]);
});
