import { equal, test } from "../../harness.js";
import { besideGrace, createLaneChart, fitting, titleOf } from "./lane-chart.js";

test("no mark of the axis stands in the words about the grace period", () => {
  equal(besideGrace([0, 10, 20, 30], 30, { span: 33.6, width: 350 }), [0, 10, 20]);
  equal(besideGrace([0, 10, 20, 30], 2, { span: 33.6, width: 350 }), [10, 20, 30]);
});

test("the line at the end of the grace period has its words on the axis", () => {
  const chart = createLaneChart();
  chart.draw({ lanes: [], effectiveGraceSeconds: 30, gone: 30 }, {}, 33.6, []);

  equal(chart.element.querySelector(".limit").textContent, "grace 30\u00a0s");
});

test("words stand whole in a bar or not at all, whatever their size", () => {
  const words = ["preStop 3 s", "preStop"];
  const at = (px, size) => fitting(words, px, size);

  equal([at(100, 12), at(70, 12), at(70, 14), at(110, 20), at(90, 20)], ["preStop 3 s", "preStop", "", "preStop", ""]);
});

test("a hook that went wrong says so in the words of the page, one that went well says nothing", () => {
  const title = (outcome) => titleOf({ kind: "preStop", from: 0, to: 3, outcome });

  equal([title("completed"), title(null)], ["preStop, 0–3 s", "preStop, 0–3 s"]);
  equal(title("timed out"), "preStop, 0–3 s, timed out");
});
