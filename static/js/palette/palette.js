/** The command palette: one field and a list; everything by keys. */
import { el, setAttr, setText } from "../el.js";
import { t } from "../i18n.js";
import { inOrder, ofPlaces, ofThings, ofVerbs, ofViews } from "./entries.js";
import { ranked } from "./fuzzy.js";
import { nameOf } from "./directory.js";

const MOST = 60;
const MOST_TOGETHER = 3; // things of which verbs are offered for "drain n2"
const PAGE = 8;

function optionOf(entry, i, { onRun, first }) {
  const id = `palette-${i}`;
  const element = el(`div.palette-entry${entry.bad ? ".bad" : ""}`, {
    id, role: "option", "aria-selected": "false", onclick: () => onRun(entry),
  },
  el("span.palette-group", { text: first ? t(`ui.hand.group.${entry.group}`) : "" }),
  el("span.palette-text", { text: entry.text }), entry.line ? el("code", { text: entry.line }) : null);
  return element;
}

/**
 * `chosen()` is the thing that is chosen on the board, or null; `places`, `views` what can be gone to or done;
 * `onThing` goes to a thing, `copy(line)` puts a line into the clipboard.
 */
export function createPalette({ host, directory, runner, chosen, places, views, onThing, copy, go }) {
  let dialog = null;

  function open() {
    if (dialog) {
      dialog.close();
      return;
    }
    const opener = document.activeElement;
    const state = { fixed: [], near: [], shown: [], at: 0, about: chosen(), asked: 0 };
    const list = el("div.palette-list", { role: "listbox", id: "palette-list", "aria-label": t("ui.hand.palette") });
    const told = el("p.palette-told", { role: "status" });
    const input = el("input", {
      type: "text", role: "combobox", "aria-expanded": "true", "aria-controls": "palette-list",
      "aria-autocomplete": "list",
      "aria-label": t("ui.hand.find"), placeholder: t("ui.hand.find"), autocomplete: "off", spellcheck: "false",
      maxlength: "200",
    });

    function finish(entry) {
      dialog.close();
      entry.run();
    }

    function mark(at, { scroll = true } = {}) {
      const options = list.querySelectorAll("[role=option]");
      state.at = Math.max(0, Math.min(at, options.length - 1));
      for (const [i, option] of options.entries()) setAttr(option, "aria-selected", String(i === state.at));
      const active = options[state.at] ?? null;
      setAttr(input, "aria-activedescendant", active?.id ?? null);
      if (scroll) active?.scrollIntoView({ block: "nearest" });
    }

    function draw() {
      state.shown = ranked(inOrder([...state.fixed, ...state.near]), input.value, MOST);
      list.replaceChildren(...state.shown.map((entry, i) =>
        optionOf(entry, i, { onRun: finish, first: state.shown[i - 1]?.group !== entry.group })));
      setText(told, state.shown.length ? t("ui.hand.count", { n: state.shown.length }) : t("ui.hand.none"));
      mark(0);
    }

    /** Verbs of the things that the last word names: "drain n2" without going there first. */
    async function lookNear() {
      const asked = (state.asked += 1);
      const words = input.value.trim().split(/\s+/).filter(Boolean);
      let things = state.fixed.filter(({ thing }) => thing);
      if (state.more && words.length) {
        const found = await directory.things(words.at(-1));
        if (asked !== state.asked) return;
        things = ofThings(found.things ?? [], onThing);
      }
      const named = words.length > 1 ? ranked(things, words.at(-1), MOST_TOGETHER) : [];
      const answers = await Promise.all(named.map(({ thing }) => directory.verbs(thing)));
      if (asked !== state.asked || !dialog) return;
      const known = new Set(state.fixed.map(({ text }) => text));
      const verbs = answers.flatMap((answer) => ofVerbs(answer, { runner })).filter(({ text }) => !known.has(text));
      const before = state.near.length;
      state.near = state.more ? [...verbs, ...things.filter(({ text }) => !known.has(text))] : verbs;
      if (before || state.near.length) draw();
    }

    async function fill() {
      state.fixed = [...ofViews(views()), ...ofPlaces(places, go)];
      draw();
      const about = state.about ? directory.verbs(state.about) : {};
      const all = directory.verbs({ kind: "", key: "" });
      const [found, own, cluster] = await Promise.all([directory.things(""), about, all]);
      if (!dialog) return;
      const verbs = [...ofVerbs(own, { runner }), ...ofVerbs(cluster, { runner })];
      state.more = found.more;
      state.fixed = [...verbs, ...ofThings(found.things ?? [], onThing), ...state.fixed];
      dialog.dataset.filled = "";
      draw();
      lookNear();
    }

    const moves = {
      ArrowDown: () => mark(state.at + 1 < state.shown.length ? state.at + 1 : 0),
      ArrowUp: () => mark(state.at > 0 ? state.at - 1 : state.shown.length - 1),
      PageDown: () => mark(state.at + PAGE),
      PageUp: () => mark(state.at - PAGE),
      Enter: () => state.shown[state.at] && finish(state.shown[state.at]),
    };

    input.addEventListener("input", () => {
      draw();
      lookNear();
    });
    input.addEventListener("keydown", (event) => {
      const none = input.selectionStart === input.selectionEnd;
      if (event.key.toLowerCase() === "c" && (event.ctrlKey || event.metaKey) && none && state.shown[state.at]?.line) {
        copy(state.shown[state.at].line);
      } else if (moves[event.key] && !event.ctrlKey && !event.altKey) moves[event.key]();
      else return;
      event.preventDefault();
    });

    const on = state.about ? t("ui.hand.on", { thing: nameOf(state.about) }) : t("ui.hand.on_none");
    const about = el("p.palette-about", { text: on });
    dialog = el("dialog.palette", { "aria-label": t("ui.hand.palette") }, input, about, list, told);
    dialog.addEventListener("close", () => {
      dialog.remove();
      dialog = null;
      if (opener?.isConnected) opener.focus();
    });
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
    host.append(dialog);
    dialog.showModal();
    input.focus();
    fill();
  }

  return { open };
}
