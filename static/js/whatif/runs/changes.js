/** What changed: a card for each pod with another outcome, with the old one struck through beside the new one. */
import { el } from "../../el.js";
import { priority } from "../../format.js";
import { say, t } from "../../i18n.js";

const MOST = 40;
const MOST_SAME = 12;

function factRow({ what, was, now }) {
  return el("span.fact", null,
    el("span.what", { text: say(what) }),
    el("span.turn", null,
      was === null ? el("span.none", { text: t("ui.change.not_then") }) : el("s", { text: was }),
      el("span.arrow", { "aria-hidden": "true", text: "→" }),
      now === null ? el("span.none", { text: t("ui.change.not_now") }) : el("b", { text: now })));
}

function card(pair, { chosen, onChoose }) {
  const { key, name, band, facts } = pair;
  const attributes = {
    type: "button", "data-pod": key, "aria-pressed": String(chosen === key), onclick: () => onChoose(pair),
  };
  return el("button.changed-pod", attributes,
    el(`span.band.b${band}`, { text: priority(pair.priority) }),
    el("span.tells", null, el("b.nm", { text: name, title: key }), facts.map(factRow)));
}

function sameLine(same) {
  if (!same.length) return null;
  const pods = same.length > MOST_SAME ? [...same.slice(0, MOST_SAME), "…"] : same;
  return el("p.dim", { text: t("ui.change.same", { pods }) });
}

/** `onChoose(pair)` is called when the card of that pod is pressed. */
export function createChanges(root, onChoose) {
  const title = el("h2", { text: t("ui.change.what_changed") });
  const list = el("div.changed-list");
  root.append(title, list);

  return {
    render(comparison, { chosen }) {
      const { changed, same, whole, upto } = comparison;
      const more = changed.length - MOST;
      const time = t("ui.span.seconds", { seconds: Math.round(upto) });
      list.replaceChildren(
        ...changed.slice(0, MOST).map((pair) => card(pair, { chosen, onChoose })),
        ...[
          more > 0 ? el("p.dim", { text: t("ui.change.more", { n: more }) }) : null,
          sameLine(same),
          whole ? null : el("p.dim", { text: t("ui.change.bounded", { time }) }),
        ].filter(Boolean));
    },
  };
}
