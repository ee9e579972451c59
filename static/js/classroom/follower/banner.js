/** The line over the board of who does not follow: on their own board or looking around, and the way back. */
import { button, el, setText } from "../../el.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";

/** `backKey` leads back too; `onFresh()` begins one's own board anew. Returns {element, render(standing, you)}. */
export function createBanner(line, { backKey, onFresh }) {
  const words = el("span", { role: "status" });
  const back = button("btn.pri", null, line.follow, { "aria-keyshortcuts": backKey }, icon("eye"),
    el("span", { text: t("ui.room.back") }), el("kbd", { "aria-hidden": "true", text: backKey.toUpperCase() }));
  const onchange = (event) => line.command({ do: "allow", show: event.target.checked });
  const allow = el("label.allow", {}, el("input", { type: "checkbox", onchange }), t("ui.room.allow"));
  const fresh = button("btn", t("ui.room.afresh"), onFresh);
  const element = el("div.room-mode", { hidden: true }, words, allow, fresh, back);
  return {
    element,
    render({ mode, away }, you) {
      element.hidden = !away;
      setText(words, away ? t(mode === "alone" ? "ui.room.is_alone" : "ui.room.explores") : "");
      allow.hidden = fresh.hidden = mode !== "alone";
      allow.firstChild.checked = Boolean(you?.allow);
    },
  };
}
