import { equal, RULES, test } from "../../harness.js";
import { createTimeline } from "./timeline.js";

const none = () => new Map();

function player(seq) {
  const tables = { spans: none(), nodes: none(), pods: none(), timers: none(), pressures: none() };
  const acts = [[1, 0, "scheduler", "schedule", "d/p"], [2, 4, "kubelet", "running", "d/p"]];
  const sought = [];
  return { sought, state: { model: { seq, rules: RULES, ...tables }, acts, head: 2 }, seek: (to) => sought.push(to) };
}

function shown(seq, { width = 900, spans = none() } = {}) {
  const root = document.createElement("div");
  root.style.width = `${width}px`;
  document.body.append(root);
  const mine = player(seq);
  mine.state.model.spans = spans;
  const timeline = createTimeline(root, mine, { t: 4 });
  timeline.render();
  return { root, timeline, player: mine };
}

test("each act has its mark, those that come later are told apart", () => {
  const { root } = shown(1);

  equal([root.querySelectorAll(".am").length, root.querySelectorAll(".am.later").length], [2, 1]);
  root.remove();
});

test("on a phone the marks stand below the bars, which never leave the strip empty", () => {
  const just = { kind: "SIGTERM", pod: "d/p", from: 4, to: 4, deadline: null };
  const { root } = shown(2, { width: 390, spans: new Map([["d/p", just]]) });

  equal([root.querySelectorAll(".am").length, root.querySelector(".am").getAttribute("transform").endsWith(" 30)")],
    [2, true]);
  root.remove();
});

test("the scrubber counts steps and asks for the one it is moved to", () => {
  const { root, timeline, player: mine } = shown(1);
  equal([timeline.range.value, timeline.range.max], ["1", "2"]);

  timeline.range.value = "2";
  timeline.range.dispatchEvent(new Event("input"));

  equal(mine.sought, [2]);
  root.remove();
});

test("after another width the same state is drawn anew", () => {
  const { root, timeline } = shown(1);
  const before = root.querySelector("svg.gantt").getAttribute("width");

  root.style.width = "1100px";
  timeline.resize();

  equal([before, root.querySelector("svg.gantt").getAttribute("width")], ["900", "1100"]);
  root.remove();
});
