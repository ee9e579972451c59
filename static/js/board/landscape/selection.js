/** Nodes that are chosen together, by a frame over them: a list of their names, and what can be done with them. */
import { button, el, setText } from "../../el.js";
import { listed, t } from "../../i18n.js";

const MOST_NAMED = 12;

/**
 * Names of nodes, as state of the page. `actions(names, zone)` = [{words, href} | {words, act} | {words}] of the row
 * beside them; `zone` = the zone that was chosen as a whole, or "".
 */
export function createSelection({ actions = () => [] }) {
  let names = [];
  let zone = "";
  let missed = false; // a frame had no node in it
  const calls = new Set();
  const head = el("b");
  const list = el("span.ls-names", { role: "status" });
  const row = el("span.ls-actions");
  const clear = button("btn", t("ui.land.clear"), () => set([]));
  const element = el("section.ls-selection", { "aria-label": t("ui.land.selection") }, head, list, row, clear);

  function show() {
    const none = !names.length;
    element.classList.toggle("none", none);
    clear.hidden = none;
    setText(head, none ? "" : t("ui.land.selected", { n: names.length }));
    const more = names.length - MOST_NAMED;
    const shown = more > 0 ? [...names.slice(0, MOST_NAMED), t("ui.land.more", { n: more })] : names;
    setText(list, none ? t(missed ? "ui.land.missed" : "ui.land.hint") : listed(shown));
    element.classList.toggle("missed", none && missed);
    row.replaceChildren(...(none ? [] : actions(names, zone)).map(({ words, href, act }) => {
      if (!href && !act) return el("span.dim", { text: words });
      return href ? el("a.btn", { href, text: words }) : button("btn", words, () => act(names));
    }));
  }

  /** `whole` = the zone whose nodes these are all; `framed`: a frame was drawn, perhaps over nothing. */
  function set(next, { whole = "", framed = false } = {}) {
    [names, zone, missed] = [next, whole, framed && !next.length];
    show();
    for (const call of calls) call(names);
  }

  show();
  return {
    element, set,
    get names() { return names; },
    /** `call(names)` whenever others are chosen. */
    onChange(call) {
      calls.add(call);
    },
    /** Nodes that are gone are chosen no more; what can be done is that of the step that is shown. */
    keep(nodes) {
      if (names.some((name) => !nodes.has(name))) set(names.filter((name) => nodes.has(name)));
      else if (names.length) show();
    },
  };
}
