/** Questions to the server; a refusal is told to the person, and what it says of the run is taken. */
import { fromSnapshot } from "../net/frames.js";

const QUIET_CODES = new Set(["net.lost", "net.offline"]); // the line says it already

export function createRequests({ history, emit, on }) {
  let socket = null;

  /** What a refusal says of the run. */
  function take(error) {
    history.raiseHead(error.head);
    if (error.snapshot) on.snapshot(fromSnapshot(error.snapshot));
  }

  return {
    use(value) {
      socket = value;
    },
    /**
     * The answer, or null without one. `purpose.why` is "look" where the page stays where it is, "lost" where
     * it missed frames; else a person moves.
     */
    async ask(message, purpose) {
      try {
        return await socket.send(message, purpose);
      } catch (error) {
        if (!QUIET_CODES.has(error.code)) emit("error", error);
        take(error);
        return null;
      }
    },
    /** The answer, or the refusal for the form that asked: {answer} or {error}. */
    async attempt(message) {
      try {
        return { answer: await socket.send(message) };
      } catch (error) {
        take(error);
        return { error };
      }
    },
  };
}
