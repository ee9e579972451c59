/** The legend of a landscape: how many squares look how; an entry that is pressed leaves the others pale. */
import { button, el } from "../../el.js";
import { t } from "../../i18n.js";
import { wordOf } from "../node/verdict-line.js";

export const kindWords = ({ kind, word }) => (kind === "no" ? wordOf(word) : t(`ui.land.kind.${kind}`));

const same = (entry, other) => entry?.kind === other.kind && entry.reason === other.reason;

/** `onOnly()`: another entry is pressed, or none. */
export function createLegend({ onOnly }) {
  const element = el("p.ls-legend");
  let only = null; // the entry that is pressed

  function render(entries) {
    const fill = el("span.ls-entry", null, el("i.ls-sample.fill"), t("ui.land.fill"));
    element.replaceChildren(fill, ...entries.map((entry) => {
      const on = same(only, entry);
      const sample = el(`i.ls-sample.is-${entry.kind}${entry.reason === null ? "" : `.r${entry.reason % 4}`}`);
      return button("ls-entry", null, () => {
        only = on ? null : entry;
        render(entries);
        onOnly();
      }, { "aria-pressed": String(on) }, sample, `${kindWords(entry)} ${entry.n}`);
    }));
  }

  return {
    element, render,
    /** Whether squares of this look, {kind, reason}, are left out. */
    hides: (look) => only !== null && !same(only, look),
  };
}
