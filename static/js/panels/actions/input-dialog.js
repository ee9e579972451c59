/** How a person gives an input: at the newest step, with a dialog where it has fields. */
import { openDialog, openForm } from "../../dialog.js";
import { button, el } from "../../el.js";
import { say, t } from "../../i18n.js";
import { createFork } from "./fork.js";

/** The object of an input about a pod. Pure. */
export const objectOf = (pod) => ({ kind: "Pod", namespace: pod.ns, name: pod.name });

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
export function createInputDialogs({ player, fork, tell }) {
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
  function ask({ body, submit: go, make, instead = () => {}, remedy = () => null, ...options }) {
    const wrong = el("p.dlg-wrong", { role: "alert", hidden: true });
    async function submit() {
      const input = make();
      if (!input) return instead;
      const { ok, error } = await attempt(input);
      if (ok) return true;
      wrong.hidden = false;
      wrong.replaceChildren(...wrongWords(error), (error.code === "input.refused" && remedy()) || "");
      return false;
    }
    openForm({ ...options, go, body: [body, wrong], submit });
  }

  /** The step that is shown is not the newest one. */
  function askWhere({ model, head }) {
    const goNewest = () => {
      dialog.close();
      player.seek(head);
    };
    const dialog = openDialog("act", t("ui.act.newest", { at: model.seq, head }), el("div.dlg-row", null,
      button("btn", t("ui.act.cancel"), () => dialog.close()),
      button("btn", t("ui.act.fork_here"), () => fork()),
      button("btn.pri", t("ui.act.go_newest"), goNewest)));
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
