/** The end of a room: asked once, with what it means. */
import { openForm } from "../../dialog.js";
import { el } from "../../el.js";
import { t } from "../../i18n.js";

export const openEnd = (command) => openForm({
  title: t("ui.room.end_title"), body: el("p", { text: t("ui.room.end_means") }), go: t("ui.room.end"), danger: true,
  submit: () => command({ do: "end" }),
});
