/** Questions about changed values: one is under way at most, and of each field only the newest value is sent. */
import { fetchInTime } from "../../net/http.js";

const AGAIN_MS = 1500;
const BUSY = new Set([429, 503]);

/**
 * `form()` = the fields of every question, `onAnswer(html)` gets what the server says, `onState(state)` "asks",
 * "rests", "busy" or "lost". Returns `ask(name, fields)`: `name` says of what these are the newest fields.
 */
export function createAsker({ url, form, onAnswer, onState, timer, fetch = fetchInTime }) {
  const pending = new Map(); // name → fields
  let asking = false;

  async function send(fields) {
    const { token, ...rest } = form();
    const body = new URLSearchParams({ ...rest, ...fields });
    const response = await fetch(url, { method: "POST", headers: { "X-CSRFToken": token }, body });
    if (BUSY.has(response.status)) return "busy";
    return response.ok || response.status === 422 ? { html: await response.text() } : "lost";
  }

  async function work() {
    if (asking) return;
    asking = true;
    onState("asks");
    let state = "rests";
    for (let next = pending.entries().next(); !next.done; next = pending.entries().next()) {
      const [name, fields] = next.value;
      pending.delete(name);
      const answer = await send(fields).catch(() => "lost");
      if (typeof answer === "string") {
        if (!pending.has(name)) pending.set(name, fields);
        state = answer;
        timer(AGAIN_MS, work);
        break;
      }
      onAnswer(answer.html);
    }
    asking = false;
    onState(state);
  }

  return function ask(name, fields) {
    pending.set(name, fields);
    work();
  };
}
