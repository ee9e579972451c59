/** The command palette: one field and a list; everything by keys. */
import { showDialog } from "../dialog.js";
import { el, setAttr, setText } from "../el.js";
import { t } from "../i18n.js";
import { inOrder, ofPlaces, ofThings, ofVerbs, ofViews } from "./entries.js";
import { ranked, safest } from "./fuzzy.js";
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

/** The entries as a list box that `input` walks through: {elements, mark, draw(entries), current, moves}. */
function createOptions(input, onRun) {
  const list = el("div.palette-list", { role: "listbox", id: "palette-list", "aria-label": t("ui.hand.palette") });
  const status = el("p.palette-told", { role: "status" });
  let shown = [];
  let at = 0;

  function mark(to) {
    const options = list.querySelectorAll("[role=option]");
    at = Math.max(-1, Math.min(to, options.length - 1));
    for (const [i, option] of options.entries()) setAttr(option, "aria-selected", String(i === at));
    setAttr(input, "aria-activedescendant", options[at]?.id ?? null);
    options[at]?.scrollIntoView({ block: "nearest" });
  }

  return {
    elements: [list, status],
    get current() { return shown[at] ?? null; },
    draw(entries) {
      shown = ranked(inOrder(entries), input.value, MOST);
      list.replaceChildren(...shown.map((entry, i) =>
        optionOf(entry, i, { onRun, first: shown[i - 1]?.group !== entry.group })));
      setText(status, shown.length ? t("ui.hand.count", { n: shown.length }) : t("ui.hand.none"));
      mark(safest(shown, input.value));
    },
    moves: {
      ArrowDown: () => mark(at + 1 < shown.length ? at + 1 : 0),
      ArrowUp: () => mark(at > 0 ? at - 1 : shown.length - 1),
      PageDown: () => mark(at + PAGE),
      PageUp: () => mark(Math.max(0, at - PAGE)),
      Enter: () => shown[at] && onRun(shown[at]),
    },
  };
}

/**
 * What can be chosen: `fixed` at once, and `near`, verbs of the things that the last word names: "drain n2" without
 * going there first. `still()`: the palette is open; `onChange()`: there are others.
 */
function createEntries(
  { directory, runner, places, reportUrl, views, onThing, go }, { about, typed, still, onChange },
) {
  const reports = reportUrl ? ofPlaces([{ group: "page", words: t("ui.hand.report"), url: reportUrl(about) }], go) : [];
  let [fixed, near, more, round] = [[...ofViews(views()), ...reports, ...ofPlaces(places, go)], [], false, 0];

  async function look() {
    const mine = (round += 1);
    const words = typed().trim().split(/\s+/).filter(Boolean);
    let things = fixed.filter(({ thing }) => thing);
    if (more && words.length) {
      const answer = await directory.things(words.at(-1));
      if (round !== mine) return;
      things = ofThings(answer.things ?? [], onThing);
    }
    const named = words.length > 1 ? ranked(things, words.at(-1), MOST_TOGETHER) : [];
    const answers = await Promise.all(named.map(({ thing }) => directory.verbs(thing)));
    if (round !== mine || !still()) return;
    const texts = new Set(fixed.map(({ text }) => text));
    const verbs = answers.flatMap((answer) => ofVerbs(answer, { runner })).filter(({ text }) => !texts.has(text));
    const before = near.length;
    near = more ? [...verbs, ...things.filter(({ text }) => !texts.has(text))] : verbs;
    if (before || near.length) onChange();
  }

  return {
    all: () => [...fixed, ...near],
    look,
    /** Asks the server for verbs and things; whether the palette is still open then. */
    async fill() {
      const [answer, own, cluster] = await Promise.all([
        directory.things(""), about ? directory.verbs(about) : {}, directory.verbs({ kind: "", key: "" }),
      ]);
      if (!still()) return false;
      more = answer.more;
      const verbs = [...ofVerbs(own, { runner }), ...ofVerbs(cluster, { runner })];
      fixed = [...verbs, ...ofThings(answer.things ?? [], onThing), ...fixed];
      return true;
    },
  };
}

/**
 * `chosen()` is the thing that is chosen on the board, or null; `places`, `views` what can be gone to or done;
 * `onThing` goes to a thing, `copy(line)` puts a line into the clipboard.
 */
export function createPalette({ chosen, copy, ...sources }) {
  let dialog = null;

  function open() {
    if (dialog) {
      dialog.close();
      return;
    }
    const opener = document.activeElement;
    const about = chosen();
    const input = el("input", {
      type: "text", role: "combobox", "aria-expanded": "true", "aria-controls": "palette-list",
      "aria-autocomplete": "list", "aria-label": t("ui.hand.find"), placeholder: t("ui.hand.find"), autocomplete: "off",
      spellcheck: "false", maxlength: "200",
    });
    const options = createOptions(input, (entry) => {
      dialog.close();
      entry.run();
    });
    const draw = () => options.draw(entries.all());
    const entries = createEntries(sources, {
      about, typed: () => input.value, still: () => dialog !== null, onChange: draw,
    });

    input.addEventListener("input", () => {
      draw();
      entries.look();
    });
    input.addEventListener("keydown", (event) => {
      const none = input.selectionStart === input.selectionEnd;
      const line = options.current?.line;
      if (event.key.toLowerCase() === "c" && (event.ctrlKey || event.metaKey) && none && line) copy(line);
      else if (options.moves[event.key] && !event.ctrlKey && !event.altKey) options.moves[event.key]();
      else return;
      event.preventDefault();
    });

    const on = about ? t("ui.hand.on", { thing: nameOf(about) }) : t("ui.hand.on_none");
    dialog = el("dialog.palette", { "aria-label": t("ui.hand.palette") }, input, el("p.palette-about", { text: on }),
      options.elements);
    dialog.addEventListener("close", () => {
      dialog = null;
      if (opener?.isConnected) opener.focus();
    });
    dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
    showDialog(dialog);
    input.focus();
    draw();
    entries.fill().then((there) => {
      if (!there) return;
      dialog.dataset.filled = "";
      draw();
      entries.look();
    });
  }

  return { open };
}
