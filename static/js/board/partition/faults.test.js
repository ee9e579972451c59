import { equal, RULES, test, truthy as ok } from "../../harness.js";
import {
  age,
  apart,
  brokenParts,
  cableOf,
  countdownOf,
  duration,
  ghosts,
  heardAgo,
  invariants,
  ringTime,
  rowsOf,
  signsOf,
  splitNodes,
  troubled,
} from "./faults.js";

const node = (name, more = {}) => ({
  name,
  order: 0,
  ready: true,
  taints: [],
  conditions: [],
  link: null,
  power: true,
  kubelet: true,
  fenced: null,
  registered: true,
  clock: 0,
  volumes: [],
  ...more,
});
const cutOff = (lease = 120) => ({ hears: false, speaks: false, storage: true, since: lease, lease, delay: 0 });
const pod = (name, on, more = {}) => ({
  key: `default/${name}`,
  ns: "default",
  name,
  uid: name,
  node: on,
  order: 0,
  bound: 0,
  phase: "Running",
  holds: true,
  state: "Running",
  ready: true,
  cpu: 500,
  priority: 0,
  leaving: null,
  term: null,
  ...more,
});
const process = (name, on, more = {}) => ({
  node: on,
  uid: name,
  pod: `default/${name}`,
  name,
  state: "running",
  ghost: false,
  listed: true,
  knowsDeletion: false,
  deadline: null,
  writes: [],
  cpu: 500,
  priority: 0,
  order: 0,
  ...more,
});
const byKey = (list, key) => new Map(list.map((each) => [key(each), each]));

function model({ nodes = [], pods = [], processes = [], identities = [], timers = [], volumes = [], network = null }) {
  return {
    nodes: byKey(nodes, (n) => n.name),
    pods: byKey(pods, (p) => p.key),
    processes: byKey(processes, (p) => `${p.node}/${p.uid}`),
    identities: byKey(identities, (i) => i.key),
    timers: byKey(timers, (t) => t.key),
    volumes: byKey(volumes, (v) => v.name),
    network,
    rules: RULES,
  };
}

test("a whole cluster is in no trouble", () => {
  equal(troubled(model({ nodes: [node("n1")], pods: [pod("a", "n1")] })), false);
});

test("a node that is cut off is in two racks, row by row; a ghost has no object", () => {
  const m = model({
    nodes: [node("n3", { link: cutOff() })],
    pods: [
      pod("pet-0", "n3"),
      pod("web-3", "n3", { leaving: { deadline: 500, effectiveGraceSeconds: 30, finalizers: [] }, order: 1 }),
    ],
    processes: [process("pet-0", "n3"), process("web-3", "n3"), process("queue-1", "n3", { ghost: true })],
  });
  equal([...splitNodes(m, "cards")], ["n3"]);
  equal([...splitNodes(m, "racks")], []);
  equal(
    rowsOf(m.nodes.get("n3"), m).map((row) => [row.key, row.same, Boolean(row.pod), row.process.ghost]),
    [
      ["default/pet-0", true, true, false],
      ["default/web-3", false, true, false],
      ["default/queue-1", false, false, true],
    ],
  );
  equal(ghosts(m), 1);
});

test("without power nothing runs", () => {
  const m = model({ nodes: [node("n1", { power: false })], pods: [pod("a", "n1")] });
  equal(rowsOf(m.nodes.get("n1"), m).map((row) => [row.process, row.same]), [[null, false]]);
  equal(signsOf(m.nodes.get("n1")).map((sign) => sign.message.id), ["ui.sign.power_off"]);
});

test("a store that does not answer cuts all off alike: no two racks, but a word in the bar", () => {
  const m = model({
    nodes: [node("n1", { link: cutOff() })],
    pods: [pod("a", "n1")],
    processes: [process("a", "n1")],
    network: {
      cuts: [{ between: ["api-server", "store"], to: true, from: true, since: 0 }],
      delays: [],
      down: [],
      second: [],
      extra: [],
    },
  });
  equal([...splitNodes(m, "cards")], []);
  equal(brokenParts(m).map((part) => part.message.id), ["ui.api.store_cut"]);
});

test("cables tell the direction that is cut, delays, and who is down", () => {
  const state = (more) => cableOf(node("n1", more), model({}), 127).state;
  equal(state({}), "whole");
  equal(state({ link: cutOff() }), "cut");
  equal(state({ link: { ...cutOff(), speaks: true } }), "deaf");
  equal(state({ link: { ...cutOff(), hears: true } }), "mute");
  equal(state({ link: { hears: true, speaks: true, storage: true, lease: null, delay: 2 } }), "late");
  equal(state({ kubelet: false, link: { hears: true, speaks: true, storage: true, lease: 120, delay: 0 } }), "down");
});

test("seconds ago come from the lease, or from the last ten", () => {
  equal(heardAgo(node("n1"), 127, RULES), 7);
  equal(heardAgo(node("n1", { link: cutOff(120) }), 527, RULES), 407);
  equal(duration(407), "6 min 47 s");
  equal(age(407), "6m47s");
  equal([ringTime(17), ringTime(253), ringTime(600), ringTime(75, 3)], ["17", "4:13", "10m", "1m"]);
});

test("the ring counts down to the deadline, beyond it, or to the end of a toleration", () => {
  const m = model({
    timers: [{ key: "toleration:default/c", kind: "toleration", pod: "default/c", from: 0, to: 600 }],
  });
  equal(
    countdownOf(pod("a", "n1", { leaving: { deadline: 510, effectiveGraceSeconds: 30, finalizers: [] } }), m, 527).text,
    "+17",
  );
  equal(
    countdownOf(pod("a", "n1", { leaving: { deadline: 510, effectiveGraceSeconds: 30, finalizers: [] } }), m, 495)
      .share,
    0.5,
  );
  equal(countdownOf(pod("c", "n1"), m, 347).kind, "wait");
  equal(countdownOf(pod("d", "n1"), m, 347), null);
});

test("two of one name and two that write to one disk are broken promises", () => {
  const kept = model({ identities: [{ key: "default/db-0", live: 1, unfenced: 1, nodes: ["n1"], alarm: false }] });
  equal(invariants(kept).map((each) => each.ok), [true]);
  const writes = (name) =>
    node(name, { volumes: [{ volume: "pv-1", claim: "default/data", attached: true, inUse: true, writer: [name] }] });
  const broken = model({
    nodes: [writes("n1"), writes("n2")],
    volumes: [{ name: "pv-1", modes: ["ReadWriteOnce"] }],
    identities: [{ key: "default/db-0", live: 2, unfenced: 2, nodes: ["n1", "n2"], alarm: true }],
  });
  equal(
    invariants(broken).map((each) => [each.ok, each.message.id]),
    [
      [false, "ui.api.two_of"],
      [false, "ui.api.two_write"],
    ],
  );
});

test("who hears and is heard is not apart", () => {
  ok(!apart(node("n1", { link: { hears: true, speaks: true, storage: false, lease: null, delay: 0 } })));
  ok(apart(node("n1", { kubelet: false })));
});

test("a stopped scheduler alone is no trouble of the board, a stopped controller is", () => {
  const down = (...names) => model({ network: { cuts: [], delays: [], down: names, second: [], extra: [] } });
  ok(!troubled(down("scheduler")));
  ok(troubled(down("scheduler", "statefulset-controller")));
});
