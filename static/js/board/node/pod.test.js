import { equal, test } from "../../harness.js";
import { chipSign, createPod, describe, leftOutSign } from "./pod.js";

const pod = (more = {}) => ({ name: "web", cpu: 0, cpuText: "0", priority: 0, state: "Pending", ...more });

test("a block in a rack of many nodes has its band alone, and says as much as any other", () => {
  const place = { bottom: 0, height: 20, mode: "row1", beside: false };
  const shown = { now: 0, chosen: false, node: "n1", chars: {} };
  const [whole, lean] = [false, true].map((isLean) => {
    const block = createPod("d/web", { lean: isLean });
    block.update(pod({ phase: "Pending", holds: true, band: 0, bound: 0 }), place, shown);
    return block.element;
  });

  equal([lean.querySelectorAll("*").length, whole.querySelectorAll(".in > *").length], [3, 7]);
  equal([lean.title, lean.querySelector(".sr").textContent], [whole.title, whole.querySelector(".sr").textContent]);
});

test("a pod says which of its fields have no effect here, by words and a sign; others say nothing of them", () => {
  const sign = leftOutSign();
  const labels = [["spec.runtimeClassName", "spec.other"], [], undefined].map((notModelled) => {
    sign.update(pod({ notModelled }));
    return [sign.element.hidden, /not modelled here: (.*)$/.exec(describe(pod({ notModelled }), 0))?.[1] ?? ""];
  });

  equal(labels, [[false, "spec.runtimeClassName, spec.other"], [true, ""], [true, ""]]);
});

test("a pod says which devices its claims have, and which claim has none", () => {
  const claims = [
    { name: "gpu", claim: "shared", devices: ["gpu.example.com/n1/gpu-0"], configured: [] },
    { name: "net", claim: "lane", devices: [], configured: [] },
    { name: "tpu", claim: null, devices: [], configured: [] },
    { name: "mig", claim: "slim", devices: ["gpu.example.com/n1/gpu-1"], configured: ["gpu.example.com"] },
  ];
  const words = describe(pod({ devices: { claims, problem: "could not find", allocated: false } }), 0);

  equal(
    words.endsWith("devices gpu.example.com/n1/gpu-0 of claim shared, claim lane has no devices yet, " +
      "no claim was made for tpu yet, devices gpu.example.com/n1/gpu-1 of claim slim, " +
      "with parameters for gpu.example.com, could not find"), true);
});

test("the chip is dashed until every claim has its devices", () => {
  const sign = chipSign();
  const classes = [{ allocated: false }, { allocated: true }, null].map((devices) => {
    sign.update(pod({ devices }));
    return sign.element.hidden ? "hidden" : sign.element.className;
  });

  equal(classes, ["vol chip-sign is-open", "vol chip-sign is-bound", "hidden"]);
});
