import { equal, test, truthy } from "../harness.js";
import { lineOf, titleOf, untimed } from "./task.js";

test("an input is named by what it does, to what, and when", () => {
  const object = { kind: "Pod", name: "low1" };
  equal(titleOf({ at: 0, kind: "delete", object, force: true, grace: null }), "0 s: delete Pod low1 force=true");
  equal(titleOf({ kind: "apply", documents: [{ kind: "Pod", metadata: { name: "p" } }] }), "apply Pod p");
  equal(titleOf({ kind: "cordon", node: "n1" }), "cordon n1");
});

test("an input that is given by hand has no time", () => {
  equal(untimed({ at: 3, kind: "cordon", node: "n1" }), { kind: "cordon", node: "n1" });
});

test("while something must still happen and time stands, one is asked to press play", () => {
  const waits = { checks: [{ holds: false }], judged: false, done: false };
  const asks = [[waits, false], [waits, true], [{ ...waits, judged: true }, false]].map(([result, playing]) =>
    lineOf(result, playing).endsWith("ui.task.play") || lineOf(result, playing).includes("Press play"));

  equal(asks, [true, false, false]);
  truthy(lineOf({ checks: [], judged: true, done: true }, false) !== lineOf(waits, false));
});
