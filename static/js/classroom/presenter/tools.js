/** The presenter's tools: each a button, some with a key; those that toggle show whether they are on. */
import { field, openForm } from "../../dialog.js";
import { button, el, setAttr } from "../../el.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";
import { openLinks } from "./links.js";

const DISCUSS_S = 120;
const KEYS = { spot: "p", front: "e", wall: "w" };

/** Rows of the tools: [name, icon, word, toggles?]. */
const TOOLS = [
  ["spot", "spot", "ui.room.spot", true], ["front", "eye", "ui.room.eyes_front", true],
  ["timer", "clock", "ui.room.timer", true], ["say", "say", "ui.room.say"], ["wall", "wall", "ui.room.wall", true],
  ["lock", "lock", "ui.room.lock", true], ["names", "people", "ui.room.hide_names", true],
  ["links", "share", "ui.room.links"],
];

function createTool([name, sign, word, toggles = false], act) {
  const [words, key] = [t(word), KEYS[name]];
  return button("btn.ic.tool", null, act, {
    "aria-label": words, title: key ? `${words} (${key.toUpperCase()})` : words, "aria-keyshortcuts": key,
    "aria-pressed": toggles ? "false" : null,
  }, icon(sign, ""));
}

function discuss({ state, command }) {
  if (state.room.discussUntilMs) {
    command({ do: "discuss", seconds: 0 });
    return;
  }
  const attributes = { type: "number", name: "seconds", min: 10, max: 3600, value: DISCUSS_S, required: true };
  openForm({
    title: t("ui.room.timer"), body: field("ui.room.seconds", el("input", attributes)), go: t("ui.room.start"),
    submit: (data) => command({ do: "discuss", seconds: Number(data.get("seconds")) }),
  });
}

function sayToAll({ state, command }) {
  const input = el("input", { type: "text", name: "text", maxlength: 200, value: state.room.say ?? "" });
  openForm({
    title: t("ui.room.say"), body: field("ui.room.say_line", input), go: t("ui.room.send"),
    submit: (data) => command({ do: "say", text: data.get("text").trim() }),
  });
}

/**
 * `pointing` is the spotlight's; `showWall()` opens the wall or closes it; without them (the desk) these two tools are
 * not there. Returns {element, keys, words, press(name, on), render(state)}.
 */
export function createTools(line, { tell, paths, pointing = null, showWall = null }) {
  const acts = {
    spot() {
      pointing.toggle();
      press("spot", pointing.on);
    },
    front: () => line.command({ do: "pause", on: !line.state.room.paused }),
    timer: () => discuss(line),
    say: () => sayToAll(line),
    wall: () => showWall(),
    lock: () => line.command({ do: "lock", on: !line.state.room.locked }),
    names: () => line.command({ do: "names", hidden: !line.state.room.namesHidden }),
    links: () => openLinks(paths, () => line.state, tell),
  };
  const ofBoard = { spot: pointing, wall: showWall };
  const rows = TOOLS.filter(([name]) => ofBoard[name] !== null);
  const tools = Object.fromEntries(rows.map((row) => [row[0], createTool(row, acts[row[0]])]));
  const keyed = rows.filter(([name]) => KEYS[name]);
  const press = (name, on) => setAttr(tools[name], "aria-pressed", String(Boolean(on)));

  return {
    element: el("div.tools", { role: "group", "aria-label": t("ui.room.tools") }, Object.values(tools)),
    keys: Object.fromEntries(keyed.map(([name]) => [KEYS[name], acts[name]])),
    words: keyed.map(([name, , word]) => ({ keys: [KEYS[name]], word })),
    press,
    render({ room }) {
      press("front", room.paused);
      press("timer", room.discussUntilMs);
      press("lock", room.locked);
      press("names", room.namesHidden);
    },
  };
}
