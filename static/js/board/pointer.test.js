import { equal, test } from "../harness.js";
import { pointedAt } from "./pointer.js";

const focus = { pods: ["d/a", "d/b"], nodes: ["n1"] };

test("the sentence points at what its frame names, and at nothing before the first step or within a decision", () => {
  equal(pointedAt({ model: { frame: { focus } } }), focus);
  equal(pointedAt({ model: { frame: null } }), { pods: [], nodes: [] });
  equal(pointedAt({ model: { frame: { focus } }, into: {} }), { pods: [], nodes: [] });
});

test("an act about very many pods points at the first ones only", () => {
  const pods = Array.from({ length: 40 }, (_, i) => `d/p${i}`);

  equal(pointedAt({ model: { frame: { focus: { pods, nodes: [] } } } }).pods.length, 12);
});
