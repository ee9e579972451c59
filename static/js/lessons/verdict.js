/**
 * From a guess to its verdict: the board plays on from the picture on which the guess is pinned, and the verdict falls
 * on the frame on which it is decided. The explanation comes after that.
 */
import { SPEEDS } from "../board/clock.js";

const SHOWN_S = 6; // real seconds that the way to the truth may take
const READ_MS = 1200; // between the verdict and what is said of it, and between two stills

/** The slowest speed at which `seconds` of virtual time pass in at most SHOWN_S. Pure. */
export function speedFor(seconds) {
  return SPEEDS.find((speed) => speed >= 1 && seconds / speed <= SHOWN_S) ?? SPEEDS.at(-1);
}

/**
 * `page` = {player, clock, setSpeed(speed)}. Returns {play(way), render(), end(), stop(), on}: `way` = {until, decided,
 * seconds, onVerdict(), onEnd()}, steps of the run and the virtual seconds up to `until`; `render()` is called with
 * each change of what the board shows, `end()` leaves out what has not been seen, `stop()` all that was awaited.
 */
export function createVerdict({ player, clock, setSpeed }) {
  let way = null;
  let wait = null;

  function after(ms, then) {
    wait?.();
    wait = clock.after(ms, () => {
      wait = null;
      then();
    });
  }

  function fall() {
    if (way.fell) return;
    way.fell = true;
    way.onVerdict();
  }

  function end() {
    if (!way) return;
    fall();
    const { onEnd, until } = way;
    wait?.();
    wait = way = null;
    if (player.state.model.seq !== until) player.seek(until);
    onEnd();
  }

  /** Without motion there are three stills: what one guessed on, the verdict, the end. */
  function showStills() {
    player.seek(way.decided);
    fall();
    after(READ_MS, end);
  }

  return {
    get on() { return way !== null; },
    play(next) {
      way = { fell: false, ...next };
      if (way.until <= player.state.model.seq) end();
      else if (clock.reducedMotion) showStills();
      else {
        setSpeed(speedFor(way.seconds));
        player.play();
      }
    },
    render() {
      const seq = player.state.model?.seq;
      if (!way || seq === undefined) return;
      if (seq >= way.decided) fall();
      if (seq >= way.until && !wait) after(READ_MS, end);
    },
    end,
    /** The question is shown no longer: nothing more is awaited. */
    stop() {
      wait?.();
      wait = way = null;
    },
  };
}
