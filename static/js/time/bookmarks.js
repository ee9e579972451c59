/** Bookmarks: named steps of a run, which are in the link. */
import { button, el } from "../el.js";
import { axisTime } from "../format.js";
import { t } from "../i18n.js";

const MOST = 20;
const MOST_LETTERS = 60;

/** The bookmarks in `[name, value]` pairs of an address: [{seq, name}], in the order of time. Pure. */
export function marksIn(kept) {
  const matches = kept.filter(([name]) => name === "mark").map(([, value]) => /^(\d{1,9})(?:~(.*))?$/.exec(value));
  const markOf = ([, seq, name = ""]) => ({ seq: Number(seq), name: name.slice(0, MOST_LETTERS) });
  const marks = matches.filter(Boolean).map(markOf);
  return inOrder(marks).slice(0, MOST);
}

/** The same marks, one a step, by step. Pure. */
export function inOrder(marks) {
  return [...new Map(marks.map((mark) => [mark.seq, mark])).values()].toSorted((a, b) => a.seq - b.seq);
}

/** A mark as it stands in an address. Pure. */
export const markText = ({ seq, name }) => `${seq}~${name}`;

/** A link to a step: a plain click goes there on this page. */
export const stepLink = (href, text, go) => el("a", {
  href, text,
  onclick(event) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go();
  },
});

/** The button that takes an entry from a list of the tools. */
export const dropButton = (name, onclick) =>
  button("btn.small", t("ui.time.drop"), onclick, { "aria-label": `${t("ui.time.drop")}: ${name}` });

/** `link(seq)` = the whole address of a step, `timeOf(seq)` its second or null. */
export function createBookmarks({ lens, player, link, timeOf, onChange, say, copy }) {
  const field = el("input", { type: "text", maxLength: MOST_LETTERS, "aria-label": t("ui.time.mark_name") });
  const list = el("ol.time-list");
  const form = el("form.time-row", {
    onsubmit: (event) => {
      event.preventDefault();
      add(field.value.trim());
      field.value = "";
    },
  }, field, el("button.btn.small", { text: t("ui.time.mark_add") }));
  const take = button("btn.small", t("ui.time.marks_copy"), takeAll);
  const element = el("div.time-part", null, form, list, take);

  function change(marks) {
    lens.marks = inOrder(marks);
    lens.touch();
    render();
    onChange();
  }

  function add(name) {
    const { seq, frame } = player.state.model;
    if (lens.marks.length >= MOST && !lens.marks.some((mark) => mark.seq === seq)) {
      say(t("ui.time.marks_full", { most: MOST }), "wrong");
      return;
    }
    change([...lens.marks, { seq, name: name || t("ui.time.mark_step", { at: seq, kind: frame?.kind ?? "" }).trim() }]);
  }

  /** One line a bookmark, with its whole link. */
  function takeAll() {
    const lines = lens.marks.map(({ seq, name }) => `${axisTime(timeOf(seq) ?? 0)}\t${name}\t${link(seq)}`);
    copy(lines.join("\n"), t("ui.time.marks_copied"));
  }

  function render() {
    take.hidden = !lens.marks.length;
    list.replaceChildren(...lens.marks.map(({ seq, name }) => el("li", null,
      stepLink(link(seq), name, () => player.seek(seq)),
      el("span.dim.tn", { text: `${axisTime(timeOf(seq) ?? 0)} · ${t("ui.time.step", { at: seq })}` }),
      dropButton(name, () => change(lens.marks.filter((mark) => mark.seq !== seq))))));
    if (!lens.marks.length) list.replaceChildren(el("li.dim", { text: t("ui.time.no_marks") }));
  }

  return { element, render, focus: () => field.focus(), get kept() {
    return lens.marks.map((mark) => ["mark", markText(mark)]);
  } };
}
