import { equal, test } from "../harness.js";
import { firstDifference, rowsOf } from "./rows.js";

const stretch = (node) => ({ stretches: [{ kind: "runs", node, from: 1, to: null }] });
const pair = (key, was, now, from = 1) => ({ key, name: key, from, was, now, facts: [`facts of ${key}`] });

test("a pod that fares otherwise in one run has a row with all runs", () => {
  const p = { key: "p", ...stretch("n1") };
  const rows = rowsOf([{ changed: [pair("p", p, { key: "p", ...stretch("n2") }, 4)] }, { changed: [] }]);

  equal(rows.map(({ key, runs }) => [key, runs.map(({ stretches: [{ node }] }) => node)]), [["p", ["n1", "n2", "n1"]]]);
  equal(firstDifference(rows), 4);
});

test("the same pod in two runs is one row, under whatever name it goes there", () => {
  const was = { key: "web-a", ...stretch("n1") };
  const rows = rowsOf([
    { changed: [pair("web-b", was, { key: "web-b", ...stretch("n2") }, 4)] },
    { changed: [pair("web-c", was, { key: "web-c", ...stretch("n3") }, 2)] },
  ]);

  equal(rows.map(({ from, runs }) => [from, runs.map(({ stretches: [{ node }] }) => node)]), [[2, ["n1", "n2", "n3"]]]);
});

test("a pod that only one run has is a row that is empty in the others", () => {
  const rows = rowsOf([{ changed: [pair("new", null, { key: "new", ...stretch("n2") })] }, { changed: [] }]);

  equal(rows[0].runs.map(({ stretches }) => stretches.length), [0, 1, 0]);
  equal(firstDifference([]), null);
});
