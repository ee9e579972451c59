import { equal, test } from "../../harness.js";
import { earliestBind, rowsOf } from "./rows.js";

const span = (pod, kind, from, deadline) => ({ id: `${kind}:${pod}`, pod, kind, from, to: null, deadline, node: "n1" });
const SPANS = [
  span("d/etl", "preStop", 1, 106),
  span("d/report", "SIGTERM", 1, 91),
  { ...span("d/check", "nominated", 1, null), earliestBind: 106 },
  span("d/x", "backoff", 0, 4),
];

test("the gantt shows nominated pods first, then victims by when they began", () => {
  equal(rowsOf(SPANS, 5).map((row) => row.pod), ["d/check", "d/etl", "d/report"]);
});

test("a row keeps its place when its pod has ended", () => {
  const ended = SPANS.map((bar) => (bar.pod === "d/etl" ? { ...bar, to: 20 } : bar));

  equal([5, 15, 40].map((now) => rowsOf(ended, now).map((row) => row.pod)), [
    ["d/check", "d/etl", "d/report"], ["d/check", "d/etl", "d/report"], ["d/check", "d/etl", "d/report"],
  ]);
});

test("where rows are few, those that go on are shown rather than those that ended", () => {
  const ended = SPANS.map((bar) => (bar.pod === "d/etl" ? { ...bar, to: 20 } : bar));

  equal(rowsOf(ended, 40, 2).map((row) => row.pod), ["d/check", "d/report"]);
});

test("a nominated pod can be bound when the last of its victims is gone", () => {
  const rows = rowsOf(SPANS, 5);

  equal(earliestBind(rows[0]), 106);
  equal(earliestBind(rows[1]), null);
});
