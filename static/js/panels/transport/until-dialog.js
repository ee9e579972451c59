/** The dialog that asks until what the run is to go on: a condition, written or chosen (docs/conditions.md). */
import { button, el, setText } from "../../el.js";
import { t } from "../../i18n.js";
import { fetchInTime } from "../../net/http.js";

const plain = (key) => key.replace(/^default\//, "");

/** Conditions that are at hand for what is chosen on the board: {word, args, text}[]. Pure. */
export function proposals({ pod = null, node = null } = {}) {
  // a text that begins with "touched:" is looked for through time, all others are conditions
  const made = [];
  if (pod) {
    const name = plain(pod);
    const about = (word, rest) => made.push({ word, args: { pod: name }, text: `pod: {name: ${name}, ${rest}}` });
    about("ui.until.bound", "bound: true");
    about("ui.until.ready", "ready: true");
    about("waits.terminating", "terminating: true");
    about("ui.until.gone", "exists: false");
    made.push({ word: "ui.until.changes", args: { pod: name }, text: `touched:Pod/${pod}` });
  }
  if (node) {
    made.push({ word: "ui.until.not_ready", args: { node }, text: `node: {name: "${node}", ready: false}` });
    made.push({ word: "ui.until.is_ready", args: { node }, text: `node: {name: "${node}", ready: true}` });
  }
  if (node) made.push({ word: "ui.until.changes", args: { pod: node }, text: `touched:Node/${node}` });
  const kinds = [["ui.until.preempts", "preempt"], ["ui.until.kills", "sigkill"], ["ui.until.evicts", "evict"]];
  for (const [word, kind] of kinds) made.push({ word, args: {}, text: `step: {kind: ${kind}}` });
  return made;
}

function createDialog({ ask, chosen, watch, pick }) {
  const text = el("input.mono", { id: "until-text", type: "text", maxLength: 2000, spellcheck: false, required: true });
  const status = el("p.until-told", { role: "status", "aria-live": "polite" });
  const list = el("div.until-list");
  const watched = el("ul.until-watched");
  function showWatched() {
    watched.replaceChildren(...watch.conditions.map((condition) => el("li", null, el("code", { text: condition }),
      el("button.btn.small", {
        type: "button", text: t("ui.until.drop"), "aria-label": `${t("ui.until.drop")}: ${condition}`,
        onclick: async () => {
          await watch.drop(condition);
          showWatched();
        },
      }))));
  }
  async function watchIt() {
    const wrong = text.value.trim() ? await watch.add(text.value.trim()) : t("ui.until.nothing");
    setText(status, wrong ?? t("ui.until.watched"));
    showWatched();
  }
  const form = el("form", { method: "dialog" },
    el("h2", { id: "until-title", text: t("ui.until.title") }),
    el("p", { text: t("ui.until.how") }),
    el("label", { for: "until-text", text: t("ui.until.condition") }), text, list, status, watched,
    el("div.dlg-row", null,
      button("btn", t("ui.act.close"), () => dialog.close()),
      button("btn", t("ui.until.watch"), watchIt),
      el("button.btn.pri", { text: t("ui.until.go") })));
  const dialog = el("dialog.until", { "aria-labelledby": "until-title" }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    setText(status, t("ui.until.looks"));
    const problem = await ask(text.value);
    if (problem === null) dialog.close();
    else setText(status, problem);
  });
  /** The next click on the board says which pod or node it is about. */
  function pickObject() {
    dialog.close();
    document.body.classList.add("picking");
    pick((what) => {
      const name = what.pod || what.node;
      pick(null);
      document.body.classList.remove("picking");
      if (name) shown.open(what);
      return Boolean(name);
    });
  }
  const shown = {
    dialog,
    open(about = chosen()) {
      const entries = proposals(about).map((proposal) => el("button.btn.small", {
        type: "button", text: t(proposal.word, proposal.args),
        onclick: () => {
          text.value = proposal.text;
          text.focus();
        },
      }));
      const click = button("btn.small.until-pick", t("ui.until.pick"), pickObject);
      list.replaceChildren(click, ...entries);
      setText(status, "");
      showWatched();
      dialog.showModal();
      text.focus();
    },
  };
  return shown;
}

/** `tell(message)` says what was found on the page. Returns what opens the dialog. */
export function createUntil(host, { run, player, chosen, tell, watch, pick }) {
  let made = null;

  /** Goes to where the condition begins to hold. Resolves to what the person has to be told, or null. */
  async function ask(condition) {
    const at = player.state.model?.seq ?? 0;
    player.pause();
    let response;
    try {
      const [page, query] = condition.startsWith("touched:")
        ? ["find", { at, q: condition, beyond: 1 }] : ["until", { at, c: condition }];
      response = await fetchInTime(`/r/${run()}/${page}?${new URLSearchParams(query)}`);
    } catch {
      return t("ui.until.lost");
    }
    if (!response.ok) return t("ui.until.lost");
    const { seq, wrong, ...answer } = await response.json();
    const { holds = Boolean(answer.hit), said: text = answer.hit?.said ?? condition, ended = answer.quiet } = answer;
    if (wrong !== undefined) return wrong;
    if (!holds) return t(ended ? "ui.until.never" : "ui.until.not_yet", { seq, condition: text });
    await player.goOn(seq);
    tell({ id: "ui.until.found", args: { condition: text } });
    return null;
  }

  return () => {
    if (!made) {
      made = createDialog({ ask, chosen, watch, pick });
      host.append(made.dialog);
    }
    if (made.dialog.open) made.dialog.close();
    else made.open();
  };
}
