/**
 * The dialog before a dangerous act: kubectl's own words, the consequences, the name typed; the safe way stands first
 * and has the focus.
 */
import { showDialog } from "../../dialog.js";
import { button, el } from "../../el.js";
import { icon } from "../../icons.js";
import { say, t } from "../../i18n.js";
import { createConsequences, phrase } from "./consequences.js";

/** The field in which a name has to be typed: {element, matches()}; `onTyped()` is called after each change. */
function createTypedName(name, onTyped) {
  const input = el("input", {
    type: "text", name: "confirm", autocomplete: "off", spellcheck: "false",
    "aria-label": t("ui.danger.type_label", { name }), oninput: onTyped,
  });
  const prompt = el("span", null, `${t("ui.danger.type")} `, el("b.mono", { text: name }));
  return { element: el("label.confirm", null, prompt, input), matches: () => input.value === name };
}

/** What is said of the act: kubectl's warning, a sentence and the table, or that they could not be loaded. */
function consequencesOf({ warning, consequences }) {
  const words = consequences ? phrase(consequences.says) : t("ui.inspector.failed");
  return [
    warning ? el("div.msg", { text: warning }) : null,
    el("p", { id: "danger-says", text: words }),
    consequences ? createConsequences(consequences) : null,
  ];
}

/**
 * @param {{title, warning?: string, consequences: {says, rows} | null, name, submit, first?: {word, run},
 *   send: () => Promise<{ok, error?}>}} options
 *   `name` has to be typed; `first` is a safer way.
 */
export function askDanger({ title, warning = null, consequences, name, submit, first = null, send }) {
  const opener = document.activeElement;
  const go = el("button.btn.danger", { type: "submit", disabled: true, text: submit });
  const wrong = el("p.dlg-wrong", { role: "alert", hidden: true });
  const typed = createTypedName(name, () => { go.disabled = !typed.matches(); });
  const cancel = button("btn.pri", t("ui.act.cancel"), () => dialog.close(), { autofocus: true });
  const saferWay = () => {
    dialog.close();
    first.run();
  };

  async function onsubmit(event) {
    event.preventDefault();
    if (!typed.matches()) return;
    go.disabled = true;
    const { ok, error } = await send();
    if (ok) {
      dialog.close();
      return;
    }
    go.disabled = false;
    wrong.hidden = false;
    wrong.textContent = error?.message ? say(error.message) : t("ui.error.offline");
  }

  const buttons = [cancel, first ? button("btn", first.word, saferWay) : null, el("span.sp"), go];
  const dialog = el("dialog.act.danger-dialog",
    { role: "alertdialog", "aria-labelledby": "danger-title", "aria-describedby": "danger-says" },
    el("form", { method: "dialog", onsubmit },
      el("h2", { id: "danger-title" }, icon("warn", ""), title),
      consequencesOf({ warning, consequences }),
      typed.element, wrong, el("div.dlg-row", null, buttons)));
  dialog.addEventListener("close", () => opener?.isConnected && opener.focus());
  showDialog(dialog);
  cancel.focus();
  return dialog;
}
