/** A dialog with a form; what it asks for goes to `submit(FormData)`, which may answer false to stay open. */
import { el } from "../../el.js";
import { t } from "../../i18n.js";

let count = 0;

/** Opens it. `body`: elements; `danger`: the button is for something that cannot be undone. */
export function openDialog({ title, body, go, submit, danger = false, wide = false }) {
  const id = `room-dialog-${(count += 1)}`;
  const send = el(`button.btn.${danger ? "danger" : "pri"}`, { text: go });
  const cancel = el("button.btn", { type: "button", text: t("ui.act.cancel"), onclick: () => dialog.close() });
  const form = el("form", {
    method: "dialog",
    async onsubmit(event) {
      event.preventDefault();
      send.disabled = true;
      const stays = (await submit(new FormData(form))) === false;
      send.disabled = false;
      if (!stays) dialog.close();
    },
  }, el("h2", { id, text: title }), body, el("div.dlg-row", {}, cancel, send));
  const dialog = el(`dialog.act${wide ? ".broad" : ""}`, { "aria-labelledby": id }, form);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

export const field = (label, input) => el("label.field", {}, el("span", { text: label }), input);
