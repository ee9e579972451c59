import { equal, test } from "../harness.js";
import { backTarget, createPlayer, lasts, seqAtTime } from "./player.js";

const ACTS = [[1, 0, "you", "input-apply"], [2, 0, "scheduler", "schedule"], [3, 0, "scheduler", "bind"], [4, 1, "kubelet", "start"], [5, 5, "you", "input-delete"], [6, 5, "kubelet", "sigterm"]];

test("back by each size lands before what that size would have done", () => {
  equal([backTarget(ACTS, 3, "act"), backTarget(ACTS, 3, "cycle"), backTarget(ACTS, 3, "event"), backTarget(ACTS, 6, "quiet"), backTarget(ACTS, 6, "event"), backTarget(ACTS, 0, "act")], [2, 1, 0, 4, 4, 0]);
});

test("a time is the last act at or before it", () => {
  equal([seqAtTime(ACTS, 0.5), seqAtTime(ACTS, 5), seqAtTime([], 3)], [3, 6, 0]);
});

test("faster play leaves less time for an act", () => {
  equal([lasts("bind", 1), lasts("bind", 4), lasts("bind", 0.25)], [700, 175, 700]);
});

/** A clock without time, and a server of six steps. */
function fixture({ canAct = true } = {}) {
  const emitted = [];
  const asked = [];
  const clock = { t: 0, speed: 1, now: () => 0, play() {}, pause() {}, onTick() {}, after: () => () => {} };
  const frame = (seq) => ({ seq, t: ACTS[seq - 1][1], actor: ACTS[seq - 1][2], kind: ACTS[seq - 1][3], changes: [], focus: { pods: [] },
    ...(seq === 2 ? { decision: { pod: "d/p", cycle: 1, order: ["n1", "n2"], nodes: {}, points: [], result: "unschedulable" } } : {}) });
  const snapshot = (seq) => ({ seq, t: seq ? ACTS[seq - 1][1] : 0, hash: `h${seq}`, nodes: [], pods: [], spans: [], classes: [], workloads: [], decisions: {}, frame: null });
  const player = createPlayer({ clock, emit: (kind, detail) => emitted.push([kind, detail]) });
  player.use({
    async send(message) {
      asked.push(message);
      if (message.do === "seek") return { type: "snapshot", head: 6, snapshot: snapshot(message.to) };
      const frames = message.from < 6 ? [frame(message.from + 1)] : [];
      return { type: "frames", from: message.from, to: message.from + frames.length, head: 6, frames, hash: "h", quiet: !frames.length, end: false };
    },
  });
  player.receive({ type: "hello", run: { head: 6, canAct }, acts: ACTS, snapshot: snapshot(0) });
  return { player, emitted, asked, clock, frame };
}

test("a step applies the next frame and the clock follows it", async () => {
  const { player, clock } = fixture();
  await player.forward("act");
  await player.forward("act");
  await player.forward("act");
  await player.forward("act");

  equal([player.state.model.seq, clock.t], [4, 1]);
});

test("going back over known steps asks nobody", async () => {
  const { player, asked } = fixture();
  await player.forward("act");
  await player.forward("act");
  const before = asked.length;
  player.back("act");
  await player.forward("act");

  equal([asked.length, player.state.model.seq], [before, 2]);
});

test("into walks the decision before the frame is applied", async () => {
  const { player } = fixture();
  await player.forward("into");
  await player.forward("into");
  equal([player.state.model.seq, player.state.into.k, player.state.into.stops.length], [1, 0, 3]);
  await player.forward("into");
  await player.forward("into");
  equal([player.state.model.seq, player.state.into.k], [1, 2]);
  await player.forward("into");

  equal([player.state.model.seq, player.state.into], [2, null]);
});

test("back inside a decision goes one stop back, and from the first stop out of it", async () => {
  const { player } = fixture();
  await player.forward("act");
  await player.forward("into");
  await player.forward("into");
  player.back("into");
  equal(player.state.into.k, 0);
  player.back("into");

  equal([player.state.into, player.state.model.seq], [null, 1]);
});

test("frames of others are followed at the old head and only noted elsewhere", () => {
  const { player, frame } = fixture();
  player.receive({ type: "frames", re: null, from: 0, to: 1, head: 7, frames: [frame(1)], hash: "h", quiet: false, end: false });
  equal(player.state.model.seq, 1);
  player.receive({ type: "frames", re: null, from: 5, to: 6, head: 8, frames: [frame(6)], hash: "h", quiet: false, end: false });

  equal([player.state.model.seq, player.state.head], [1, 8]);
});

test("resume tells the position with the hash of its state", () => {
  const { player } = fixture();

  equal(player.hello(), { at: 0, have: { seq: 0, hash: "h0" } });
});

test("an input between two acts carries the time its giver sees; at a step it carries none", async () => {
  const { player, asked, clock } = fixture();
  await player.forward("act");
  await player.input({ kind: "cordon", node: "n1" });
  clock.t = 3.25;
  await player.tryInput({ kind: "cordon", node: "n1" });

  equal(asked.filter((m) => m.do === "input").map((m) => m.input.at ?? null), [null, 3.25]);
});
