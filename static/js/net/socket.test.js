import { equal, test, truthy } from "../harness.js";
import { ANSWER_MS, QUIET_MS, REQUEST_MS } from "./heartbeat.js";
import { backoff, createSocket, OTHER_VERSION } from "./socket.js";

function fixture({ have = null } = {}) {
  const sockets = [];
  const timers = [];
  const states = [];
  const messages = [];
  const details = [];
  class Fake {
    constructor(url) {
      Object.assign(this, { url, readyState: 0, sent: [] });
      sockets.push(this);
    }
    send(text) { this.sent.push(JSON.parse(text)); }
    open() { this.readyState = 1; this.onopen(); }
    say(message) { this.onmessage({ data: JSON.stringify(message) }); }
    drop(code = 1006) { this.readyState = 3; this.onclose({ code }); }
    close() { this.drop(1000); }
  }
  const socket = createSocket({
    url: "ws://x/",
    WebSocket: Fake,
    random: () => 1,
    after: (ms, fn) => {
      const timer = {
        ms,
        live: true,
        fn: () => {
          timer.live = false;
          fn();
        },
      };
      timers.push(timer);
      return () => {
        timer.live = false;
      };
    },
    hello: () => ({ at: 5, have }),
    onMessage: (m) => messages.push(m),
    onState: (s, detail) => {
      states.push(s);
      details.push(detail ?? null);
    },
  });
  socket.connect();
  return { socket, sockets, timers, states, details, messages };
}
const live = (timers) => timers.filter((timer) => timer.live).map((timer) => timer.ms);
/** The timer of so many milliseconds runs out. */
function runOut(timers, ms) {
  const timer = timers.findLast((entry) => entry.live && entry.ms === ms);
  timer.live = false;
  timer.fn();
}
const settled = () => new Promise((resolve) => queueMicrotask(() => queueMicrotask(resolve)));

test("hello is the first message and tells the position and what the page has", async () => {
  const { sockets } = fixture({ have: { seq: 5, hash: "h" } });
  sockets[0].open();

  equal(sockets[0].sent, [{ id: 1, do: "hello", at: 5, have: { seq: 5, hash: "h" } }]);
});

test("an answer goes to the request with its id, whatever the order", async () => {
  const { socket, sockets } = fixture();
  sockets[0].open();
  sockets[0].say({ type: "hello", re: 1 });
  const first = socket.send({ do: "seek", to: 1 });
  const second = socket.send({ do: "seek", to: 2 });
  sockets[0].say({ type: "snapshot", re: 3, to: 2 });
  sockets[0].say({ type: "snapshot", re: 2, to: 1 });

  equal([(await first).to, (await second).to], [1, 2]);
});

test("an error with an id rejects its request and disturbs no other", async () => {
  const { socket, sockets, messages } = fixture();
  sockets[0].open();
  sockets[0].say({ type: "hello", re: 1 });
  await settled();
  const asked = socket.send({ do: "step" }).catch((e) => e.code);
  sockets[0].say({ type: "error", re: 2, code: "run.not_allowed" });

  equal(await asked, "run.not_allowed");
  equal(messages.map((m) => m.type), ["hello"]);
});

test("a broadcast goes to the page", () => {
  const { sockets, messages } = fixture();
  sockets[0].open();
  sockets[0].say({ type: "frames", re: null, frames: [] });

  equal(messages[0].type, "frames");
});

test("a lost line rejects what waits, says so, and comes back after a pause", async () => {
  const { socket, sockets, timers, states } = fixture();
  sockets[0].open();
  sockets[0].say({ type: "hello", re: 1 });
  await settled();
  const asked = socket.send({ do: "ping" }).catch((e) => e.code);
  sockets[0].drop();

  equal(await asked, "net.lost");
  equal(states[states.length - 1], "lost");
  equal(live(timers), [250]);
  timers.at(-1).fn();
  equal(sockets.length, 2);
});

test("after a goodbye the page reconnects at once", () => {
  const { sockets, timers } = fixture();
  sockets[0].open();
  sockets[0].say({ type: "bye", reason: "restart" });
  sockets[0].drop(4012);

  equal(live(timers), [0]);
});

test("a server that keeps saying goodbye is not hammered", () => {
  const { sockets, timers } = fixture();
  let last = null;
  for (let i = 0; i < 4; i += 1) {
    sockets[i].drop(4012);
    last = timers.at(-1);
    last.fn();
  }

  truthy(last.ms > 0, "pause");
});

test("a run that does not exist is not asked for again", () => {
  const { sockets, timers, states } = fixture();
  sockets[0].open();
  sockets[0].drop(4004);

  equal([live(timers), states[states.length - 1]], [[], "gone"]);
});

test("where too many sockets are open, the page says so and tries again", () => {
  const { sockets, timers, states } = fixture();
  sockets[0].open();
  sockets[0].drop(4030);

  equal(states[states.length - 1], "crowded");
  equal(live(timers), [250]);
});

test("a server of another version is not asked again, and the page learns why", () => {
  const { sockets, timers, states, details } = fixture();
  sockets[0].open();
  sockets[0].drop(OTHER_VERSION);

  equal([live(timers), states[states.length - 1], details[details.length - 1]], [[], "gone", { code: 4000 }]);
});

test("waking up does not sit out the pause", () => {
  const { socket, sockets, timers } = fixture();
  sockets[0].drop();
  const [pause] = timers.filter((timer) => timer.live);
  socket.wake();

  equal([sockets.length, pause.live], [2, false]);
});

test("the pause doubles up to eight seconds, with jitter down to a half", () => {
  equal([0, 1, 2, 9].map((n) => backoff(n, () => 1)), [250, 500, 1000, 8000]);
  equal(backoff(2, () => 0), 500);
});

test("a server that is silent is asked, given up and connected to again, and what waited is rejected", async () => {
  const { socket, sockets, timers, states } = fixture();
  sockets[0].open();
  sockets[0].say({ type: "hello", re: 1 });
  await settled();
  const asked = socket.send({ do: "seek", to: 1 }).catch((e) => e.code);
  runOut(timers, QUIET_MS);
  equal(sockets[0].sent.at(-1).do, "ping");
  runOut(timers, ANSWER_MS);
  runOut(timers, 500);

  equal([await asked, states.at(-1), sockets[0].readyState], ["net.lost", "silent", 3]);
  equal(live(timers), [250]);
  timers.at(-1).fn();
  equal(sockets.length, 2);
});

test("a server that answers the ping is there, and nobody hears of the pong", async () => {
  const { sockets, timers, messages } = fixture();
  sockets[0].open();
  sockets[0].say({ type: "hello", re: 1 });
  await settled();
  runOut(timers, QUIET_MS);
  sockets[0].say({ type: "pong", re: 2 });

  equal([live(timers), messages.length], [[QUIET_MS], 1]);
});

test("a request has a limit, which begins anew while the server says that it is at work", async () => {
  const { socket, sockets, timers } = fixture();
  sockets[0].open();
  sockets[0].say({ type: "hello", re: 1 });
  await settled();
  const asked = socket.send({ do: "seek", to: 1 }).catch((e) => e.code);
  sockets[0].say({ type: "working", re: 2, seconds: 3 });
  equal(live(timers).sort(), [REQUEST_MS, QUIET_MS].sort());
  runOut(timers, REQUEST_MS);
  runOut(timers, 500);

  equal([await asked, sockets[0].readyState], ["net.lost", 3]);
});

test("a large message that is announced has more time", async () => {
  const { sockets, timers } = fixture();
  sockets[0].open();
  sockets[0].say({ type: "coming", characters: 10_000_000 });

  equal(Math.min(...live(timers)), QUIET_MS + 20_000);
});

test("a hello that is refused because the server is busy is sent again on the same line", async () => {
  const { sockets, timers, states, messages } = fixture();
  sockets[0].open();
  sockets[0].say({ type: "error", re: 1, code: "server.busy", retryMs: 3000 });
  await settled();
  equal([states.at(-1), messages.length], ["busy", 0]);
  runOut(timers, 3000);
  sockets[0].say({ type: "hello", re: 2 });
  await settled();

  equal([sockets.length, states.at(-1), sockets[0].sent.map((m) => m.do)], [1, "open", ["hello", "hello"]]);
});

test("a hello at which the server failed is not sent again, and the page is told the id of the error", async () => {
  const { sockets, states, messages } = fixture();
  sockets[0].open();
  const message = { id: "server.error", args: { reference: "ab12cd34" } };
  sockets[0].say({ type: "error", re: 1, code: "server.error", message, retryMs: null });
  await settled();

  equal([states.includes("busy"), sockets[0].sent.length], [false, 1]);
  equal(messages.map((error) => error.message), [message]);
});

test("a socket that never opens is given up", () => {
  const { sockets, timers, states } = fixture();
  runOut(timers, 8000);
  timers.at(-1).fn();

  equal([states.includes("silent"), sockets.length], [true, 2]);
});

test("a server that is at work on a request has not answered it yet", async () => {
  const { socket, sockets, messages } = fixture();
  sockets[0].open();
  sockets[0].say({ type: "hello", re: 1 });
  const asked = socket.send({ do: "seek", to: 1 });
  sockets[0].say({ type: "working", re: 2, seconds: 3, share: 0.5 });
  sockets[0].say({ type: "snapshot", re: 2 });

  equal([(await asked).type, messages.some(({ type }) => type === "working")], ["snapshot", true]);
});
