import { equal, test, truthy } from "../../harness.js";
import { setCatalogue } from "../../i18n.js";
import { createWhatIfs, reweighed, toss } from "./what-if.js";

setCatalogue("en", {});
const whatIf = createWhatIfs();
const decision = {
  pod: "d/p", scored: true, node: "b", order: ["c", "b", "a"], weights: { P: 1, Q: 2 },
  best: ["b"], totals: { a: 250, b: 260, c: 200 },
  scores: {
    a: { P: [7, 50, 50], Q: [1, 100, 200] },
    b: { P: [9, 100, 100], Q: [2, 80, 160] },
    c: { P: [9, 100, 100], Q: [3, 50, 100] },
  },
};

test("the weights that were used give the sums that were used", () => {
  equal(reweighed(decision, decision.weights), { totals: decision.totals, best: ["b"] });
});

test("other weights give other sums, and equals stand in judging order", () => {
  equal(reweighed(decision, { P: 1, Q: 10 }).best, ["a"]);
  equal(reweighed(decision, { P: 1, Q: 0 }), { totals: { a: 50, b: 100, c: 100 }, best: ["c", "b"] });
});

test("one seed tosses one way, and over many seeds nobody is left out", () => {
  const tossed = Array.from({ length: 300 }, (_, seed) => toss(["a", "b", "c"], seed));

  equal(toss(["a", "b", "c"], 7), toss(["a", "b", "c"], 7));
  for (const name of ["a", "b", "c"]) truthy(tossed.filter((x) => x === name).length > 60, `share of ${name}`);
  equal(toss([], 1), null);
});

test("moving a weight says who would win then, and can be taken back", () => {
  const panel = whatIf(decision);
  panel.dispatchEvent(new Event("toggle"));
  const [, q] = panel.querySelectorAll("input");
  q.value = "10";
  q.dispatchEvent(new Event("input"));

  equal(panel.querySelector(".win b").textContent, "1050");
  truthy(panel.querySelector(".said").textContent.includes("a"), "the sentence names the other node");
  panel.querySelectorAll("button")[1].click();
  equal(panel.querySelector(".win b").textContent, "260");
  equal(whatIf(decision) === panel, true);
});

test("a single node to choose from has no what-if", () => {
  equal(whatIf({ scored: true, scores: { a: {} } }), null);
});
