import { equal, test } from "../../harness.js";
import { gapAhead, nextKnown } from "./gap.js";

const model = (more = {}) => ({ seq: 3, t: 32, spans: new Map(), pods: new Map(), ...more });

test("a wait of ten seconds or less is waited for", () => {
  equal([gapAhead(0, 10, 1), gapAhead(0, 30, 4), gapAhead(0, null, 1)], [null, null, null]);
});

test("a longer one is gone through in two and a half, its last second at the chosen speed", () => {
  equal(gapAhead(32, 333, 1), { from: 32, until: 332, next: 333, rate: 120 });
});

test("the next recorded act is known; beyond the head the nearest deadline is", () => {
  equal(nextKnown(model(), [[3, 32], [4, 360]], 4), 360);
  const spans = new Map([
    ["a", { to: null, deadline: 62 }],
    ["b", { to: null, deadline: 50 }],
    ["c", { to: 40, deadline: 45 }],
    ["d", { to: null, deadline: null }],
  ]);
  equal(nextKnown(model({ spans }), [[3, 32]], 3), 50);
  equal(nextKnown(model({ spans, pods: new Map([["p", { backoffUntil: 34 }]]) }), [], 3), 34);
  equal(nextKnown(model(), [], 3), null);
});
