import { equal, test } from "../../harness.js";
import { drawLane, faultLanes, laneWindow } from "./lanes.js";

const model = {
  trouble: {
    lanes: [
      { kind: "lease", node: "n3", until: 120, every: 10 },
      { kind: "state", node: "n3", from: 175, noExecute: 180 },
      { kind: "stay", pods: ["pet-2", "pet-3"], node: "n3", from: 480, deadline: 510 },
      { kind: "toleration", pods: ["cache-0"], from: 180, to: 780 },
      { kind: "detach", volume: "pv-1", from: 500, to: 860 },
    ],
  },
};

test("each lane has its label", () => {
  equal(faultLanes(model).map(({ label }) => label), ["n3 lease", "n3 state", "pet-2, pet-3", "cache-0", "pv-1"]);
  equal(faultLanes({ trouble: null }), []);
});

test("the renewals of a lease are drawn back from the last one", () => {
  const s = { t0: 85, t1: 200, x: (at) => at, clamp: (at) => at };
  const beats = drawLane(faultLanes(model)[0], s, 0, 150, 150).shapes.filter((shape) => shape.tagName === "circle");

  equal(beats.map((beat) => beat.getAttribute("cx")), ["120", "110", "100", "90"]);
});

test("the window begins before the silence and holds what is to come", () => {
  const [from, until] = laneWindow(faultLanes(model), 527, 527);
  equal(from, 80);
  equal(until > 780, true);
  equal(laneWindow([], 527, 527), null);
});
