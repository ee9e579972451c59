import { equal, RULES, test } from "../../harness.js";
import { fromSnapshot } from "../../net/frames.js";
import {
  age, brokenParts, cableOf, duration, ghosts, besideStatus, leaseAge, invariants, ringOf, ringTime, rowsOf, signsOf,
  splitNodes, troubled,
} from "./faults.js";

const node = (name, more = {}) => ({
  name, order: 0, ready: true, taints: [], conditions: [], link: null, power: true, kubelet: true, fenced: null,
  registered: true, clock: 0, volumes: [], apart: false, cable: "whole", heard: { at: 0, next: 10, every: 10 }, ...more,
});
const cutOff = (lease = 120) => ({ hears: false, speaks: false, storage: true, since: lease, lease, delay: 0 });
const pod = (name, on, more = {}) => ({
  key: `default/${name}`, ns: "default", name, uid: name, node: on, order: 0, bound: 0, phase: "Running", holds: true,
  state: "Running", ready: true, cpu: 500, priority: 0, leaving: null, term: null, ...more,
});
const process = (name, on, more = {}) => ({
  node: on, uid: name, pod: `default/${name}`, name, state: "running", ghost: false, listed: true, knowsDeletion: false,
  deadline: null, writes: [], cpu: 500, priority: 0, order: 0, ...more,
});
const model = (views) => fromSnapshot({ seq: 0, t: 0, rules: RULES, ...views });

const row = (uid, pairing, more = {}) => ({
  uid, pod: `default/${uid}`, process: `n3/${uid}`, state: "running", knowsDeletion: false, pairing, countdown: null,
  notReady: false, lines: [], ...more,
});

test("the board shows two truths while the server speaks of safety", () => {
  equal([troubled(model({})), troubled(model({ safety: { invariants: [], ghosts: 0 } }))], [false, true]);
});

test("a node with two truths is in two racks, row by row as they came; a ghost has no object", () => {
  const m = model({
    nodes: [node("n3", { link: cutOff() })],
    pods: [pod("pet-0", "n3"), pod("web-3", "n3")],
    processes: [process("pet-0", "n3"), process("web-3", "n3"), process("queue-1", "n3", { ghost: true })],
    truths: [
      { node: "n3", rows: [row("web-3", "differs"), row("pet-0", "same"), row("queue-1", "no_object", { pod: null })] },
    ],
  });
  equal([...splitNodes(m, "cards")], ["n3"]);
  equal([...splitNodes(m, "racks")], []);
  equal(rowsOf(m.nodes.get("n3"), m).map((lane) => [lane.key, lane.same, Boolean(lane.pod), lane.process.ghost]),
    [
      ["default/web-3", false, true, false],
      ["default/pet-0", true, true, false],
      ["default/queue-1", false, false, true],
    ]);
});

test("a row without a process has none; one whose process is nowhere else is drawn from the row", () => {
  const truths = [
    { node: "n3", rows: [row("a", "no_process", { process: null, state: null }), row("b", "same", { process: null })] },
  ];
  const m = model({ nodes: [node("n3")], pods: [pod("a", "n3"), pod("b", "n3")], truths });
  equal(rowsOf(m.nodes.get("n3"), m).map((lane) => [lane.process?.state ?? null, lane.pairing]),
    [[null, "no_process"], ["running", "same"]]);
});

test("a finished pod whose object is kept agrees with its machine: nothing of it runs", () => {
  const truths = [{ node: "n3", rows: [row("a", "over", { process: null, state: null })] }];
  const [kept] = rowsOf(node("n3"), model({ nodes: [node("n3")], pods: [pod("a", "n3")], truths }));
  equal([kept.same, kept.pairing, kept.process], [true, "no_process", null]);
});

test("at most three nodes are drawn as two racks", () => {
  const names = ["n1", "n2", "n3", "n4"];
  const pods = names.map((name) => pod(`on-${name}`, name));
  const truths = names.map((name) => ({ node: name, rows: [row(`on-${name}`, "same", { process: null })] }));
  const m = model({ nodes: names.map((name) => node(name)), pods, truths });
  equal(splitNodes(m, "cards").size, 3);
});

test("a node of which neither truth says anything is one rack, unless it is cut off and two racks fit", () => {
  const held = [{ claim: "default/data", modes: ["RWO"], volume: "pv-1", attached: true, writers: [] }];
  const nodes = [node("n1"), node("n2", { volumes: held }), node("n3")];
  const truths = [
    { node: "n1", rows: [], locks: [] },
    { node: "n2", rows: [], locks: [] },
    { node: "n3", rows: [], locks: [{ rule: "lock_free", ok: true, args: { name: "db-0" } }] },
  ];
  const plain = model({ nodes, truths });
  equal([...splitNodes(plain, "cards")], ["n2", "n3"]);
  const broken = { ...plain, rules: { ...plain.rules, breaks: true } };
  equal([true, false].map((fits) => splitNodes(broken, "cards", () => fits).size), [2, 2]);
  const lacking = { ...broken, workloads: new Map([["web", { ready: 1, replicas: 2 }]]) };
  equal([...splitNodes(lacking, "cards")], ["n1", "n2", "n3"]);
  const cut = { ...broken, nodes: new Map(broken.nodes).set("n1", node("n1", { cable: "cut" })) };
  equal([true, false].map((fits) => splitNodes(cut, "cards", () => fits).size), [3, 2]);
});

test("a machine without power has its sign, a store that is cut off a word in the bar", () => {
  equal(signsOf(node("n1", { power: false })).map((sign) => sign.message.id), ["ui.sign.power_off"]);
  const cut = { rule: "store_cut", level: "bad", args: {} };
  const late = { rule: "late", level: "warn", args: { first: { part: "api-server" }, second: "n1", seconds: 2 } };
  const m = model({ network: { broken: [cut, late] } });
  equal(brokenParts(m).map((part) => [part.icon, part.kind, part.message.id, part.message.args.first]),
    [["cut", "bad", "ui.api.store_cut", undefined], ["clock", "warn", "ui.api.late", { id: "endpoint.api_server" }]]);
  equal(brokenParts(model({})), []);
});

test("a cable has the state that the server says, the seconds since the node was heard of, and the delay", () => {
  const heartbeat = { at: 120, next: null, every: null };
  equal(cableOf(node("n1", { cable: "deaf", heard: heartbeat, link: { ...cutOff(), delay: 2 } }), 127), {
    state: "deaf",
    ago: 7,
    delay: 2,
  });
});

test("seconds ago come from the last renewal: the one that is named, or the newest of those that follow", () => {
  const since = (at, next, now) => leaseAge({ at, next, every: next && 10 }, now);

  equal([since(0, 10, 127), since(123, 130, 127), since(123, 130, 131), since(120, null, 527)], [7, 4, 1, 407]);
  equal(duration(407), "6 min 47 s");
  equal(age(407), "6m47s");
  equal([ringTime(17), ringTime(253), ringTime(600), ringTime(75, 3)], ["17", "4:13", "10m", "1m"]);
});

test("the ring counts down to the deadline, beyond it, or to the end of a timer", () => {
  const deletion = { kind: "deletion", from: 480, to: 510 };
  const toleration = { kind: "toleration", from: 0, to: 600 };
  const texts = (countdown, now) => {
    const { kind, text, share, message } = ringOf(countdown, now);
    return [kind, text, share, message.id];
  };

  equal(texts(deletion, 527), ["over", "+17", 1, "ui.truth.passed"]);
  equal(texts(deletion, 495), ["left", "15", 0.5, "ui.truth.to_be_gone"]);
  equal(texts(toleration, 300), ["wait", "5:00", 0.5, "ui.truth.evicted_in"]);
  equal(texts({ ...toleration, kind: "quarantine" }, 601), ["wait", "0", 0, "ui.truth.removed_in"]);
  equal([ringOf(null, 0), ringOf({ kind: "for_ever", from: null, to: null }, 0)], [null, null]);
});

test("beside the status stands why nothing new is known of a pod", () => {
  equal(besideStatus(null, 0), null);
  equal(besideStatus({ because: "no_node" }, 0), { id: "ui.status.no_node" });
  equal(besideStatus({ because: "unreachable", heard: 120 }, 527).args, { age: "6m47s" });
});

test("invariants and ghosts are said as the server counts them", () => {
  const two = { rule: "two_of", ok: false, args: { n: 2, pod: "db-0", nodes: ["n1", "n2"] } };
  const m = model({ safety: { invariants: [two], ghosts: 3 } });
  equal(invariants(m), [{ ok: false, message: { id: "ui.api.two_of", args: two.args } }]);
  equal([ghosts(m), ghosts(model({}))], [3, 0]);
});
