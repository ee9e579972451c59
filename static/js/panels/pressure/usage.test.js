import { equal, test } from "../../harness.js";
import { usageInput, usedBy } from "./usage.js";

const MI = 2 ** 20;

test("what is used is said of a pod or of the node's system", () => {
  equal(usageInput("n1", "", 4000, 0), { kind: "usage", node: "n1", memory: "4000Mi" });
  equal(usageInput("n1", "default/a", 300, 60), { kind: "usage", pod: "default/a", memory: "300Mi", over: 60 });
});

test("the dead use nothing", () => {
  const row = (name, usage, state) => ({ pod: `default/${name}`, usage: usage * MI, state });
  equal([...usedBy({ system: { memory: 100 * MI }, ranking: [row("a", 300, ""), row("b", 200, "evicted")] })],
    [["", 100], ["default/a", 300]]);
});
