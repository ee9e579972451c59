/** The line that tells a person what happened to an input or to the connection. */
import { el } from "../el.js";
import { t } from "../i18n.js";

const SHOWN_MS = 5000;

/** `onNow()`: the person does not want to wait. Returns `tell(words, kind, lasting)`; kind is "", "good" or "wrong". */
export function createMessageLine({ element, clock, onNow }) {
  let cancel = null;

  return function tell(words, kind = "", lasting = false) {
    cancel?.();
    const waits = lasting && kind === "";
    const now = waits ? [el("button.btn", { type: "button", text: t("ui.line.now"), onclick: onNow })] : [];
    element.className = `line ${kind}`;
    element.replaceChildren(el("span", { text: words }), ...now);
    element.hidden = false;
    if (lasting) return;
    cancel = clock.timer(SHOWN_MS, () => {
      element.hidden = true;
    });
  };
}
