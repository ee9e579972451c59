import { equal, test, truthy } from "../harness.js";
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
      const timer = { ms, fn, live: true };
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
const settled = () => new Promise((resolve) => queueMicrotask(() => queueMicrotask(resolve)));

test("hello is the first message and tells the position and what the page has", async () => {
  const { sockets } = fixture({ have: { seq: 5, hash: "h" } });
  sockets[0].open();

  equal(sockets[0].sent, [{ id: 1, do: "hello", protocol: 3, at: 5, have: { seq: 5, hash: "h" } }]);
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
  equal(timers[0].ms, 250);
  timers[0].fn();
  equal(sockets.length, 2);
});

test("after a goodbye the page reconnects at once", () => {
  const { sockets, timers } = fixture();
  sockets[0].open();
  sockets[0].say({ type: "bye", reason: "restart" });
  sockets[0].drop(4012);

  equal(timers[0].ms, 0);
});

test("a server that keeps saying goodbye is not hammered", () => {
  const { sockets, timers } = fixture();
  for (let i = 0; i < 4; i += 1) {
    sockets[i].drop(4012);
    timers[i].fn();
  }

  truthy(timers[3].ms > 0, "pause");
});

test("a run that does not exist is not asked for again", () => {
  const { sockets, timers, states } = fixture();
  sockets[0].open();
  sockets[0].drop(4004);

  equal([timers.length, states[states.length - 1]], [0, "gone"]);
});

test("a server of another version is not asked again, and the page learns why", () => {
  const { sockets, timers, states, details } = fixture();
  sockets[0].open();
  sockets[0].drop(OTHER_VERSION);

  equal([timers.length, states[states.length - 1], details[details.length - 1]], [0, "gone", { code: 4000 }]);
});

test("waking up does not sit out the pause", () => {
  const { socket, sockets, timers } = fixture();
  sockets[0].drop();
  socket.wake();

  equal([sockets.length, timers[0].live], [2, false]);
});

test("the pause doubles up to eight seconds, with jitter down to a half", () => {
  equal([0, 1, 2, 9].map((n) => backoff(n, () => 1)), [250, 500, 1000, 8000]);
  equal(backoff(2, () => 0), 500);
});
