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
const stateAfter = (code) => (code === 4030 ? "crowded" : "lost"); // this browser has too many sockets open
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

/** Requests with their ids, as long as they wait for answers; what answers none goes to `onMessage`. */
function createRequests({ heartbeat, write, onMessage }) {
  let nextId = 1;
  const waiting = new Map();
  const pending = () => heartbeat.pending(waiting.size);
  return {
    send: (message) => new Promise((resolve, reject) => {
      const id = nextId++;
      waiting.set(id, { resolve, reject });
      write({ id, ...message });
      pending();
    }),
    /** A message whose answer nobody waits for, if it has one. */
    post: (message) => write({ id: nextId++, ...message }),
    rejectAll(code) {
      for (const { reject } of waiting.values()) reject({ code, message: null });
      waiting.clear();
    },
    take(message) {
      if (message.type === "working") {
        pending(); // it names a request, whose answer is still to come
        onMessage(message);
        return;
      }
      if (message.type === "coming") heartbeat.coming(message.characters);
      if (message.type === "coming" || message.type === "pong") return;
      const request = waiting.get(message.re ?? null);
      if (request) {
        waiting.delete(message.re);
        pending();
      }
      if (!request) onMessage(message);
      else if (message.type === "error") request.reject(message);
      else request.resolve(message);
    },
  };
}

/** One WebSocket, whose events count until one leaves it. `onLate()`: it did not open in time. */
function createLine({ WebSocket, address, after, onOpen, onMessage, onClose, onLate }) {
  const ws = new WebSocket(address);
  let left = false;
  const cancel = after(CONNECT_MS, onLate);
  const unlessLeft = (act) => (event) => !left && act(event);
  ws.onopen = unlessLeft(() => {
    cancel();
    onOpen();
  });
  ws.onmessage = unlessLeft(onMessage);
  ws.onclose = unlessLeft(onClose);
  return {
    get open() { return ws.readyState === 1; },
    send: (message) => ws.send(JSON.stringify(message)),
    leave() {
      left = true;
      cancel();
    },
    close() {
      cancel();
      ws.close();
    },
  };
}

/** Says hello, again and again while the server is busy and the socket `stands()`. */
function greet(line) {
  const { send, hello, retry, after, onState, onMessage, stands } = line;
  send({ do: "hello", ...hello() }).then(
    (message) => {
      retry.reset();
      onState("open");
      onMessage(message);
    },
    (error) => {
      if (error.code === "net.lost" || !stands()) return;
      if (!HELLO_AGAIN.has(error.code)) {
        onMessage({ type: "error", ...error });
        return;
      }
      onState("busy");
      after(Math.max(error.retryMs ?? 0, retry.ms), () => stands() && greet(line));
      retry.failed();
    },
  );
}

/** The wait before the line is tried again, longer after each failure in a row; at most one is under way. */
function createRetry({ after, random, onState, connect }) {
  let failures = 0;
  let cancel = null;
  return {
    failed() { failures += 1; },
    reset() { failures = 0; },
    get ms() { return backoff(failures, random); },
    /** After a loss: at once after a goodbye, but a server that is not yet back must not be hammered. */
    msAfter({ bye }) {
      const at = bye ? 0 : backoff(failures, random);
      failures += 1;
      return at === 0 && failures > 2 ? backoff(failures, random) : at;
    },
    wait(at, state) {
      if (cancel) return;
      onState(state, { at });
      cancel = after(at, () => {
        cancel = null;
        connect();
      });
    },
    /** Whether one was under way. */
    cancel() {
      const waits = cancel !== null;
      cancel?.();
      cancel = null;
      return waits;
    },
  };
}

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
  let address = url;
  let line = null;
  let closed = false;
  let bye = false;
  const heartbeat = createHeartbeat({
    after,
    ping: () => requests.post({ do: "ping" }),
    onSilence: () => leave("silent"),
  });
  const requests = createRequests({ heartbeat, write, onMessage });
  const retry = createRetry({ after, random, onState, connect });

  const isOpen = () => Boolean(line?.open);

  function write(message) {
    if (isOpen()) line.send(message);
  }

  function send(message) {
    return isOpen() ? requests.send(message) : Promise.reject({ code: "net.offline", message: null });
  }

  function receive(event) {
    const message = JSON.parse(event.data);
    heartbeat.received();
    if (message.type === "bye") bye = true;
    requests.take(message);
  }

  function lose() {
    line?.leave();
    line = null;
    heartbeat.stop();
    requests.rejectAll("net.lost");
  }

  /** The line is given up without waiting for the other side, which may never say that it is closed. */
  function drop() {
    const gone = line;
    lose();
    gone?.close();
  }

  function leave(state) {
    drop();
    if (!closed) retry.wait(retry.ms, state);
    retry.failed();
  }

  function onClose({ code }) {
    lose();
    if (FINAL.has(code)) onState("gone", { code });
    else if (!closed) retry.wait(retry.msAfter({ bye: bye || code === 4012 }), stateAfter(code));
  }

  function connect() {
    if (closed) return;
    onState("connecting");
    bye = false;
    const mine = createLine({
      WebSocket, address, after, onClose, onMessage: receive, onLate: () => leave("silent"),
      onOpen() {
        heartbeat.received();
        greet({ send, hello, retry, after, onState, onMessage, stands: () => line === mine });
      },
    });
    line = mine;
  }

  return {
    connect, send,
    post: requests.post,
    get open() { return isOpen(); },
    /** From now on this is the line to another path; what was asked on the old one gets no answer. */
    move(path) {
      address = socketUrl(path);
      retry.cancel();
      drop();
      connect();
    },
    /** The network came back or the tab woke up: do not sit out the backoff. */
    wake() {
      if (!retry.cancel()) return;
      retry.reset();
      connect();
    },
    close() {
      closed = true;
      heartbeat.stop();
      retry.cancel();
      line?.close();
    },
  };
}
