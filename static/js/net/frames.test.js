import { equal, test, truthy } from "../harness.js";
import { apply, changesOf, fromSnapshot, step } from "./frames.js";

const outline = (pod, cycle) => ({
  pod, cycle, refusals: [{ plugin: "X", line: "no cpu", word: "cpu" }], verdicts: [["n1", 0, null], ["n2", null, 30]],
});
const snapshot = () => ({
  seq: 3,
  t: 1.5,
  hash: "h3",
  nodes: [{ name: "n1", order: 0 }],
  pods: [{ key: "d/a", name: "a", node: null }],
  spans: [],
  classes: [],
  workloads: [],
  scheduler: { running: true },
  frame: null,
  decisions: { "d/a": { pod: "d/a", cycle: 4 }, "d/b": { pod: "d/b", cycle: 7 } },
  last: outline("d/b", 7),
});
const frame = (seq, changes, more = {}) => ({ seq, t: seq, actor: "scheduler", kind: "bind", changes, ...more });

test("a snapshot becomes tables by key, and says which decision is the latest", () => {
  const model = fromSnapshot(snapshot());

  equal([...model.pods.keys()], ["d/a"]);
  equal([model.last.pod, model.decisions.get("d/b").cycle], ["d/b", 7]);
});

test("the verdicts of the latest decision are found by node", () => {
  const { last } = fromSnapshot(snapshot());

  equal(["n1", "n2", "n3"].map((name) => last.signs.get(name) ?? null), [
    { refusal: { plugin: "X", line: "no cpu", word: "cpu" }, total: null }, { refusal: null, total: 30 }, null,
  ]);
});

test("a run without a decision has no latest one", () => {
  equal(fromSnapshot({ ...snapshot(), last: null }).last, null);
});

test("a workload's key names its kind, in snapshots as in changes", () => {
  const web = (replicas) => ({ kind: "Deployment", key: "default/web", replicas, ready: 0 });
  const model = fromSnapshot({ ...snapshot(), workloads: [web(2)] });
  const put = { op: "put", kind: "workload", key: "Deployment/default/web", view: web(3) };
  const { model: next } = step(model, frame(4, [put]));

  equal([...next.workloads.values()].map((view) => view.replicas), [3]);
});

test("a put replaces what has the key, and the change knows what was before", () => {
  const model = fromSnapshot(snapshot());
  const { model: next, changes } = step(model,
    frame(4, [{ op: "put", kind: "pod", key: "d/a", view: { key: "d/a", node: "n1" } }]));

  equal(next.pods.get("d/a").node, "n1");
  equal([changes[0].before.node, changes[0].after.node], [null, "n1"]);
  equal([next.seq, next.t], [4, 4]);
});

test("the model before a frame stays as it was, and tables without a change are shared", () => {
  const model = fromSnapshot(snapshot());
  const { model: next } = step(model,
    frame(4, [{ op: "put", kind: "pod", key: "d/a", view: { key: "d/a", node: "n1" } }]));

  equal(model.pods.get("d/a").node, null);
  truthy(next.nodes === model.nodes, "nodes shared");
});

test("a union leads over many steps: it sets single fields, and brings the decisions made in between", () => {
  const pods = [{ key: "d/a", name: "a", node: null }, { key: "d/b", name: "b" }];
  const before = fromSnapshot({ ...snapshot(), pods });
  const changes = [
    { op: "set", kind: "pod", key: "d/a", view: { node: "n1" } },
    { op: "put", kind: "pod", key: "d/c", view: { key: "d/c", name: "c" } },
    { op: "del", kind: "pod", key: "d/b" },
  ];
  const union = {
    type: "union", from: 3, to: 90, seq: 90, t: 12, changes, frame: { seq: 90, kind: "start", changes: [] },
    decisions: [{ pod: "d/c", cycle: 11 }], last: outline("d/c", 11),
  };
  const { model, gap } = step(before, union);

  equal([gap, model.seq, model.t, model.frame.kind], [false, 90, 12, "start"]);
  equal([...model.pods.values()].map((view) => [view.name, view.node ?? null]), [["a", "n1"], ["c", null]]);
  equal([[...model.decisions.keys()], model.last.pod, model.last.signs.size], [["d/a", "d/c"], "d/c", 2]);
  equal(before.pods.get("d/a").node, null);
});

test("rows of a ranking refer to those before", () => {
  const ranking = [{ pod: "a", rank: 1 }, { pod: "b", rank: 2 }];
  const before = fromSnapshot({ ...snapshot(), pressures: [{ node: "n1", pass: 0, ranking }] });
  const view = { ranking: [{ was: 1, rank: 1 }, 0, { pod: "c", rank: 3 }] };
  const union = {
    type: "union", from: 3, seq: 9, t: 1, decisions: [], last: null, frame: null,
    changes: [{ op: "set", kind: "pressure", key: "n1", view }],
  };

  equal(step(before, union).model.pressures.get("n1"), {
    node: "n1", pass: 0, ranking: [{ pod: "b", rank: 1 }, { pod: "a", rank: 1 }, { pod: "c", rank: 3 }],
  });
});

test("a union from another step than the model's changes nothing", () => {
  const model = fromSnapshot(snapshot());
  const union = { type: "union", from: 4, seq: 9, t: 1, changes: [], decisions: [], last: null, frame: null };

  equal([step(model, union).gap, step(model, union).model === model], [true, true]);
});

test("a frame that is not the next one changes nothing and says gap", () => {
  const model = fromSnapshot(snapshot());
  const result = step(model, frame(6, []));

  equal([result.gap, result.model === model], [true, true]);
});

test("a del takes the pod away together with its decision", () => {
  const { model } = step(fromSnapshot(snapshot()), frame(4, [{ op: "del", kind: "pod", key: "d/a" }]));

  equal([model.pods.size, model.decisions.has("d/a")], [0, false]);
});

test("a decision in a frame becomes the last one", () => {
  const { model } = step(fromSnapshot(snapshot()), frame(4, [], { decision: outline("d/a", 9) }));

  equal([model.last.cycle, model.decisions.get("d/a").cycle], [9, 9]);
});

test("a kind this page does not know is passed over", () => {
  const { model, gap } = step(fromSnapshot(snapshot()), frame(4, [{ op: "put", kind: "volume", key: "v", view: {} }]));

  equal([gap, model.seq], [false, 4]);
});

test("the scheduler's own state is a change like any other", () => {
  const model = fromSnapshot(snapshot());
  const changes = changesOf(model,
    frame(4, [{ op: "put", kind: "scheduler", key: "scheduler", view: { running: false } }]));

  equal(apply(model, changes).scheduler.running, false);
});

test("a snapshot takes over the views of the state before that say the same", () => {
  const pods = [{ key: "d/a", labels: { app: "a" } }, { key: "d/b", gates: ["g"] }];
  const before = fromSnapshot({ ...snapshot(), pods });
  const after = fromSnapshot(
    { ...snapshot(), pods: [{ key: "d/a", labels: { app: "a" } }, { key: "d/b", gates: [] }, { key: "d/c" }] }, before);

  equal([...after.pods].map(([key, view]) => [key, view === before.pods.get(key)]),
    [["d/a", true], ["d/b", false], ["d/c", false]]);
  equal(after.pods.get("d/b").gates, []);
});
