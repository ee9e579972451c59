/**
 * A run that is not one's own is not touched: what somebody does there happens in a copy of it, which keeps its script.
 * The page then goes to the copy, and says so.
 */
import { store, storedList } from "../../browser.js";
import { fetchInTime } from "../../net/http.js";

const KEY = "podium.forked";

/** Only the ordinary page of a run goes to a copy: one of a lesson or a room would lose what is around the board. */
const formOf = () => (document.getElementById("what-if") ? document.getElementById("fork") : null);

/** Asks with the form of the page for a copy of the run up to step `at` to which `inputs` are given. */
export function fork(form, { at, inputs }, fetch = fetchInTime) {
  const body = new FormData(form);
  body.set("at", String(at));
  body.set("inputs", JSON.stringify(inputs));
  return fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
}

/** `go(url)` leads to another page; `fetch` is the browser's, or a test's. */
export function createFork(player, { go = (url) => location.assign(url), fetch = fetchInTime } = {}) {
  async function copy(form, inputs) {
    const { model, run } = player.state;
    const response = await fork(form, { at: model.seq, inputs }, fetch);
    if (!response.ok) return { ok: false, error: response.status === 422 ? await response.json() : {} };
    const made = await response.json();
    store(KEY, JSON.stringify([made.run, `/r/${run.id}?at=${model.seq}`]), { tab: true });
    go(made.url);
    return { ok: true };
  }

  return {
    get can() { return formOf() !== null; },
    /** Copies the run up to the step that is shown and gives inputs to the copy: {ok}, or {ok: false, error}. */
    give: (inputs) => copy(formOf(), inputs).catch(() => ({ ok: false, error: {} })),
  };
}

/** A form that is about the step that is shown, as a fork is. Returns a function that sends it. */
export function bindForm(form, player) {
  const fill = () => {
    const at = form.querySelector("[name=at]");
    if (at) at.value = String(player.state.model?.seq ?? "");
  };
  form?.addEventListener("submit", fill);
  return function send() {
    fill();
    form.requestSubmit();
  };
}

/** The address of the run that `run` was copied from a moment ago, once; null for another run. */
export function cameFrom(run) {
  const [copy, back] = storedList(KEY, { tab: true });
  if (copy !== run) return null;
  store(KEY, null, { tab: true });
  return back;
}
