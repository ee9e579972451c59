/**
 * Ctrl-Z takes the last input of a person back, Ctrl-Y gives it again. A run never loses a step, because links lead to
 * it: what is shown then is a copy of its past up to that input, and the run itself is what Ctrl-Y returns to.
 */
import { store, storedList } from "../../browser.js";
import { closeRow, openDialog } from "../../dialog.js";
import { button, el } from "../../el.js";
import { t } from "../../i18n.js";
import { styled } from "../../later.js";
import { fetchInTime } from "../../net/http.js";

const MOST = 50;
const MOST_LOST = 3; // acts that no longer apply and are named

/** Whether an act is an input of a person; what kubectl does for the person later is none. Pure. */
const isInput = ([, , actor, kind]) => actor === "you" && kind.startsWith("input-");

/** The newest act of a person up to a step, as a row of the timeline, or null. Pure. */
export const lastInput = (acts, upto) => acts.findLast((act) => act[0] <= upto && isInput(act)) ?? null;

/**
 * The run to which the newest input can be given again: {run, at}, or null. `undone` = what was taken back in this
 * browser, the newest last: {copy, run, at, upto}. An input after step `upto` of the copy makes it void. Pure.
 */
export function again(undone, run, acts) {
  const last = undone.at(-1);
  if (!last || last.copy !== run) return null;
  return acts.some((act) => act[0] > last.upto && isInput(act)) ? null : last;
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
    keep([...all(), { copy, run: run(), at: head, upto: at, fresh: true }]);
    go(url);
  }

  /** Goes to a copy of the run without one of its inputs. */
  async function takeOut(form) {
    const { head } = player.state;
    const body = new FormData(form);
    const response = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
    const answer = await response.json();
    if (!response.ok) {
      tell(answer.message ?? t("ui.undo.failed"), "wrong");
      return;
    }
    const upto = Number(new URL(answer.url, location.href).searchParams.get("at"));
    const took = { took: form.dataset.number, lost: answer.lost.slice(0, MOST_LOST) };
    keep([...all(), { copy: answer.run, run: run(), at: head, upto, fresh: true, ...took }]);
    go(answer.url);
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

  /** Does one thing at a time. */
  async function alone(deed) {
    if (busy) return;
    busy = true;
    try {
      await deed();
    } catch {
      tell(t("ui.undo.failed"), "wrong");
    }
    busy = false;
  }

  return {
    /** Takes back or gives again. `wish` = "undo" or "redo". */
    give: (wish) => alone(wish === "undo" ? undo : redo),
    /** Shows what was done as chips, each of which can be taken out. `url` = where they are. */
    show: (url) => alone(async () => {
      const last = all().findLast(({ copy, took }) => copy === run() && took !== undefined);
      const query = last ? `?${new URLSearchParams({ of: last.run, took: last.took })}` : "";
      const [response] = await Promise.all([
        fetch(`${url}${query}`, { headers: { "HX-Request": "true" } }), styled("acts-style"),
      ]);
      if (!response.ok) throw new Error(`${response.status}`);
      const content = el("div");
      content.innerHTML = await response.text();
      const tools = [["undo", undo], ["redo", redo]].map(([wish, deed]) =>
        button("btn", t(`ui.undo.${wish}`), () => alone(deed), { "data-wish": wish }));
      const dialog = openDialog("acts-of", t("ui.undo.title"), el("div.acts-tools", null, tools), content, closeRow());
      dialog.addEventListener("submit", (event) => {
        if (!event.target.dataset.number) return;
        event.preventDefault();
        alone(() => takeOut(event.target));
      });
    }),
    /** Says once on the copy what it is. */
    hello() {
      const undone = all();
      const last = undone.at(-1);
      if (!last?.fresh || last.copy !== run()) return;
      last.fresh = false;
      keep(undone);
      if (last.took === undefined) tell(t("ui.undo.done"), "good");
      else tell([t("ui.undo.taken_out"), ...last.lost].join(" "), last.lost.length ? "wrong" : "good");
    },
  };
}
