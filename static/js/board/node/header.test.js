import { equal, test } from "../../harness.js";
import { createDevices, deviceLines } from "./header.js";

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
