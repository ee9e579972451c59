/**
 * Whether the other side of a line is there. Touches no DOM; timers come in, so that tests need none of the real ones.
 *
 * A line that is quiet is asked with a ping. It counts as silent when no answer comes, or when a request stays without
 * an answer although the server does not say that it is at work on it (docs/protocol.md, Silence).
 */
export const QUIET_MS = 4000; // without a message, then a ping
export const ANSWER_MS = 4000; // without a message after the ping
export const REQUEST_MS = 10000; // without a sign of the requests that wait
const LATE_MS = 500; // what has come but was not read yet, because the page was busy, is read first
const CHARACTERS_PER_MS = 500; // of a large message that is on its way, over a slow line

/**
 * @param {{after: (ms: number, fn: () => void) => () => void, ping: () => void, onSilence: () => void}} options
 */
export function createHeartbeat({ after, ping, onSilence }) {
  let cancelQuiet = null;
  let cancelAnswer = null;
  let waiting = 0;

  function silent() {
    stop();
    cancelQuiet = after(LATE_MS, () => {
      stop();
      onSilence();
    });
  }

  function listen(extra = 0) {
    cancelQuiet?.();
    cancelQuiet = after(QUIET_MS + extra, () => {
      ping();
      cancelQuiet = after(ANSWER_MS, silent);
    });
  }

  function expect(extra = 0) {
    cancelAnswer?.();
    cancelAnswer = waiting > 0 ? after(REQUEST_MS + extra, silent) : null;
  }

  function stop() {
    cancelQuiet?.();
    cancelAnswer?.();
    cancelQuiet = cancelAnswer = null;
  }

  return {
    /** The line is open, or a message came. */
    received: () => listen(),
    /** So many requests wait for an answer now; one was sent or answered, or is being worked on. */
    pending(count) {
      waiting = count;
      expect();
    },
    /** A message of so many characters is on its way. */
    coming(characters) {
      listen(characters / CHARACTERS_PER_MS);
      expect(characters / CHARACTERS_PER_MS);
    },
    stop,
  };
}
