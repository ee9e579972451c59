/** Dialogs of the page: each goes from it when it is closed. */
import { button, el } from "./el.js";
import { t } from "./i18n.js";

export const field = (word, input) => el("label.field", null, el("span", { text: t(word) }), input);

/** A row with the button that only closes. */
export const closeRow = () =>
  el("form.dlg-row", { method: "dialog" }, el("button.btn.pri", { text: t("ui.act.close") }));

/** Shows a dialog. */
export function showDialog(dialog, host = document.body) {
  dialog.addEventListener("close", () => dialog.remove());
  host.append(dialog);
  dialog.showModal();
  return dialog;
}

let count = 0;

/** Shows a dialog that its heading names. */
export function openDialog(classes, title, ...children) {
  const id = `dialog-${(count += 1)}`;
  return showDialog(el(`dialog.${classes}`, { "aria-labelledby": id }, el("h2", { id, text: title }), children));
}

/**
 * Shows a dialog with a form; what it asks for goes to `submit(FormData)`, which may answer false to stay open, or a
 * function that is called once it is closed. `danger`: the button is for something that cannot be undone.
 */
export function openForm({ title, body, go, submit, danger = false, wide = false }) {
  const send = el(`button.btn.${danger ? "danger" : "pri"}`, { text: go });
  const cancel = button("btn", t("ui.act.cancel"), () => dialog.close());
  async function onsubmit(event) {
    event.preventDefault();
    send.disabled = true;
    const answer = await submit(new FormData(event.target));
    send.disabled = false;
    if (answer === false) return;
    dialog.close();
    if (typeof answer === "function") answer();
  }
  const form = el("form", { method: "dialog", onsubmit }, body, el("div.dlg-row", null, cancel, send));
  const dialog = openDialog(`act${wide ? ".broad" : ""}`, title, form);
  return dialog;
}
