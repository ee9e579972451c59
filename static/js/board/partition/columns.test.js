import { equal, test, truthy as ok } from "../../harness.js";
import { partedColumns } from "./columns.js";

test("all nodes stand in one row where they fit, the split one widest", () => {
  const columns = partedColumns(["n1", "n2", "n3"], new Set(["n3"]), 800);
  ok(columns.oneRow);
  ok(columns.wide > 2 * columns.narrow);
  equal(columns.template.split(" minmax").length, 2);
});

test("where they do not fit, the split one has a row of its own", () => {
  const columns = partedColumns(["n1", "n2", "n3", "n4", "n5"], new Set(["n3"]), 800);
  ok(!columns.oneRow);
  equal(columns.rows, 2);
});

test("the only node is as wide without its two truths as with them", () => {
  const tracks = [new Set(["n1"]), new Set()].map((split) => partedColumns(["n1"], split, 800).template);

  equal(tracks.map((track) => track.includes("1fr")), [true, true]);
});

test("two split nodes and a whole one stay in their row on a small page, so that none jumps when one goes", () => {
  const oneRow = (...names) => partedColumns(names, new Set(["n2", "n3"]), 942).oneRow;

  equal([oneRow("n1", "n2", "n3"), oneRow("n1", "n2")], [true, true]);
});

test("four whole nodes share a row of the smallest page", () => {
  equal(partedColumns(["n1", "n2", "n3", "n4"], new Set(), 640).rows, 1);
});

test("two split nodes that do not fit beside the others stand side by side above them", () => {
  const columns = partedColumns(["a1", "a2", "b1", "b2", "c1", "c2"], new Set(["c1", "c2"]), 770);

  equal([columns.oneRow, columns.rows, columns.spans], [false, 2, [2, 1]]);
  equal(partedColumns(["n1", "n2", "n3"], new Set(["n2", "n3"]), 1016).oneRow, true);
});
