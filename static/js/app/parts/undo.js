/**
 * Ctrl-Z takes the last input of a person back, Ctrl-Y gives it again. A run never loses a step, because links lead to
 * it: what is shown then is a copy of its past up to that input, and the run itself is what Ctrl-Y returns to.
 */
import { store, storedList } from "../../browser.js";
import { t } from "../../i18n.js";
import { fetchInTime } from "../../net/http.js";

const MOST = 50;

/** The newest act of a person up to a step, as a row of the timeline, or null. Pure. */
export const lastInput = (acts, upto) => acts.findLast(([seq, , actor]) => seq <= upto && actor === "you") ?? null;

/**
 * The run to which the newest input can be given again: {run, at}, or null. `undone` = what was taken back in this
 * browser, the newest last: {copy, run, at, seq}. An input that came afterwards makes it void. Pure.
 */
export function again(undone, run, acts) {
  const last = undone.at(-1);
  if (!last || last.copy !== run) return null;
  return acts.some(([seq, , actor]) => seq > last.seq && actor === "you") ? null : last;
}

/**
 * `fork` = the form that copies the run; `run()` its name, `go(url)` to another page, `tell(words, kind)`; `name` =
 * where the session's storage keeps what was taken back.
 */
export function createUndo({ fork, run, player, tell, name, go = (url) => location.assign(url), fetch = fetchInTime }) {
  const all = () => storedList(name, { tab: true });
  const keep = (undone) => store(name, JSON.stringify(undone.slice(-MOST)), { tab: true });
  let busy = false;

  async function undo() {
    const { acts, head } = player.state;
    const input = lastInput(acts, head);
    if (!input) {
      tell(t("ui.undo.none"));
      return;
    }
    const at = input[0] - 1;
    const body = new FormData(fork);
    body.set("at", String(at));
    const response = await fetch(fork.action, { method: "POST", body, headers: { Accept: "application/json" } });
    if (!response.ok) {
      tell(t("ui.undo.failed"), "wrong");
      return;
    }
    const { run: copy, url } = await response.json();
    keep([...all(), { copy, run: run(), at: head, seq: at, fresh: true }]);
    go(url);
  }

  function redo() {
    const undone = all();
    const last = again(undone, run(), player.state.acts);
    if (!last) {
      tell(t("ui.undo.nothing_again"));
      return;
    }
    keep(undone.slice(0, -1));
    go(`/r/${last.run}?at=${last.at}`);
  }

  return {
    /** Takes back or gives again; one at a time. `wish` = "undo" or "redo". */
    async give(wish) {
      if (busy) return;
      busy = true;
      try {
        await (wish === "undo" ? undo() : redo());
      } catch {
        tell(t("ui.undo.failed"), "wrong");
      }
      busy = false;
    },
    /** Says once on the copy what it is. */
    hello() {
      const undone = all();
      const last = undone.at(-1);
      if (!last?.fresh || last.copy !== run()) return;
      last.fresh = false;
      keep(undone);
      tell(t("ui.undo.done"), "good");
    },
  };
}
