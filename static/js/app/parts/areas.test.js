import { equal, RULES, test } from "../../harness.js";
import { chartsCome, endingPods, spaceBelow, areasOf, truthsFill } from "./areas.js";

const pod = (phase, node, remains = false) => ({ phase, node, remains });
const model = (...pods) => ({
  pods: new Map(pods.map((view, i) => [`default/p${i}`, view])), classes: new Map(), last: null,
});
const ACT = (actor, kind) => [9, 4, actor, kind, "default/p0"];
const RUNNING = model(pod("Running", "n1"));

test("a run in which no pod is ever scheduled needs no rail, and a column only for pods that were evicted", () => {
  const areas = { cycles: false, column: false, quiet: true, classesAlone: false };
  const of = (acts) => areasOf({ acts, model: RUNNING, canAct: false });

  equal(of([ACT("kubelet", "sigterm"), ACT("you", "input-delete")]), areas);
  equal(of([ACT("kubelet", "evict")]), { ...areas, column: true });
});

test("a run that schedules at some step has the space at every step, and is quiet until a pod waits", () => {
  const acts = [ACT("kubelet", "start"), ACT("scheduler", "schedule")];
  const at = (shown) => areasOf({ acts, model: shown, canAct: false });

  equal(at(RUNNING), { cycles: true, column: true, quiet: true, classesAlone: false });
  equal(at(model(pod("Pending", null))), { cycles: true, column: true, quiet: false, classesAlone: false });
  equal(at({ ...RUNNING, last: {} }), { cycles: true, column: true, quiet: false, classesAlone: false });
});

test("the column stands for priority classes", () => {
  const shown = { ...RUNNING, classes: new Map([["big", {}]]) };

  equal(areasOf({ acts: [], model: shown, canAct: false }).column, true);
});

test("where no pod comes at any step, the priority classes are what there is to see", () => {
  const shown = { ...model(), classes: new Map([["big", {}]]) };
  const alone = (acts, canAct = false) => areasOf({ acts, model: shown, canAct }).classesAlone;

  equal([alone([[1, 0, "you", "input-apply", null]]), alone([ACT("kubelet", "start")]), alone([], true)],
    [true, false, false]);
});

test("a run that may still get pods keeps the space; where none comes, a stop of the scheduler makes none", () => {
  const stopped = { ...RUNNING, scheduler: { running: false } };

  equal(
    [[RUNNING, true], [stopped, false]].map(([shown, canAct]) => areasOf({ acts: [], model: shown, canAct }).cycles),
    [true, false]);
});

test("a step of a lesson that speaks of a pod which is still to come keeps the space for it", () => {
  const areas = areasOf({ acts: [], model: RUNNING, canAct: false, comes: true });

  equal(areas, { cycles: true, column: true, quiet: true, classesAlone: false });
});

test("nodes leave space below them where charts or the lanes of the hero come at some step, and nowhere else", () => {
  const shown = { ...RUNNING, nodes: new Map([["n1", {}], ["n2", {}]]) };
  const charted = [...ACT("scheduler", "schedule"), true];
  const below = (acts, { hero = null, breaks = false } = {}) =>
    spaceBelow({ acts, model: { ...shown, rules: { ...RULES, breaks } }, hero });
  const ends = [ACT("kubelet", "sigterm")];

  equal([below([charted]), below(ends, { hero: "default/p0" })], [true, true]);
  const none = [below([ACT("scheduler", "schedule")]), below(ends), below(ends, { hero: "default/p1" })];
  equal(none, [false, false, false]);
  equal(below([charted], { breaks: true }), false);
  const builtIn = [...ACT("scheduler", "schedule"), "built-in"];
  equal([below([builtIn]), below([builtIn], { hero: "default/p0" })], [false, true]);
});

test("where the hero ends, other ends are a story too: the latest that has begun, else the next one", () => {
  const end = (seq, key) => [seq, seq, "kubelet", "sigterm", key];
  const other = [6, 6, "kubelet", "start", "default/c"];
  const acts = [end(2, "default/a"), end(5, "default/b"), other, end(9, "default/hero")];
  const at = (seq, hero = "default/hero") => endingPods({ acts, model: { ...RUNNING, rules: RULES, seq }, hero });

  equal(at(0), ["default/hero", "default/a", "default/b"]);
  equal(at(6), ["default/hero", "default/b", "default/a"]);
  equal([at(6, "default/c"), at(6, null)], [[], []]);
});

test("two racks of the only node leave space for lanes, those of one among several do not", () => {
  const nodes = (n) => new Map(Array.from({ length: n }, (_, i) => [`n${i}`, {}]));

  const filled = (n, breaks) => truthsFill({ rules: { ...RULES, breaks }, nodes: nodes(n) });

  equal([filled(1, true), filled(2, true), filled(2, false)], [false, true, false]);
});

test("charts are promised until the last decision that has some, in a run where one comes", () => {
  const nodes = new Map([["n1", {}], ["n2", {}]]);
  const at = (seq, last = null) => ({ ...RUNNING, nodes, rules: {}, seq, last });
  const acts = [[1, 0, "you", "input-create", null, false], [2, 0, "scheduler", "schedule", "default/p0", true]];
  const states = [at(0), at(1), at(2, { spreads: true }), at(3, { spreads: true })];

  equal(states.map((shown) => chartsCome({ acts, model: shown })), [true, true, false, false]);
  equal(chartsCome({ acts: acts.slice(0, 1), model: at(0) }), false);
});
