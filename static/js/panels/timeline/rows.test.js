import { equal, test } from "../../harness.js";
import { earliestBind, rowsOf } from "./rows.js";

const span = (pod, kind, from, deadline) => ({ id: `${kind}:${pod}`, pod, kind, from, to: null, deadline, node: "n1" });
const SPANS = [
  span("d/etl", "preStop", 1, 106),
  span("d/report", "SIGTERM", 1, 91),
  { ...span("d/check", "nominated", 1, null), earliestBind: 106 },
  span("d/x", "backoff", 0, 4),
];

test("the gantt shows nominated pods first, then victims, the soonest end first", () => {
  equal(rowsOf(SPANS, 5).map((row) => row.pod), ["d/check", "d/report", "d/etl"]);
});

test("a nominated pod can be bound when the last of its victims is gone", () => {
  const rows = rowsOf(SPANS, 5);

  equal(earliestBind(rows[0]), 106);
  equal(earliestBind(rows[1]), null);
});
