/** What is wrong with the text of the import page: asked while somebody types, shown beside and in the editor. */
import { fetchInTime } from "../net/http.js";

const LINT_AFTER_MS = 450;

/** `editor()` = the editor that stands there now. Returns a function to call after each change. */
export function createLint({ form, result, clock, editor }) {
  const token = form.querySelector("[name=csrfmiddlewaretoken]").value;
  let newest = 0;
  let cancel = null;

  async function answerTo(text) {
    const query = new URLSearchParams(form.elements.no_nodes.checked ? { add_nodes: "0" } : {});
    for (const name of ["release", "gates"]) {
      if (form.elements[name].value) query.set(name, form.elements[name].value);
    }
    try {
      const headers = { "X-CSRFToken": token, "Content-Type": "text/plain" };
      const response = await fetchInTime(`${form.dataset.lint}?${query}`, { method: "POST", headers, body: text });
      return await response.json();
    } catch {
      return null; // the line is down; the text is checked again when it is sent
    }
  }

  /** Answers that are overtaken by typing are dropped. */
  async function check() {
    const mine = (newest += 1);
    const text = editor().get();
    if (text.length > Number(form.dataset.lintLimit)) return;
    result.classList.add("is-old");
    const answer = await answerTo(text);
    if (!answer || mine !== newest) return;
    result.classList.remove("is-old");
    editor().mark(answer.problems);
    if (!text.trim() || !answer.report) return;
    const made = new DOMParser().parseFromString(answer.report, "text/html");
    result.replaceChildren(...made.body.childNodes);
  }

  return function soon() {
    cancel?.();
    cancel = clock.timer(LINT_AFTER_MS, check);
  };
}
