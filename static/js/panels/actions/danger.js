/**
 * Dangerous acts ask first: kubectl's own words, now → after, the name typed; the safe way stands first and has the
 * focus.
 */
import { el } from "../../el.js";
import { icon } from "../../icons.js";
import { say, t } from "../../i18n.js";

const SIGN = { bad: "cross", ok: "check" };

function table(rows) {
  const shown = (side) => (side.text ?? say(side.message));
  return el(
    "table",
    null,
    el(
      "thead",
      null,
      el(
        "tr",
        null,
        el("th", { scope: "col" }, el("span.sr", { text: t("ui.danger.what") })),
        el("th", { scope: "col", text: t("ui.danger.now") }),
        el("th", { scope: "col", text: t("ui.danger.after") }),
      ),
    ),
    el(
      "tbody",
      null,
      rows.map((row) =>
        el(
          "tr",
          null,
          el("th", { scope: "row", text: row.plain ?? say(row.what) }),
          el("td", null, row.now.sign ? icon(row.now.sign) : null, shown(row.now)),
          el(
            `td${row.after.kind ? `.${row.after.kind}` : ""}`,
            null,
            SIGN[row.after.kind] ? icon(SIGN[row.after.kind]) : null,
            shown(row.after),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {{host, title, warning?: string, effect: {rows, says}, name, submit, first?: {word, run}, send: () =>
 *   Promise<{ok, error?}>}} asked
 *   `name` has to be typed; `first` is a safer way.
 */
export function askDanger({ host, title, warning = null, effect, name, submit, first = null, send }) {
  const opener = document.activeElement;
  const typed = el("input", {
    type: "text",
    name: "confirm",
    autocomplete: "off",
    spellcheck: "false",
    "aria-label": t("ui.danger.type_label", { name }),
  });
  const go = el("button.btn.danger", { type: "submit", disabled: true, text: submit });
  const wrong = el("p.dlg-wrong", { role: "alert", hidden: true });
  const cancel = el("button.btn.pri", {
    type: "button",
    autofocus: true,
    text: t("ui.act.cancel"),
    onclick: () => dialog.close(),
  });
  const dialog = el(
    "dialog.act.danger-dialog",
    { role: "alertdialog", "aria-labelledby": "danger-title", "aria-describedby": "danger-says" },
    el(
      "form",
      {
        method: "dialog",
        onsubmit: async (event) => {
          event.preventDefault();
          if (typed.value !== name) return;
          go.disabled = true;
          const { ok, error } = await send();
          if (ok) {
            dialog.close();
            return;
          }
          go.disabled = false;
          wrong.hidden = false;
          wrong.textContent = error?.message ? say(error.message) : t("ui.error.offline");
        },
      },
      el("h2", { id: "danger-title" }, icon("warn", ""), title),
      warning ? el("div.msg", { text: warning }) : null,
      el("p", { id: "danger-says", text: say(effect.says) }),
      table(effect.rows),
      el("label.confirm", null, el("span", null, `${t("ui.danger.type")} `, el("b.mono", { text: name })), typed),
      wrong,
      el(
        "div.dlg-row",
        null,
        cancel,
        first
          ? el("button.btn", {
              type: "button",
              text: first.word,
              onclick: () => {
                dialog.close();
                first.run();
              },
            })
          : null,
        el("span.sp"),
        go,
      ),
    ),
  );
  typed.addEventListener("input", () => { go.disabled = typed.value !== name; });
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (opener?.isConnected) opener.focus();
  });
  host.append(dialog);
  dialog.showModal();
  cancel.focus();
  return dialog;
}
