/** How a person gives an input: at the newest step, with a dialog where it has fields. */
import { createFork } from "./fork.js";
import { el } from "../../el.js";
import { say, t } from "../../i18n.js";

/** The object of an input about a pod. Pure. */
export const objectOf = (pod) => ({ kind: "Pod", namespace: pod.ns, name: pod.name });

export const field = (word, input) => el("label.field", null, el("span", { text: t(word) }), input);

export const textField = (name, attributes = {}) =>
  el("input", { type: "text", name, value: "", autocomplete: "off", spellcheck: "false", ...attributes });

export const numberField = (name, attributes) => el("input", { type: "number", name, required: true, ...attributes });

/** Radio buttons, the first of them chosen: {element, value()}; `choices` = [[value, words], …]. */
export function radioFields(name, legend, choices) {
  const inputs = choices.map(([value], i) => el("input", { type: "radio", name, value, checked: i === 0 }));
  const labels = choices.map(([, words], i) => el("label.choice", null, inputs[i], words));
  const element = el("fieldset.choices", null, el("legend", { text: legend }), labels);
  return { element, value: () => inputs.find((input) => input.checked).value };
}

const button = (word, onclick, kind = "") => el(`button.btn${kind}`, { type: "button", text: t(word), onclick });

function open(host, dialog) {
  dialog.addEventListener("close", () => dialog.remove());
  host.append(dialog);
  dialog.showModal();
}

/** What was wrong with an input, with the line of the YAML where it has one. */
function wrongWords(error) {
  const where = error.line ? `${t("ui.act.at_line", { line: error.line })}: ` : "";
  return [el("b", { text: where }), error.message ? say(error.message) : t("ui.error.offline")];
}

/**
 * `ask` opens a dialog with fields; `guarded(run)` runs where an input can be given, else says what else there is;
 * `copies()` says whether what is done to the run of somebody else happens in a copy;
 * `send` gives an input without a dialog, `attempt` for a form that shows the refusal; `later` fetches a module.
 */
export function createInputDialogs({ host, player, fork, tell }) {
  const copy = createFork(player);

  /** Gives inputs one after the other, to this run or to a copy that is one's own: {ok}, or {ok: false, error}. */
  async function attempt(inputs) {
    if (!player.state.run?.canAct) return copy.give([inputs].flat());
    for (const input of [inputs].flat()) {
      const answer = await player.tryInput(input);
      if (!answer.ok) return answer;
    }
    return { ok: true };
  }

  /**
   * `make()` gives the input, several, or null where `instead()` comes in its place. `remedy()` is what stands beside
   * a refusal of the API server.
   */
  function ask({ title, body, submit, danger = false, wide = false, make, instead = null, remedy = null }) {
    const wrong = el("p.dlg-wrong", { role: "alert", hidden: true });
    const go = el(`button.btn.${danger ? "danger" : "pri"}`, { type: "submit", text: submit });
    async function onsubmit(event) {
      event.preventDefault();
      const input = make();
      if (!input) {
        dialog.close();
        instead?.();
        return;
      }
      go.disabled = true;
      const { ok, error } = await attempt(input);
      go.disabled = false;
      if (ok) {
        dialog.close();
        return;
      }
      wrong.hidden = false;
      const help = error.code === "input.refused" ? remedy?.() : null;
      wrong.replaceChildren(...wrongWords(error), help ?? "");
    }
    const buttons = el("div.dlg-row", null, button("ui.act.cancel", () => dialog.close()), go);
    const heading = el("h2", { id: "dlg-title", text: title });
    const form = el("form", { method: "dialog", onsubmit }, heading, body, wrong, buttons);
    const dialog = el(`dialog.act${wide ? ".broad" : ""}`, { "aria-labelledby": "dlg-title" }, form);
    open(host, dialog);
  }

  /** The step that is shown is not the newest one. */
  function askWhere(state) {
    const goNewest = () => {
      dialog.close();
      player.seek(player.state.head);
    };
    const buttons = [
      button("ui.act.cancel", () => dialog.close()),
      button("ui.act.fork_here", () => fork()),
      button("ui.act.go_newest", goNewest, ".pri"),
    ];
    const words = t("ui.act.newest", { at: state.model.seq, head: state.head });
    const heading = el("h2", { id: "dlg-title", text: words });
    const dialog = el("dialog.act", { "aria-labelledby": "dlg-title" }, heading, el("div.dlg-row", null, buttons));
    open(host, dialog);
  }

  function guarded(run) {
    const { state } = player;
    if (!state.run?.canAct) (copy.can ? run : fork)();
    else if (player.atHead && !state.into) run();
    else askWhere(state);
  }

  const send = (input) => guarded(async () => {
    const { ok, error } = await attempt(input);
    if (!ok) tell(error.message ? say(error.message) : t("ui.error.offline"), "wrong");
  });

  /** A module that is fetched when it is first needed; null where it cannot be had, which is said. */
  async function later(module) {
    try {
      return await module;
    } catch {
      tell(t("ui.error.offline"), "wrong");
      return null;
    }
  }

  return { ask, attempt, guarded, send, later, copies: () => copy.can };
}
