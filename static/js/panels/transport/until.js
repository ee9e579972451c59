/** The dialog that asks until what the run is to go on: a condition, written or chosen (docs/conditions.md). */
import { el, setText } from "../../el.js";
import { t } from "../../i18n.js";
import { fetchInTime } from "../../net/fetching.js";

const plain = (key) => key.replace(/^default\//, "");

/** Conditions that are at hand for what is chosen on the board: {word, args, text}[]. Pure. */
export function proposals({ pod = null, node = null } = {}) {
  const made = [];
  if (pod) {
    const name = plain(pod);
    const about = (word, rest) => made.push({ word, args: { pod: name }, text: `pod: {name: ${name}, ${rest}}` });
    about("ui.until.bound", "bound: true");
    about("ui.until.ready", "ready: true");
    about("ui.until.terminating", "terminating: true");
    about("ui.until.gone", "exists: false");
  }
  if (node) {
    made.push({ word: "ui.until.not_ready", args: { node }, text: `node: {name: "${node}", ready: false}` });
    made.push({ word: "ui.until.is_ready", args: { node }, text: `node: {name: "${node}", ready: true}` });
  }
  const kinds = [["ui.until.preempts", "preempt"], ["ui.until.kills", "sigkill"], ["ui.until.evicts", "evict"]];
  for (const [word, kind] of kinds) made.push({ word, args: {}, text: `step: {kind: ${kind}}` });
  return made;
}

function createDialog({ ask, chosen, watch }) {
  const text = el("input.mono", { id: "until-text", type: "text", maxLength: 2000, spellcheck: false, required: true });
  const told = el("p.until-told", { role: "status", "aria-live": "polite" });
  const list = el("div.until-list");
  const watched = el("ul.until-watched");
  function showWatched() {
    watched.replaceChildren(...watch.conditions.map((each) => el("li", null, el("code", { text: each }),
      el("button.btn.small", {
        type: "button", text: t("ui.until.drop"), "aria-label": `${t("ui.until.drop")}: ${each}`,
        onclick: async () => {
          await watch.drop(each);
          showWatched();
        },
      }))));
  }
  async function watchIt() {
    const wrong = text.value.trim() ? await watch.add(text.value.trim()) : t("ui.until.nothing");
    setText(told, wrong ?? t("ui.until.watched"));
    showWatched();
  }
  const form = el("form", { method: "dialog" },
    el("h2", { id: "until-title", text: t("ui.until.title") }),
    el("p", { text: t("ui.until.how") }),
    el("label", { for: "until-text", text: t("ui.until.condition") }), text, list, told, watched,
    el("div.dlg-row", null,
      el("button.btn", { type: "button", text: t("ui.act.close"), onclick: () => dialog.close() }),
      el("button.btn", { type: "button", text: t("ui.until.watch"), onclick: watchIt }),
      el("button.btn.pri", { text: t("ui.until.go") })));
  const dialog = el("dialog.until", { "aria-labelledby": "until-title" }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    setText(told, t("ui.until.looks"));
    const said = await ask(text.value);
    if (said === null) dialog.close();
    else setText(told, said);
  });
  return {
    dialog,
    open() {
      const entries = proposals(chosen()).map((each) => el("button.btn.small", {
        type: "button", text: t(each.word, each.args),
        onclick: () => {
          text.value = each.text;
          text.focus();
        },
      }));
      list.replaceChildren(...entries);
      setText(told, "");
      showWatched();
      dialog.showModal();
      text.focus();
    },
  };
}

/** `tell(message)` says what was found on the page. Returns what opens the dialog. */
export function createUntil(host, { run, player, chosen, tell, watch }) {
  let made = null;

  /** Goes to where the condition begins to hold. Resolves to what the person has to be told, or null. */
  async function ask(condition) {
    const at = player.state.model?.seq ?? 0;
    player.pause();
    let response;
    try {
      response = await fetchInTime(`/r/${run()}/until?${new URLSearchParams({ at, c: condition })}`);
    } catch {
      return t("ui.until.lost");
    }
    if (!response.ok) return t("ui.until.lost");
    const { seq, holds, said, ended, wrong } = await response.json();
    if (wrong !== undefined) return wrong;
    if (!holds) return t(ended ? "ui.until.never" : "ui.until.not_yet", { seq, said });
    await player.goOn(seq);
    tell({ id: "ui.until.found", args: { said } });
    return null;
  }

  return () => {
    if (!made) {
      made = createDialog({ ask, chosen, watch });
      host.append(made.dialog);
    }
    if (made.dialog.open) made.dialog.close();
    else made.open();
  };
}
