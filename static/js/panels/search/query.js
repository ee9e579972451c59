/** Asks the server what a text means at a step; the newest question counts. */
import { fetchInTime } from "../../net/http.js";

const TYPING_MS = 200;

/** The address that asks about a text at a step. Pure. */
export const searchUrl = (run, at, text) => `/r/${run}/search?${new URLSearchParams({ at, q: text })}`;

/** `clock.timer(ms, call)` returns how to cancel; `onAnswer` takes the answer, null where it cannot be had. */
export function createQuery({ run, clock, fetch = fetchInTime, onAnswer }) {
  let wish = ""; // address
  let answered = "";
  let cancel = null;
  let control = null;
  let then = null; // once the answer to the wish is there

  function settle() {
    const call = then;
    then = null;
    call?.();
  }

  async function send() {
    cancel?.();
    cancel = null;
    control?.abort();
    const [url, mine] = [wish, new AbortController()];
    control = mine;
    let answer = null;
    try {
      const response = await fetch(url, { signal: mine.signal });
      if (response.ok) answer = await response.json();
    } catch {
      answer = null;
    }
    if (mine.signal.aborted || url !== wish) return;
    control = null;
    answered = url;
    onAnswer(answer);
    settle();
  }

  return {
    /** Asks a moment later, so that a text being written is asked about once. */
    ask(at, text) {
      const url = searchUrl(run(), at, text);
      if (url === wish) return;
      wish = url;
      cancel?.();
      cancel = clock.timer(TYPING_MS, send);
    },
    /** Asks at once where that is still to come, and calls `call` when the answer is there. */
    now(call) {
      if (!wish) return;
      then = call;
      if (answered === wish) settle();
      else if (cancel) send();
    },
    /** Nothing is searched for. */
    drop() {
      wish = "";
      answered = "";
      then = null;
      cancel?.();
      cancel = null;
      control?.abort();
    },
  };
}
