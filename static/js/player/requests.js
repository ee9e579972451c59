/** Questions and inputs to the server; a refusal is told to the person, and what it says of the run is taken. */
import { fromSnapshot } from "../net/frames.js";

const QUIET_CODES = new Set(["net.lost", "net.offline"]); // the line says it already
const MOST_FRAMES = 200; // on the way to the second of an input

export function createRequests({ history, emit, on }) {
  let socket = null;

  /** What a refusal says of the run. */
  function take(error) {
    history.raiseHead(error.head);
    if (error.snapshot) on.snapshot(fromSnapshot(error.snapshot));
  }

  return {
    use(value) { socket = value; },
    /**
     * The answer, or null without one. `purpose.why` is "look" where a panel looks back and nobody moves, "stay" where
     * those who go along come back to the step that is shown, "lost" where the page missed frames; else a person moves.
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

/** Inputs go in at the head of a run, at the time that their giver sees. */
export function createInputs({ state, history, clock, display, playback, steps, requests }) {
  /** Stops, and shows what the run has made ahead of the picture: an input goes in after it. */
  async function stop() {
    await playback.stop();
    await steps.underWay;
    const unseen = playback.unseen();
    if (unseen.length) {
      display.drop();
      display.applyAll(unseen);
    }
  }

  /** The message for an input. Between two acts it happens later than the step: it carries the time. */
  function messageFor(input) {
    const second = Math.round(clock.t * 1000) / 1000;
    const between = display.waiting.length === 0 && !state.into && second > state.model.t;
    display.flush();
    return { do: "input", from: state.model.seq, input: between ? { ...input, at: second } : input };
  }

  function take(answer) {
    history.take(answer);
    display.enqueue(answer.frames ?? []);
  }

  return {
    /** Gives an input. Resolves to true when it was taken; a refusal is told to the person. */
    async give(input) {
      await stop();
      const answer = await requests.ask(messageFor(input));
      if (answer) take(answer);
      return answer !== null;
    },
    /** Gives an input at its second `at`: the run goes on up to there first. One whose second is over happens now. */
    async giveAt({ at = 0, ...input }) {
      await stop();
      display.flush();
      if (at > state.model.t) {
        const { seq } = state.model;
        const way = await requests.ask({ do: "step", from: seq, size: "time", until: at, limit: MOST_FRAMES });
        if (!way) return false;
        take(way);
        display.flush();
      }
      const timed = at > state.model.t ? { ...input, at } : input;
      const answer = await requests.ask({ do: "input", from: state.model.seq, input: timed });
      if (answer) take(answer);
      return answer !== null;
    },
    /** Gives an input for a form, which gets the refusal: {ok: true} or {ok: false, error}. */
    async attempt(input) {
      await stop();
      const { answer, error } = await requests.attempt(messageFor(input));
      if (error) return { ok: false, error };
      take(answer);
      return { ok: true };
    },
  };
}
