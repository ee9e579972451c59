import { equal, test } from "../../harness.js";
import { createWork, workOf } from "./work.js";

const node = (fields = {}) => ({ name: "n1", ready: true, power: true, cordoned: false, ...fields });
const WORK = { since: 10, nodes: new Set(["n1"]) };
const PODS = [{ bound: null }, { bound: 9 }, { bound: 10 }];
const drain = (fields = {}) => ({ node: "n1", left: ["d/a", "d/b"], waiting: [], done: false, error: null, ...fields });
const kindOf = (it, of) => {
  const { kind, word } = workOf(it, { work: WORK, pods: [], ...of });
  return [kind, word];
};

test("a node waits for its turn, is drained, held by a budget, empty, and back", () => {
  const off = node({ cordoned: true });
  const waiting = [{ pod: "d/a", why: "The disruption budget web needs 2 healthy pods" }];

  equal([
    kindOf(node(), {}), kindOf(off, {}), kindOf({ ...off, name: "n2" }, {}),
    kindOf(off, { drain: drain() }), kindOf(off, { drain: drain({ waiting }) }),
    kindOf(off, { drain: drain({ done: true }) }), kindOf(node(), { drain: drain({ done: true }), pods: PODS }),
  ], [["next", ""], ["next", ""], ["off", "cordon"], ["going", "2 left"], ["held", "1 held"],
    ["done", "empty"], ["back", "+1"]]);
});

test("a budget that holds is named with the pod that it holds", () => {
  const waiting = [{ pod: "d/a", why: "The disruption budget web needs 2 healthy pods" }];

  equal(workOf(node({ cordoned: true }), { drain: drain({ waiting }), work: WORK, pods: [] }).lines,
    ["a: The disruption budget web needs 2 healthy pods"]);
});

test("pods that were bound since it began have arrived, older ones and those of a dump were there", () => {
  const other = node({ name: "n2" });

  equal([
    kindOf(other, { pods: PODS }), kindOf(other, { pods: PODS.slice(0, 2) }),
    kindOf(node({ ready: false }), { pods: PODS }), kindOf(node({ cordoned: true }), { drain: drain({ error: "no" }) }),
  ], [["took", "+1"], ["", ""], ["lost", ""], ["failed", "failed"]]);
});

test("when it began is asked for once, and once more when the first drain begins", async () => {
  const asked = [];
  const answers = [{}, { since: 3, nodes: ["n1"] }];
  const read = async (address) => {
    asked.push(address);
    return answers.shift();
  };
  let come = () => {};
  const came = new Promise((done) => { come = done; });
  const work = createWork({ run: () => "r", onCome: come, read });
  const [before, begun] = [{ seq: 4, drains: new Map() }, { seq: 7, drains: new Map([["n1", {}]]) }];

  for (const model of [before, before, begun, begun]) work(model);
  await came;

  equal([asked, work(before).since], [["/r/r/upkeep/begun?at=4", "/r/r/upkeep/begun?at=7"], 3]);
});
