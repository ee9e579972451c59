import { equal, test } from "../harness.js";
import { createPlayer } from "./player.js";

const ACTS = [
  [1, 0, "you", "input-apply"], [2, 0, "scheduler", "schedule"], [3, 0, "scheduler", "bind"],
  [4, 1, "kubelet", "start"], [5, 5, "you", "input-delete"], [6, 9, "kubelet", "sigterm"],
];

/** A clock without time, and a server of six steps; a union of it holds `most` steps. */
function fixture({ canAct = true, most = 2, known = 6, followed = false } = {}) {
  const emitted = [];
  const asked = [];
  const ticks = [];
  const clock = {
    t: 0, speed: 1, ms: 0, now: () => clock.ms, play() {}, pause() {}, onTick: (fn) => ticks.push(fn),
    after: () => () => {},
  };
  /** Real seconds pass. */
  async function pass(seconds) {
    clock.ms += seconds * 1000;
    for (const fn of ticks) fn(seconds);
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
  }
  const decision = { pod: "d/p", cycle: 1, result: "unschedulable", refusals: [], verdicts: [] };
  const stops = [{ point: "PreFilter" }, { point: "Filter", node: "n1" }, { point: "Filter", node: "n2" }];
  const frame = (seq) => {
    const [, at, actor, kind] = ACTS[seq - 1];
    const back = { act: seq - 1, cycle: seq - 1, event: 4, quiet: 0 };
    const act = { seq, t: at, actor, kind, back, changes: [], focus: { pods: [] } };
    return seq === 2 ? { ...act, decision } : act;
  };
  const snapshot = (seq) => ({
    seq, t: seq ? ACTS[seq - 1][1] : 0, hash: `h${seq}`, nodes: [], pods: [], spans: [], classes: [], workloads: [],
    decisions: {}, frame: seq ? frame(seq) : null,
  });
  const emit = (kind, detail) => emitted.push([kind, detail]);
  const player = createPlayer({ clock, emit, followed });
  player.use({
    async send(message) {
      asked.push(message);
      if (message.do === "decision") return { type: "decision", seq: message.seq, decision: { pod: "d/p", stops } };
      if (message.do === "seek") return { type: "snapshot", head: 6, snapshot: snapshot(message.to) };
      const isDue = ([seq, t]) => seq > message.from && (seq <= message.from + 2 || t <= message.until);
      const due = ACTS.filter(isDue);
      if (message.union && due.length > 1) return unionOf(message.from, due.slice(0, most).at(-1)[0]);
      const frames = message.from < 6 ? [frame(message.from + 1)] : [];
      const to = message.from + frames.length;
      const head = Math.max(known, to);
      return { type: "frames", from: message.from, to, head, frames, hash: "h", quiet: !frames.length, end: false };
    },
  });
  /** What the server tells of steps from + 1 … to at once. */
  function unionOf(from, to) {
    const put = { op: "put", kind: "pod", key: `d/${to}`, view: { key: `d/${to}`, name: String(to) } };
    return {
      type: "union", from, to, head: 6, t: ACTS[to - 1][1], hash: `u${to}`, quiet: to === 6,
      next: ACTS[to]?.[1] ?? null,
      end: false, frame: { ...frame(to), decision: undefined }, changes: [put], decisions: [], last: null,
      acts: ACTS.slice(from, to),
    };
  }
  const run = { head: known, canAct };
  player.receive({ type: "hello", run, acts: ACTS.slice(0, known), snapshot: snapshot(0) });
  return { player, emitted, asked, clock, frame, pass, unionOf };
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

test("a step back lands where the frame says for its size", async () => {
  const { player } = fixture();
  for (let i = 0; i < 6; i += 1) await player.forward("act");
  const landed = [];
  for (const size of ["into", "event", "quiet"]) {
    player.back(size);
    landed.push(player.state.model.seq);
  }

  equal(landed, [5, 4, 0]);
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

/** A page that goes along with a presenter, who told how their board looks. */
async function along(view) {
  const made = fixture({ canAct: false });
  const { player, frame } = made;
  const look = { playing: false, speed: 1, size: "into", into: "" };
  const moves = (seq) => {
    player.flush();
    player.receive({ type: "frames", from: seq - 1, to: seq, head: 6, frames: [frame(seq)], hash: "h" });
    return made.pass(0);
  };
  player.along({ ...look, ...view });
  await moves(1);
  return { ...made, moves, shows: (more) => (player.along({ ...look, ...view, ...more }), made.pass(0)) };
}

const standsAt = ({ state }) => [state.model.seq, state.into?.k ?? null];

test("who goes along into a decision sees where it led after the presenter has", async () => {
  const { player, moves, shows } = await along();
  await moves(2);
  const places = [standsAt(player)];
  await shows({ into: "2/1" });
  places.push(standsAt(player));
  await shows({ into: "" });
  places.push(standsAt(player));
  await moves(3);

  equal([...places, standsAt(player)], [[1, 0], [1, 1], [2, null], [3, null]]);
});

test("who goes along leaves a decision with the step after it, and comes back into it", async () => {
  const { player, moves, shows } = await along();
  await moves(2);
  await moves(3);
  const beyond = standsAt(player);
  const other = await along({ size: "act" });
  await other.moves(2);
  const outside = standsAt(other.player);
  await other.shows({ into: "2/2" });

  equal([beyond, outside, standsAt(other.player)], [[3, null], [2, null], [1, 2]]);
  await shows({ into: "" });
});

test("who goes along arrives where the presenter is, also when they moved on while the decision was on its way", async () => {
  const far = await along();
  far.moves(2); // the decision is asked for
  await far.shows({ into: "2/2" });
  const left = await along();
  left.moves(2);
  await left.shows({ into: "2/1" });
  await left.shows({ into: "" });

  equal([standsAt(far.player), standsAt(left.player)], [[1, 2], [2, null]]);
});

test("the clock of who goes along runs on while the presenter plays, for some seconds without a step", async () => {
  const { clock, pass, shows, moves } = await along({ playing: true, speed: 2, size: "act" });
  await pass(0.5);
  const between = clock.t;
  await pass(10);
  const atMost = clock.t;
  await moves(2);
  await pass(0.25);
  const after = clock.t;
  await shows({ playing: false });

  equal([between, atMost, after, clock.t], [1, 1, 0.5, 0]);
});

test("the whole decision is asked for once, when somebody steps into it", async () => {
  const { player, asked } = fixture();
  const wholes = () => asked.filter((message) => message.do === "decision").map((message) => message.seq);
  await player.forward("act");
  await player.forward("act");
  player.back("act");
  equal(wholes(), []);
  await player.forward("into");
  player.back("into");
  await player.forward("into");

  equal([wholes(), player.state.into.k], [[2], 0]);
});

test("back from the step of a decision leads to its last stop", async () => {
  const { player } = fixture();
  await player.forward("act");
  await player.forward("act");
  player.setSize("into");
  await player.back("into");

  equal([player.state.model.seq, player.state.into.k], [1, 2]);
});

test("a decision that cannot be had leaves the cursor where it is", async () => {
  const { player, asked } = fixture();
  await player.forward("act");
  player.use({ send: () => Promise.reject({ code: "net.offline", message: null }) });
  await player.forward("into");

  equal([player.state.model.seq, player.state.into, asked.length], [1, null, 1]);
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
  const of = (seq, head) => ({
    type: "frames", re: null, from: seq - 1, to: seq, head, frames: [frame(seq)], hash: "h", quiet: false, end: false,
  });
  player.receive(of(1, 7));
  equal(player.state.model.seq, 1);
  player.receive(of(6, 8));

  equal([player.state.model.seq, player.state.head], [1, 8]);
});

test("resume tells the position with the hash of its state", () => {
  const { player } = fixture();

  equal(player.hello(), { at: 0, have: { seq: 0, hash: "h0" } });
});

test("a resume that leads on tells the hash of where it leads, so the next one can resume, too", () => {
  const { player, frame } = fixture();
  const run = { ...player.state.run, head: 1 };
  player.receive({ type: "hello", run, resumed: true, from: 0, to: 1, hash: "h1", frames: [frame(1)] });

  equal(player.hello(), { at: 1, have: { seq: 1, hash: "h1" } });
});

test("an input between two acts carries the time its giver sees; at a step it carries none", async () => {
  const { player, asked, clock } = fixture();
  await player.forward("act");
  await player.input({ kind: "cordon", node: "n1" });
  clock.t = 3.25;
  await player.tryInput({ kind: "cordon", node: "n1" });

  equal(asked.filter((m) => m.do === "input").map((m) => m.input.at ?? null), [null, 3.25]);
});

test("at high speed it asks for unions, at most ten a second, and at low speed for frames", async () => {
  const { player, asked, clock, pass } = fixture();
  player.play();
  await pass(0.01);
  player.pause();
  equal(asked.map((message) => message.union ?? false), [false]);
  asked.length = 0;
  clock.speed = 16;
  player.seek(0);
  player.play();
  for (let i = 0; i < 30; i += 1) await pass(0.01);

  equal(asked.length > 0 && asked.length <= 4, true);
  equal(asked.every((message) => message.union && message.limit === undefined), true);
});

test("at high speed the clock keeps its pace while answers come in time", async () => {
  const { player, clock, pass } = fixture({ most: Infinity });
  clock.speed = 16;
  player.play();
  for (let i = 0; i < 5; i += 1) await pass(0.01);
  const began = clock.t;
  for (let i = 0; i < 25; i += 1) await pass(0.01);

  // a tick in which an act is shown ends at the act
  equal(clock.t - began > 16 * (0.25 - 0.02), true);
});

test("at high speed the next union is asked for as soon as the one before came too late", async () => {
  const { player, asked, clock, pass } = fixture();
  clock.speed = 16;
  player.play();
  const ticking = pass(0.01);
  clock.ms += 500; // the server worked that long, and no tick has come since
  await ticking;

  equal(asked.map((message) => message.from), [0, 2]);
});

test("play ends at the time of its last act, although the time after it was asked for already", async () => {
  const { player, clock, pass } = fixture({ most: Infinity });
  clock.speed = 16;
  for (let i = 0; i < 2; i += 1) await player.forward("act");
  player.play();
  for (let i = 0; i < 100 && player.state.playing; i += 1) await pass(0.01);

  equal([player.state.playing, player.state.model.seq, clock.t], [false, 6, ACTS[5][1]]);
});

test("at high speed play ends only after the last act was shown", async () => {
  const { player, clock, pass } = fixture();
  clock.speed = 16;
  for (let i = 0; i < 5; i += 1) await player.forward("act");
  player.play();
  const steps = [];
  for (let i = 0; i < 60; i += 1) {
    await pass(0.01);
    if (!player.state.playing) steps.push(player.state.model.seq);
  }

  equal([steps.length > 0, [...new Set(steps)]], [true, [6]]);
});

test("a union is shown as one step, with its acts on the timeline and its views where panels look back", async () => {
  const { player, emitted, unionOf } = fixture();
  player.state.acts = [];
  player.receive({ ...unionOf(0, 2), re: null });
  const shown = emitted.filter(([kind]) => kind === "frame").map(([, detail]) => [detail.frame.seq, detail.travel]);

  equal(shown, [[2, false]]);
  equal([player.state.model.seq, [...player.state.model.pods.keys()]], [2, ["d/2"]]);
  equal(player.state.acts.map((act) => act[0]), [1, 2]);
  equal(player.framesUpTo(2).map((frame) => [frame.seq, frame.changes.length]), [[2, 1]]);
});

test("a union of others elsewhere is only noted", () => {
  const { player, unionOf } = fixture();
  player.receive({ ...unionOf(2, 4), re: null, head: 9 });

  equal([player.state.model.seq, player.state.head], [0, 9]);
});

test("an input while a union is under way goes in after it", async () => {
  const { player, asked, clock, pass } = fixture();
  clock.speed = 16;
  player.play();
  const ticking = pass(0.01);
  await player.input({ kind: "cordon", node: "n1" });
  await ticking;

  equal(asked.map((message) => [message.do, message.from]), [["step", 0], ["input", 2]]);
});

/** A run whose steps are made while it plays, up to the fifth, which is due in a moment and not shown yet. */
async function shortlyBeforeAnAct(how = {}) {
  const made = fixture({ known: 0, ...how });
  const { player, pass } = made;
  for (let i = 0; i < 4; i += 1) await player.forward("act");
  player.play();
  for (let i = 0; i < 400 && player.state.head < 5; i += 1) await pass(0.01);
  return made;
}
const inputsOf = (asked) => asked.filter((message) => message.do === "input").map((message) => message.from);

test("who acts while the board plays or is paused acts after what was made ahead of the picture", async () => {
  const playing = await shortlyBeforeAnAct();
  const paused = await shortlyBeforeAnAct();
  paused.player.pause();
  const before = [playing, paused].map(({ player }) => [player.state.model.seq, player.state.head, player.atHead]);
  for (const { player } of [playing, paused]) await player.tryInput({ kind: "cordon", node: "n1" });

  equal([before, inputsOf(playing.asked), inputsOf(paused.asked)], [[[4, 5, true], [4, 5, true]], [5], [5]]);
});

test("who went back to a step acts there, and is refused", async () => {
  const { player, asked } = await shortlyBeforeAnAct();
  player.back("act");
  const { atHead } = player;
  await player.tryInput({ kind: "cordon", node: "n1" });

  equal([atHead, inputsOf(asked)], [false, [3]]);
});

test("an input that is given while a step is under way goes in after it", async () => {
  const { player, asked } = fixture({ known: 0 });
  player.forward("act");
  await player.tryInput({ kind: "cordon", node: "n1" });

  equal(inputsOf(asked), [1]);
});

test("a presenter who pauses while a step is on its way brings everybody back, too", async () => {
  const { player, asked, pass } = fixture({ known: 0, followed: true });
  player.play();
  const ticking = pass(0.01);
  player.pause();
  await ticking;
  await pass(0);

  equal(asked.map((message) => message.do), ["step", "seek"]);
});

test("a presenter who pauses brings everybody back to the step that is shown", async () => {
  const { player, asked, pass } = await shortlyBeforeAnAct({ followed: true });
  asked.length = 0;
  player.pause();
  await pass(0);

  equal([asked, player.hello().have], [[{ do: "seek", to: 4 }], { seq: 4, hash: "h4" }]);
});
