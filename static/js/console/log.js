/** What was typed and answered, line by line, the newest last. */
import { button, el } from "../el.js";
import { textOf } from "./filters.js";

const MOST_ROWS = 3000;
const GAP = /^(.*\S {2,}|\s*)\S/s; // kubectl's columns are two blanks apart

/** Characters before the last column of a line, below which the text of a long line goes on. Pure. */
export const indentOf = (text) => (GAP.exec(text)?.[1] ?? "").length;

/**
 * `choose({pod} | {node})` shows a thing on the board; without one a name leads to the board of `run`. `onRest()`: a
 * click that chose no text.
 */
export function createLog(element, { run, choose, onRest }) {
  function part(piece) {
    if (typeof piece === "string") return piece;
    if (piece.href) return el("a.to", { href: piece.href, text: piece.text });
    const what = piece.pod ? { pod: piece.pod } : { node: piece.node };
    if (choose) return button("to", piece.text, () => choose(what));
    return el("a.to", { href: `/r/${run}?${new URLSearchParams(what)}`, text: piece.text });
  }

  function row(line, kind) {
    const text = textOf(line);
    const vars = { "--indent": `${indentOf(text)}ch` };
    const made = el(`div.out${kind}`, { vars }, typeof line === "string" ? line : line.map(part));
    if (text === "") made.append(el("br"));
    return made;
  }

  element.addEventListener("click", ({ target }) => {
    if (target === element && getSelection().isCollapsed) onRest();
  });
  return {
    /** Lines are texts, or lists of texts and names of things. */
    say(lines, kind = "") {
      element.append(...lines.map((line) => row(line, kind)));
      while (element.childElementCount > MOST_ROWS) element.firstElementChild.remove();
      element.scrollTop = element.scrollHeight;
    },
    clear: () => element.replaceChildren(),
  };
}
