/**
 * Fetches fragments of pages. One request runs at a time, whoever reads; of each reader the newest wish counts.
 *
 * What came is kept: a step that has happened never changes, so its pages do not either.
 */
import { fetchInTime } from "../../net/http.js";
import { pageOf } from "./addresses.js";

const MOST_KEPT = 60;
const BUSY = new Set([429, 503]); // the answer may be had a little later
const LATER = 202; // says that the answer may be had later, so it is not kept
const MOST_TRIES = 4;
const PATIENCE_MS = 250; // a superseded request that takes longer is given up

/** `fetch` and `now` (milliseconds) are the browser's, or a test's. */
export function createFragments({ fetch = fetchInTime, now, timer, target }) {
  const kept = new Map();
  const wishes = new Map(); // reader → {url, done}, the first of them is fetched first
  let running = null; // {url, since, control}
  let cancelWait = null;

  function keep(url, html) {
    kept.delete(url);
    kept.set(url, html);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
  }

  async function get(url, control) {
    try {
      const headers = { "HX-Request": "true", "HX-Target": target };
      const answer = await fetch(url, { headers, signal: control.signal });
      if (BUSY.has(answer.status)) return { html: null, again: 1000 * Number(answer.headers.get("Retry-After") ?? 1) };
      return { html: answer.ok ? await answer.text() : null, later: answer.status === LATER };
    } catch {
      return { html: null };
    }
  }

  /** A reader whose wish is for another step of the same page sees this one until its own is there. */
  function hand(url, html) {
    for (const [reader, wish] of [...wishes]) {
      if (wish.url === url) {
        wishes.delete(reader);
        wish.done(html, url);
      } else if (html !== null && pageOf(wish.url) === pageOf(url)) wish.done(html, url);
    }
  }

  const stillWanted = (url) => [...wishes.values()].some((wish) => wish.url === url);

  async function run() {
    if (running) return;
    const next = wishes.values().next().value;
    if (!next) return;
    const control = new AbortController();
    running = { url: next.url, since: now(), control };
    const { html, again, later } = await get(next.url, control);
    const { url } = running;
    running = null;
    if (again !== undefined && (next.tries = (next.tries ?? 1) + 1) <= MOST_TRIES && stillWanted(url)) {
      cancelWait?.();
      cancelWait = timer(again, run);
      return;
    }
    if (html !== null && !later) keep(url, html);
    if (!control.signal.aborted) hand(url, html);
    run();
  }

  function givesUp() {
    if (!running) return;
    if (!stillWanted(running.url) && now() - running.since > PATIENCE_MS) running.control.abort();
  }

  return {
    /** Whether a request runs or waits. */
    get busy() { return running !== null || wishes.size > 0; },
    has: (url) => kept.has(url),
    /**
     * `done(html, url)` is called at once with what is kept, else when it is there; `html` null: it cannot be had.
     * A newer wish of the same reader replaces this one. `wait`: milliseconds in which that may happen.
     */
    read(reader, url, done, { wait = 0 } = {}) {
      wishes.delete(reader);
      if (kept.has(url)) {
        done(kept.get(url), url);
        return;
      }
      cancelWait?.();
      cancelWait = null;
      wishes.set(reader, { url, done });
      givesUp();
      if (wait) cancelWait = timer(wait, run);
      else run();
    },
    drop: (reader) => wishes.delete(reader),
  };
}
