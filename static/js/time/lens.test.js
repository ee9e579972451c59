import { equal, test } from "../harness.js";
import { following, sparkline, valueAt, zoomed } from "./lens.js";

test("zooming keeps the second below the pointer in its place and stays within the run", () => {
  equal(zoomed([0, 100], 0.5, 50, 100), [25, 75]);
  equal(zoomed([0, 100], 0.5, 0, 100), [0, 50]);
  equal(zoomed([25, 75], 4, 50, 100), null);
  equal(zoomed([1, 1.6], 0.1, 1.3, 100).map((n) => n.toFixed(2)), ["1.05", "1.55"]);
});

test("the window goes along with the playhead once that leaves it", () => {
  equal(following([10, 20], 15), [10, 20]);
  equal(following([10, 20], 30), [28, 38]);
  equal(following([10, 20], 1), [0, 10]);
});

test("a figure is a stepped line from zero to its highest value", () => {
  const points = [[0, 2, 0], [5, 0, 3]];
  equal(sparkline(points, { x: (at) => at * 10, until: 8, y: 0, height: 10 }), "M0.0 0.0H50.0V10.0H80.0");
  equal([valueAt(points, 4.9), valueAt(points, 5), valueAt([[3, 1, 1]], 2)], [2, 0, null]);
});
