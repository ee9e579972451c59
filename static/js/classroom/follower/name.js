/** One's name in the room and how many there are; a word where the same name or person is there twice. */
import { field, openForm } from "../../dialog.js";
import { button, el, setAttr, setText } from "../../el.js";
import { t } from "../../i18n.js";

/** Returns {who, people, twice, render(state)}: elements that stand in different places. */
export function createName(line) {
  const who = button("btn.ghost.room-name", null, rename);
  const people = el("span.ink2");
  const twice = el("p.room-twice", { role: "status", hidden: true });

  function rename() {
    const { name } = line.state.you;
    const input = el("input", { type: "text", name: "name", maxlength: 40, value: name, autocomplete: "nickname" });
    openForm({
      title: t("ui.room.rename"), body: field("ui.room.name_optional", input), go: t("ui.room.keep"),
      submit: async (data) => Boolean((await line.command({ do: "name", name: data.get("name").trim() })).answer),
    });
  }

  return {
    who, people, twice,
    render({ you, room }) {
      const name = you?.name || t("ui.room.no_name");
      setText(who, name);
      setAttr(who, "aria-label", t("ui.room.rename_now", { name }));
      // who has just come is not counted yet
      setText(people, room.people ? t("ui.room.people", { n: room.people }) : "");
      const again = you?.places > 1 ? "ui.room.twice" : you?.sameName ? "ui.room.same_name" : null;
      twice.hidden = !again;
      setText(twice, again ? t(again, { n: you.places }) : "");
    },
  };
}
