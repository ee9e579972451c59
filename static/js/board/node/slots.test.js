import { equal, test } from "../../harness.js";
import { createSlots } from "./slots.js";

const place = (key, column = 0) => ({ key, bottom: 0, height: 30, beside: false, column });
const pod = (key) => ({ key, name: key, cpu: 500, cpuText: "500m" });

test("a slot is drawn when its pod is nominated, and goes with the nomination", () => {
  const slots = createSlots("n1");
  const first = slots.render([place("a")], [pod("a")]);
  const second = slots.render([place("a"), place("b", 1)], [pod("a"), pod("b")]);

  equal([first.length, second.map((slot) => slot.dataset.slot)], [1, ["b"]]);
  equal(slots.elements.map((slot) => slot.style.getPropertyValue("--columns")), ["2", "2"]);
  slots.render([place("b")], [pod("b")]);
  equal([slots.element("a"), slots.elements.length], [null, 1]);
});

test("a place that a group cycle only tries, or that Permit holds, looks and says so", () => {
  const slots = createSlots("n1");
  const tried = { ...pod("a"), trial: { number: 2, count: 3 } };
  slots.render([place("a"), place("b", 1)], [tried, { ...pod("b"), held: true }]);

  equal([slots.element("a").className, slots.element("b").className], ["slot tried low", "slot in-permit low"]);
});
