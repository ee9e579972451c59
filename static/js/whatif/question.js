/** Plays a document on the server: one question at a time, and of those that wait only the newest. */
import { fetchInTime } from "../net/http.js";

const AGAIN_MS = 1500;

/**
 * `onAnswer(answer, text)` gets what the server says of the newest text, `onState(state)` "asks", "rests", "busy" or
 * "lost". The first answers bring `was` too, until one has come.
 */
export function createAsker({ url, token, clock, onAnswer, onState, fetch = fetchInTime }) {
  let pending = null;
  let asking = false;
  let stored = false; // the run as it is
  let again = null;

  async function send(text) {
    const headers = { "X-CSRFToken": token, "Content-Type": "text/plain", Accept: "application/json" };
    const response = await fetch(stored ? url : `${url}?whole=1`, { method: "POST", headers, body: text });
    if (response.status === 429 || response.status === 503) return "busy";
    return response.ok ? response.json() : "lost";
  }

  async function work() {
    if (asking) return;
    asking = true;
    while (pending !== null) {
      const text = pending;
      pending = null;
      onState("asks");
      const answer = await send(text).catch(() => "lost");
      if (typeof answer === "string") {
        pending ??= text;
        onState(answer);
        again = clock.timer(AGAIN_MS, () => {
          again = null;
          work();
        });
        break;
      }
      stored ||= Boolean(answer.was);
      if (pending === null) {
        onState("rests");
        onAnswer(answer, text);
      } else if (answer.was) onAnswer(answer, text);
    }
    asking = false;
  }

  return function ask(text) {
    pending = text;
    again?.();
    again = null;
    work();
  };
}
