/**
 * The line to the server: connect, hello, requests with ids, resume from a position, backoff with jitter.
 * Touches no DOM; WebSocket, timers and chance come in, so that tests need none of the real ones.
 *
 * Backoff: 250 ms doubling to 8 s, times 0.5 to 1. `bye` (close 4012) and the first loss reconnect at once.
 */
import { createHeartbeat } from "./heartbeat.js";

const FIRST_MS = 250;
const LAST_MS = 8000;
export const OTHER_VERSION = 4000;
const CROWDED = 4030; // this browser has too many sockets open
const FINAL = new Set([OTHER_VERSION, 4001, 4003, 4004, 4010]); // docs/protocol.md, docs/rooms.md

/** The address of a socket at a path of this server. */
export const socketUrl = (path) =>
  new URL(path, `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}`).href;

/** Milliseconds to wait before attempt `n` (0 = first retry). */
export function backoff(n, random) {
  return Math.round(Math.min(LAST_MS, FIRST_MS * 2 ** n) * (0.5 + random() / 2));
}

/** Refusals of a hello after which it is sent again; after others the page says why. */
const HELLO_AGAIN = new Set(["server.busy", "step.bounded", "rate.slow_down"]);
const CONNECT_MS = 8000; // for a socket to open

/**
 * @param {{url: string, WebSocket?: any, after: (ms: number, fn: () => void) => () => void, random?: () => number,
 *   hello: () => object, the fields of the first message; the version of its protocol is among them,
 *   onMessage: (message: any) => void,
 *   onState: (state: "connecting" | "open" | "busy" | "silent" | "lost" | "crowded" | "gone", detail?: any) => void,
 * }} options
 */
export function createSocket({
  url, WebSocket = globalThis.WebSocket, after, random = Math.random, hello, onMessage, onState,
}) {
  let ws = null;
  let nextId = 1;
  let failures = 0;
  let closed = false;
  let bye = false;
  let cancelRetry = null;
  let cancelConnect = null;
  const waiting = new Map();
  const heartbeat = createHeartbeat({
    after,
    ping: () => write({ id: nextId++, do: "ping" }),
    onSilence: () => leave("silent"),
  });

  function rejectAll(code) {
    for (const { reject } of waiting.values()) reject({ code, message: null });
    waiting.clear();
  }

  function write(message) {
    if (ws?.readyState === 1) ws.send(JSON.stringify(message));
  }

  function send(message) {
    return new Promise((resolve, reject) => {
      if (!ws || ws.readyState !== 1) {
        reject({ code: "net.offline", message: null });
        return;
      }
      const id = nextId++;
      waiting.set(id, { resolve, reject });
      write({ id, ...message });
      heartbeat.pending(waiting.size);
    });
  }

  function receive(event) {
    const message = JSON.parse(event.data);
    heartbeat.received();
    if (message.type === "working") {
      // it names a request, whose answer is still to come
      heartbeat.pending(waiting.size);
      onMessage(message);
      return;
    }
    if (message.type === "coming") heartbeat.coming(message.characters);
    if (message.type === "coming" || message.type === "pong") return;
    const asked = message.re === null || message.re === undefined ? null : waiting.get(message.re);
    if (asked) {
      waiting.delete(message.re);
      heartbeat.pending(waiting.size);
    }
    if (message.type === "bye") bye = true;
    if (message.type === "error") {
      if (asked) asked.reject(message);
      else onMessage(message);
      return;
    }
    if (asked) asked.resolve(message);
    else onMessage(message);
  }

  function retry(at, state = "lost") {
    if (closed || cancelRetry) return;
    onState(state, { at });
    cancelRetry = after(at, () => {
      cancelRetry = null;
      connect();
    });
  }

  /** The line is given up without waiting for the other side, which may never say that it is closed. */
  function leave(state) {
    const gone = ws;
    ws = null;
    rest();
    gone?.close();
    rejectAll("net.lost");
    retry(backoff(failures, random), state);
    failures += 1;
  }

  function rest() {
    heartbeat.stop();
    cancelConnect?.();
    cancelConnect = null;
  }

  function greet(mine) {
    send({ do: "hello", ...hello() }).then(
      (message) => {
        failures = 0;
        onState("open");
        onMessage(message);
      },
      (error) => {
        if (error.code === "net.lost" || ws !== mine) return;
        if (!HELLO_AGAIN.has(error.code)) {
          onMessage({ type: "error", ...error });
          return;
        }
        onState("busy");
        after(Math.max(error.retryMs ?? 0, backoff(failures, random)), () => ws === mine && greet(mine));
        failures += 1;
      },
    );
  }

  function connect() {
    if (closed) return;
    onState("connecting");
    bye = false;
    const mine = new WebSocket(url);
    ws = mine;
    rest();
    cancelConnect = after(CONNECT_MS, () => leave("silent"));
    mine.onopen = () => {
      if (ws !== mine) return;
      rest();
      heartbeat.received();
      greet(mine);
    };
    mine.onmessage = (event) => ws === mine && receive(event);
    mine.onclose = (event) => {
      if (ws !== mine) return;
      ws = null;
      rest();
      rejectAll("net.lost");
      if (FINAL.has(event.code)) {
        onState("gone", { code: event.code });
        return;
      }
      const at = bye || event.code === 4012 ? 0 : backoff(failures, random);
      failures += 1;
      // a server that says goodbye and is not yet back must not be hammered
      retry(at === 0 && failures > 2 ? backoff(failures, random) : at, event.code === CROWDED ? "crowded" : "lost");
    };
  }

  return {
    connect,
    send,
    /** A message whose answer nobody waits for, if it has one. */
    post: (message) => write({ id: nextId++, ...message }),
    get open() {
      return ws !== null && ws.readyState === 1;
    },
    /** The network came back or the tab woke up: do not sit out the backoff. */
    wake() {
      if (!cancelRetry) return;
      cancelRetry();
      cancelRetry = null;
      failures = 0;
      connect();
    },
    close() {
      closed = true;
      rest();
      cancelRetry?.();
      ws?.close();
    },
  };
}
