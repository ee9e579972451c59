import { el } from "../../el.js";
import { equal, test, truthy } from "../../harness.js";
import { createRail, pointsOf } from "./rail.js";

const NAMES = ["PreFilter", "Filter"];
const ALL = ["PreFilter", "Filter", "PostFilter", "PreScore", "Score", "Reserve", "Bind"];
const rail = [{ point: "PreFilter", state: "done" }, { point: "Filter", state: "rejected" }];
const inside = [{ point: "PreFilter", state: "done" }, { point: "Filter", state: "on" }];

test("at rest the rail is that of the outline, at a stop that of its point, and empty before the first decision", () => {
  equal(pointsOf({ rail }, null, NAMES), rail);
  equal(pointsOf({ rails: { Filter: inside } }, { point: "Filter", node: "n1" }, NAMES), inside);
  equal(pointsOf(null, null, NAMES), [{ point: "PreFilter", state: "todo" }, { point: "Filter", state: "todo" }]);
});

test("each extension point says what it is for, and keeps the focus from cycle to cycle", () => {
  const root = el("div");
  document.body.append(root);
  const view = createRail(root);
  const decision = (cycle) => ({ cycle, pod: "default/p", result: "unschedulable", rail });
  view.render(decision(1), null, { names: NAMES, running: true });
  root.querySelectorAll(".explained")[1].focus();
  view.render(decision(2), null, { names: NAMES, running: true });

  equal(document.activeElement.textContent, "Filter");
  view.render(null, null, { names: ALL, running: true });
  const titles = [...root.querySelectorAll(".explained")].map(({ title }) => title);
  truthy(titles.length === ALL.length && titles.every((title) => title && !title.startsWith("ui.")));
  root.remove();
});

test("a point has the same width to come, now, done, skipped and rejected, so that the rail stands still", () => {
  const root = el("div.rail");
  document.body.append(root);
  const view = createRail(root);
  const widths = ["todo", "on", "done", "skipped", "rejected", "failed"].map((state, cycle) => {
    view.render({ cycle, pod: "default/p", rail: [{ point: "Filter", state }] }, null, { names: NAMES, running: true });
    return root.querySelector("li").getBoundingClientRect().width;
  });
  root.remove();

  equal(widths, widths.map(() => widths[0]));
});

test("a long name is cut in its middle, so that the node of a pod that is bound has space after it", () => {
  const root = el("div");
  const view = createRail(root);
  const pod = "default/podium-server-9lt55ks5b5-vw694";
  view.render({ cycle: 6, pod, result: "bound", node: "b1", rail }, null, { names: NAMES, running: true });
  const about = root.querySelector(".ink2");

  equal([about.textContent, about.title], ["podium-server…-vw694 → b1", "podium-server-9lt55ks5b5-vw694 → b1"]);
});
