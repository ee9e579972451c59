import { equal, test } from "../../harness.js";
import { scrubbed, toggled } from "../../notches.js";
import { knobOf, spanOf, written } from "./values.js";

const KNOWN = {
  values: { whenUnsatisfiable: ["DoNotSchedule", "ScheduleAnyway"], "tolerations.operator": ["Equal", "Exists"] },
  flags: ["unschedulable"],
};
const knob = (path, value) => knobOf({ path, key: path.split(".").at(-1), value }, KNOWN);

test("numbers, amounts, flags and words are knobs, names and versions are not", () => {
  equal([knob("spec.maxSkew", "1"), knob("spec.requests.cpu", "500m")], [
    { kind: "number", number: 1, unit: "", step: 1, least: 1 },
    { kind: "number", number: 500, unit: "m", step: 50, least: 0 },
  ]);
  equal([knob("spec.unschedulable", "false").values, knob("x.whenUnsatisfiable", "DoNotSchedule").value,
    knob("spec.tolerations[0].operator", "Exists").values[0]], [["true", "false"], "DoNotSchedule", "Equal"]);
  equal([knob("spec.version", '"1.34"'), knob("metadata.name", "7"), knob("metadata.labels.tier", '"1"'),
    knob("spec.a", "{}")], [null, null, null, null]);
});

test("a number goes on in its steps, keeps unit and quotes, and stays positive", () => {
  const cpu = knob("spec.requests.cpu", '"1"');

  equal([written('"1"', scrubbed(cpu, 2)), scrubbed(cpu, -5), scrubbed(knob("a.cpu", "500m"), 1),
    scrubbed(knob("a.value", "1000000"), 1)], ['"3"', "0", "550m", "1100000"]);
});

test("a slider reaches twice as far as the number then and now", () => {
  equal([spanOf({ number: 5, step: 1 }, 30), spanOf({ number: 0, step: 1 }, null)],
    [{ min: 0, max: 60 }, { min: 0, max: 10 }]);
});

test("what Kubernetes refuses is not reached", () => {
  equal([scrubbed(knob("spec.maxSkew", "2"), -5), spanOf(knob("a.weight", "3"), 3).min], ["1", 1]);
});

test("words follow each other in a circle", () => {
  equal([toggled({ values: ["a", "b"], value: "b" }), toggled({ values: ["a", "b"], value: "a" }, -1)], ["a", "b"]);
});
