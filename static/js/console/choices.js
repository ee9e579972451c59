/** What Tab offers: the common beginning at once, else a list to walk with the arrows. */
import { el } from "../el.js";

/** The longest beginning that all words have. */
export function common(words) {
  const [first = "", ...rest] = words;
  let length = first.length;
  for (const word of rest) while (!word.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length);
}

/**
 * `offered(line)` resolves to {start, words}: the place of the word that is completed, and what it may be. `say(count)`
 * tells how many there are.
 */
export function createChoices({ field, list, offered, say }) {
  let completion = { start: 0, words: [] };
  let at = -1;
  let left = false; // Escape gives Tab back to the page, until something is typed

  function close() {
    list.hidden = true;
    list.replaceChildren();
    at = -1;
    field.setAttribute("aria-expanded", "false");
    field.removeAttribute("aria-activedescendant");
  }

  function put(word, end) {
    const behind = field.value.slice(field.selectionEnd);
    const head = field.value.slice(0, completion.start) + word + end;
    field.value = head + behind;
    field.setSelectionRange(head.length, head.length);
  }

  const endOf = (word) => (/[=/]$/.test(word) ? "" : " ");

  function choose(word) {
    put(word, endOf(word));
    close();
    field.focus();
  }

  function walk(by) {
    const options = [...list.children];
    at = (at + by + options.length) % options.length;
    for (const [place, option] of options.entries()) option.setAttribute("aria-selected", String(place === at));
    field.setAttribute("aria-activedescendant", options[at].id);
    options[at].scrollIntoView({ block: "nearest" });
  }

  function show() {
    const options = completion.words.map((word, place) => el("li", {
      id: `console-choice-${place}`, role: "option", "aria-selected": "false", text: word, onclick: () => choose(word),
    }));
    list.replaceChildren(...options);
    list.hidden = false;
    field.setAttribute("aria-expanded", "true");
    say(completion.words.length);
  }

  async function complete() {
    const line = field.value.slice(0, field.selectionEnd);
    const answer = await offered(line);
    if (field.value.slice(0, field.selectionEnd) !== line) return; // somebody typed on meanwhile
    completion = answer;
    if (completion.words.length === 0) return;
    if (completion.words.length === 1) {
      choose(completion.words[0]);
      return;
    }
    const beginning = common(completion.words);
    if (beginning.length > line.length - completion.start) put(beginning, "");
    show();
  }

  return {
    close,
    /** Whether a key was meant for the list, or asks for it. */
    key(event) {
      const open = !list.hidden;
      const { key } = event;
      if (key.length === 1) left = false;
      if (key === "Escape") left = true;
      if (key === "Tab" && !event.shiftKey && field.value.trim() && !left) {
        if (open) walk(1);
        else complete();
      } else if (open && (key === "ArrowDown" || key === "ArrowUp")) walk(key === "ArrowDown" ? 1 : -1);
      else if (open && key === "Enter" && at >= 0) choose(completion.words[at]);
      else if (open && key === "Escape") close();
      else {
        if (open && key.length === 1) close();
        return false;
      }
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}
