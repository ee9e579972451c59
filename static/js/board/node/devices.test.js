import { equal, test } from "../../harness.js";
import { createDevices, deviceLines } from "./devices.js";

const FREE = { name: "gpu-0", claim: null, pods: [] };
const TAKEN = { name: "gpu-1", claim: "default/c", pods: [] };
const USED = { name: "gpu-2", claim: "default/d", pods: ["p", "q"] };
const SHARED = {
  name: "gpu-3", claim: "default/e", pods: ["r"],
  shares: [
    { claim: "default/d", pods: ["q"], amounts: [{ name: "memory", amount: "8Gi" }], of: 0.5 },
    { claim: "default/e", pods: [], amounts: [{ name: "memory", amount: "4Gi" }], of: 0.25 },
  ],
  capacity: [{ name: "memory", taken: "12Gi", all: "16Gi" }],
};
const PART = {
  name: "half", claim: null, pods: [], blocked: true,
  counters: [{ name: "memory", needs: "8Gi", left: "4Gi", all: "16Gi" }],
};
const TAINTED = { ...FREE, taints: ["broken:NoExecute"] };

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

test("a shared device says who takes how much, a part what it needs of its pool, a tainted one its taint", () => {
  equal(deviceLines([SHARED, PART, TAINTED]), [
    "gpu-3: default/d takes 8Gi memory, for q",
    "gpu-3: default/e takes 4Gi memory",
    "gpu-3, memory: 12Gi of 16Gi taken",
    "half: free, but too little is left of a counter that it takes from",
    "half takes 8Gi of the counter memory; 4Gi of 16Gi left",
    "gpu-0: free",
    "gpu-0: taint broken:NoExecute",
  ]);
});

test("bars show slices of shared devices, blocked parts and taints; devices had as a whole have none", () => {
  const tag = createDevices();
  const bars = () => [...tag.element.querySelectorAll(".dev")].map((bar) =>
    [bar.className, ...[...bar.children].map((slice) => slice.style.getPropertyValue("--of"))].join(" "));
  const shown = [[SHARED, PART, TAINTED, TAKEN], [FREE, USED]].map((devices) => {
    tag.update(devices);
    return bars();
  });

  equal(shown, [["dev shared 0.5 0.25", "dev blocked", "dev tainted", "dev 1"], []]);
});

test("the tag warns where nobody else can have a device", () => {
  const tag = createDevices();
  const full = { ...SHARED, shares: SHARED.shares.map((share) => ({ ...share, of: 0.5 })) };
  const shown = [[full, PART], [SHARED, PART]].map((devices) => {
    tag.update(devices);
    return tag.element.className;
  });

  equal(shown, ["tag devices warn", "tag devices"]);
});
