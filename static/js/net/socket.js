/**
 * The line to the server: connect, hello, requests with ids, resume from a position, backoff with jitter.
 * Touches no DOM; WebSocket, timers and chance come in, so that tests need none of the real ones.
 *
 * Backoff: 250 ms doubling to 8 s, times 0.5 to 1. `bye` (close 4012) and the first loss reconnect at once.
 */
const FIRST_MS = 250;
const LAST_MS = 8000;
const PROTOCOL = 3; // docs/protocol.md
export const OTHER_VERSION = 4000;
const FINAL = new Set([OTHER_VERSION, 4004]);

/** Milliseconds to wait before attempt `n` (0 = first retry). */
export function backoff(n, random) {
  return Math.round(Math.min(LAST_MS, FIRST_MS * 2 ** n) * (0.5 + random() / 2));
}

/**
 * @param {{url: string, WebSocket: any, after: (ms: number, fn: () => void) => () => void, random?: () => number,
 *   hello: () => {at: number | null, have: {seq: number, hash: string} | null},
 *   onMessage: (message: any) => void, onState: (state: "connecting" | "open" | "lost" | "gone", detail?: any) =>
 *   void}} options
 */
export function createSocket({ url, WebSocket, after, random = Math.random, hello, onMessage, onState }) {
  let ws = null;
  let nextId = 1;
  let failures = 0;
  let closed = false;
  let bye = false;
  let cancelRetry = null;
  const waiting = new Map();

  function rejectAll(code) {
    for (const { reject } of waiting.values()) reject({ code, message: null });
    waiting.clear();
  }

  function send(message) {
    return new Promise((resolve, reject) => {
      if (!ws || ws.readyState !== 1) {
        reject({ code: "net.offline", message: null });
        return;
      }
      const id = nextId++;
      waiting.set(id, { resolve, reject });
      ws.send(JSON.stringify({ id, ...message }));
    });
  }

  function receive(event) {
    const message = JSON.parse(event.data);
    const asked = message.re === null || message.re === undefined ? null : waiting.get(message.re);
    if (asked) waiting.delete(message.re);
    if (message.type === "bye") bye = true;
    if (message.type === "error") {
      if (asked) asked.reject(message);
      else onMessage(message);
      return;
    }
    if (asked) asked.resolve(message);
    else onMessage(message);
  }

  function retry(at) {
    if (closed || cancelRetry) return;
    onState("lost", { at });
    cancelRetry = after(at, () => {
      cancelRetry = null;
      connect();
    });
  }

  function connect() {
    if (closed) return;
    onState("connecting");
    bye = false;
    const mine = new WebSocket(url);
    ws = mine;
    mine.onopen = () => {
      send({ do: "hello", protocol: PROTOCOL, ...hello() }).then(
        (message) => {
          failures = 0;
          onState("open");
          onMessage(message);
        },
        (error) => {
          if (error.code !== "net.lost") onMessage({ type: "error", ...error });
        },
      );
    };
    mine.onmessage = receive;
    mine.onclose = (event) => {
      if (ws !== mine) return;
      ws = null;
      rejectAll("net.lost");
      if (FINAL.has(event.code)) {
        onState("gone", { code: event.code });
        return;
      }
      const at = bye || event.code === 4012 ? 0 : backoff(failures, random);
      failures += 1;
      // a server that says goodbye and is not yet back must not be hammered
      retry(at === 0 && failures > 2 ? backoff(failures, random) : at);
    };
  }

  return {
    connect,
    send,
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
      cancelRetry?.();
      ws?.close();
    },
  };
}
