import { equal, test } from "../../harness.js";
import { describe, leftOutSign } from "./pod.js";

const pod = (more = {}) => ({ name: "web", cpu: 0, cpuText: "0", priority: 0, state: "Pending", ...more });

test("a pod says which of its fields have no effect here", () => {
  const words = describe(pod({ notModelled: ["spec.runtimeClassName", "spec.resourceClaims"] }), 0);

  equal(words.includes("not modelled here: spec.runtimeClassName, spec.resourceClaims"), true);
});

test("a pod whose fields all count says nothing of them", () => {
  equal(describe(pod({ notModelled: [] }), 0).includes("not modelled"), false);
  equal(describe(pod(), 0).includes("not modelled"), false);
});

test("the sign of such a pod shows only while it has such fields", () => {
  const sign = leftOutSign();
  const hidden = [["spec.resourceClaims"], [], undefined].map((notModelled) => {
    sign.update(pod({ notModelled }));
    return sign.element.hidden;
  });

  equal(hidden, [false, true, true]);
});
