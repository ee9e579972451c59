import { equal, test } from "../harness.js";
import { hitFrom, touching } from "./search.js";

test("the next and the previous hit are told from the step that is shown", () => {
  const seqs = [3, 7, 12];
  equal([hitFrom(seqs, 0, 1), hitFrom(seqs, 3, 1), hitFrom(seqs, 12, 1)], [3, 7, null]);
  equal([hitFrom(seqs, 99, -1), hitFrom(seqs, 12, -1), hitFrom(seqs, 3, -1)], [12, 7, null]);
});

test("what is chosen is what was touched", () => {
  equal([touching({ pod: "default/p" }), touching({ node: "n1" }), touching({})],
    ["touched:Pod/default/p", "touched:Node/n1", null]);
});
