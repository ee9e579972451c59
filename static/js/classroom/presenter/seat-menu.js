/** What a presenter can do with one seat. */
import { openDialog } from "../../dialog.js";
import { button, el } from "../../el.js";
import { t } from "../../i18n.js";
import { nameOf, stateWord } from "./roster.js";

/** Opens the dialog of a seat. `state` is the room's, `command` sends. */
export function openSeat(seat, { state, command, hidden = state().room.namesHidden }) {
  const tile = state().wall[seat.seat] ?? null;
  const act = (word, message, kind = "") => button(`btn${kind}`, t(word), () => {
    dialog.close();
    command(message);
  });
  const whose = { seat: seat.seat };
  const showing = state().room.showing === seat.seat;
  const remove = el("details.danger-of", {}, el("summary", { text: t("ui.room.remove") }), el("p", {
    text: t("ui.room.remove_means") }), act("ui.room.remove_now", { do: "remove", ...whose }, ".danger"));
  const boardOf = { target: "_blank", rel: "noopener", text: t("ui.room.open_board") };
  const parts = [
    seat.hand ? act("ui.room.lower", { do: "lower", ...whose }, ".pri") : null,
    tile ? el("a.btn", { href: `/r/${tile.run}`, ...boardOf }) : null,
    showing ? act("ui.room.show_stage", { do: "show", seat: null }) : null,
    tile && !showing ? act(seat.allow ? "ui.room.show_to_all" : "ui.room.ask_to_show", { do: "show", ...whose }) : null,
    tile ? act("ui.room.reset_one", { do: "reset-task", ...whose }) : null,
    remove,
  ].filter(Boolean);
  const states = [t(stateWord(seat.state)), seat.mood ? t(`ui.room.mood_${seat.mood}`) : null,
    seat.bot ? t("ui.room.bot") : null].filter(Boolean).join(" · ");
  const end = button("btn", t("ui.act.close"), () => dialog.close());
  const dialog = openDialog("act.seat-menu", nameOf(seat, hidden), el("p.ink2", { text: states }),
    el("div.stack", {}, parts), el("div.dlg-row", {}, end));
}
