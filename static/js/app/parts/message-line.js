/** The line that tells a person what happened to an input or to the connection. */
import { button, el } from "../../el.js";
import { t } from "../../i18n.js";

const SHOWN_MS = 5000;
const READ_MS = 12_000; // with something to press

/**
 * `onNow()`: the person does not want to wait. Returns `tell(words, kind, lasting, beside)`; kind is "", "good" or
 * "wrong", `beside` an element that stands behind the words.
 */
export function createMessageLine({ element, clock, onNow }) {
  let cancel = null;

  return function tell(words, kind = "", lasting = false, beside = null) {
    cancel?.();
    const waits = lasting && kind === "";
    const now = waits ? [button("btn", t("ui.line.now"), onNow)] : [];
    element.className = `line ${kind}`;
    element.replaceChildren(el("span", { text: words }), ...now, beside ?? "");
    element.hidden = false;
    if (lasting) return;
    cancel = clock.timer(beside ? READ_MS : SHOWN_MS, () => {
      element.hidden = true;
    });
  };
}
