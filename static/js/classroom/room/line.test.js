import { equal, test } from "../../harness.js";
import { createPlayer } from "../../player/player.js";
import { createRoomLine } from "./line.js";

const run = { id: "stage", head: 3 };
const board = { run, acts: [], snapshot: { seq: 3 } };
const hello = (you) => ({
  type: "hello", re: 1, presenter: !you, nowMs: 0, room: {}, you, view: {}, position: { run: "stage", at: 3 },
  lesson: null, poll: null, task: null, board,
});

/** A line with a socket that records what is sent, and a player that records what it receives. */
function make(as, answers = {}) {
  const sent = [];
  const received = [];
  const runs = [];
  let options = null;
  const player = {
    state: { run: null, model: null }, use: (source) => (player.source = source), setLine() {},
    seek: (to) => received.push(to),
    hello: () => ({ at: 3, have: { seq: 3, hash: "h" } }),
    receive(message) {
      received.push(message.type);
      if (message.run?.id) player.state.run = message.run;
    },
  };
  const socket = {
    connect() {}, wake() {}, post() {},
    send: async (message) => {
      sent.push(message);
      return answers[message.do] ?? { type: "ok", re: 1 };
    },
  };
  const line = createRoomLine({
    as, player, clock: { now: () => 0, timer() {} }, options: {},
    open: (config) => {
      options = config;
      return socket;
    },
    openRun: (config) => {
      const own = {
        config, sent: [], closed: false, connect() {}, wake() {}, close: () => (own.closed = true),
        send: async (message) => own.sent.push(message),
      };
      runs.push(own);
      return own;
    },
  });
  return { line, player, sent, received, runs, get options() { return options; } };
}

const seat = { seat: 1, mode: "follow", votes: {}, sandbox: null };

test("a board's message of the room goes to the player as it came, the others do not", () => {
  const { options, received } = make("follower");

  options.onMessage(hello(seat));
  options.onMessage({ type: "frames", re: null, from: 3, to: 4, frames: [] });
  options.onMessage({ type: "room", room: { people: 3 } });

  equal(received, ["hello", "frames"]);
});

test("a follower who steps explores at once, a presenter does not", async () => {
  const follower = make("follower");
  follower.options.onMessage(hello(seat));
  await follower.player.source.send({ do: "seek", to: 1 });
  const presenter = make("presenter");
  presenter.options.onMessage(hello(null));
  await presenter.player.source.send({ do: "seek", to: 1 });

  equal([follower.line.state.you.mode, presenter.line.state.you], ["explore", null]);
});

test("a panel that looks back moves nobody", async () => {
  const { line, options, player, sent, runs } = make("follower");
  options.onMessage(hello(seat));
  const looked = [0, 1].map((to) => player.source.send({ do: "seek", to }, { why: "look" }));
  runs[0].config.onMessage({ type: "hello" });
  await Promise.all(looked);

  equal([runs.length, runs[0].sent.map(({ to }) => to)], [1, [0, 1]]);
  equal([sent, line.state.you.mode], [[], "follow"]);
});

/** What was asked has been answered. */
async function answered() {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

test("a presenter who pauses after a step was made ahead of the picture brings the room back to what is shown", async () => {
  const ticks = [];
  const clock = {
    t: 0, speed: 1, now: () => 0, play() {}, pause() {}, onTick: (fn) => ticks.push(fn), after: () => () => {},
    timer() {},
  };
  const player = createPlayer({ clock, emit() {}, followed: true });
  const snapshot = (seq) => ({
    seq, t: seq, hash: `h${seq}`, nodes: [], pods: [], spans: [], classes: [], workloads: [], decisions: {},
    frame: null,
  });
  const step = {
    type: "frames", from: 3, to: 4, head: 4, hash: "h4", quiet: false, end: false,
    frames: [{ seq: 4, t: 3.2, actor: "kubelet", kind: "start", changes: [], focus: { pods: [] }, back: { act: 3 } }],
  };
  const sent = [];
  let options = null;
  const runs = [];
  createRoomLine({
    as: "presenter", player, clock, options: {},
    openRun: (config) => {
      runs.push(config);
      return { connect() {}, close() {}, send: async () => ({ type: "snapshot", head: 4, snapshot: snapshot(3) }) };
    },
    open: (config) => {
      options = config;
      return {
        connect() {}, wake() {}, post() {},
        async send(message) {
          sent.push(message);
          return message.do === "step" ? step : { type: "snapshot", head: 4, snapshot: snapshot(message.to) };
        },
      };
    },
  });
  options.onMessage({ ...hello(null), board: { run, acts: [], snapshot: snapshot(3) } });
  player.play();
  for (const fn of ticks) fn(0.01);
  await answered();
  player.pause();
  await answered();

  equal([sent.map((message) => [message.do, message.from ?? message.to]), player.state.model.seq, runs.length],
    [[["step", 3], ["seek", 3]], 3, 0]);
});

test("who follows and missed frames asks for the presenter's position, and goes on following", async () => {
  const { line, options, player, sent } = make("follower");
  options.onMessage(hello(seat));
  await player.source.send({ do: "seek", to: 9 }, { why: "lost" });

  equal([sent, line.state.you.mode], [[{ do: "follow" }], "follow"]);
});

test("one's own board has a line of its own, and the room's frames wait until one is back", async () => {
  const stage = { type: "stage", re: 3, run, at: 3, acts: [], snapshot: { seq: 3 } };
  const sandbox = { type: "sandbox", re: 2, run: "mine", url: "/r/mine", task: 1 };
  const all = make("follower", { alone: sandbox, follow: stage });
  const { line, player, runs, received } = all;
  all.options.onMessage(hello(seat));
  await line.workAlone();
  all.options.onMessage({ type: "frames", re: null, from: 3, to: 4, frames: [] });
  await player.source.send({ do: "step", from: 0 });

  equal([line.alone, runs[0].sent, received], [true, [{ do: "step", from: 0 }], ["hello"]]);

  await line.follow();

  equal([line.alone, runs[0].closed, line.state.you.mode, received], [false, true, "follow", ["hello", "hello"]]);
});

test("a page that was alone opens its own board again, and an explorer returns to the step", () => {
  const alone = make("follower");
  alone.options.onMessage(hello({ ...seat, mode: "alone", sandbox: { run: "mine" } }));
  const explorer = make("follower");
  explorer.options.onMessage(hello(seat));
  explorer.player.state.model = { seq: 1 };
  explorer.options.hello();
  explorer.options.onMessage(hello({ ...seat, mode: "explore" }));

  equal([alone.runs.length, alone.received], [1, []]);
  equal(explorer.received, ["hello", "hello", 1]);
});

test("who comes back while a move is under way asks for the stage as a whole", async () => {
  const { line, options, player, sent, received } = make("follower");
  options.onMessage(hello({ ...seat, mode: "explore" }));
  Object.assign(player.state, { model: { seq: 3 }, busy: true });
  await line.follow();

  equal(sent, [{ do: "follow", have: null }, { do: "hello", protocol: 1, as: "follower" }]);
  equal([received, line.state.you.mode], [["hello", 3], "follow"]);
});

test("whoever is gathered follows", async () => {
  const { line, options, sent } = make("follower");
  options.onMessage(hello({ ...seat, mode: "explore" }));
  options.onMessage({ type: "gathered" });

  equal([sent[0].do, line.state.you.mode], ["follow", "follow"]);
});
