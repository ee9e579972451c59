/** The dialog with all keys. */
import { closeRow } from "../../dialog.js";
import { el } from "../../el.js";
import { t } from "../../i18n.js";
import { KEYS } from "./keys.js";

function createDialog(more) {
  const rows = [...more, ...KEYS].map((key) => [
    el("dt", null, (key.show ?? key.keys).map((name) => el("kbd", { text: name }))),
    el("dd", { text: t(key.word) }),
  ]);
  return el("dialog.help", { "aria-labelledby": "help-title" },
    el("h2", { id: "help-title", tabindex: "-1", autofocus: "", text: t("ui.help.title") }),
    el("dl.keys", null, rows),
    closeRow());
}

/**
 * Opens the dialog that `?` asks for, or closes it; it is made when it is first asked for. `more`: further keys of the
 * page, as {keys, word}.
 */
export function createHelp(host, more = []) {
  let dialog = null;
  return () => {
    if (!dialog) {
      dialog = createDialog(more);
      host.append(dialog);
    }
    if (dialog.open) dialog.close();
    else dialog.showModal();
  };
}
