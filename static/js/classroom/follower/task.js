/** The task of the room beside a follower's board: the way to one's own board, and the checks as they stand. */
import { button, el, setAttr, setText } from "../../el.js";
import { say, t } from "../../i18n.js";
import { inputButton } from "../../lessons/task.js";
import { localized, localizedIn } from "../room/texts.js";

function createCheck({ name, says }) {
  const mark = el("span.mark", { "aria-hidden": "true", text: "✗" });
  const word = el("span.sr");
  const there = el("span.there");
  const element = el("li", { "data-check": name }, mark, el("span", {}, word, localizedIn("span", says), there));
  return {
    element,
    render(result) {
      setAttr(element, "data-holds", String(Boolean(result?.holds)));
      setText(mark, result?.holds ? "✓" : "✗");
      setText(word, result ? `${t(result.holds ? "ui.room.holds" : "ui.room.holds_not")} ` : "");
      setText(there, result && !result.holds ? say(result.said) : "");
    },
  };
}

/** What is said of the whole. Pure but for the language. */
export function verdictOf(task, checks) {
  if (!checks) return t("ui.room.task_begin");
  if (checks.done) return t("ui.task.count", { n: checks.inputs, fewest: task.fewest ?? checks.inputs });
  const missing = checks.checks.filter(({ holds }) => !holds).length;
  return missing ? t("ui.task.missing", { n: missing }) : t("ui.task.early");
}

/**
 * `alone()` opens one's own board; `give(input)` gives an input there, at its second: whether it was taken. Returns
 * {element, render(state, alone)}.
 */
export function createFollowTask({ alone, give }) {
  const text = el("div.text");
  const list = el("ul");
  const line = el("p.verdict-line", { role: "status" });
  const way = el("section.told.wrong", { hidden: true });
  const go = button("btn.pri", t("ui.room.try_it"), alone);
  const solution = el("div.solution.hints", { hidden: true });
  const heading = el("h3", { text: t("ui.room.task") });
  const element = el("section.room-task.checks", { hidden: true }, heading, text, list, line, way, go, solution);
  let shown = null;
  let solved = null;
  let took = "";
  let rows = [];

  function build(task) {
    if (shown === task.task) return;
    shown = task.task;
    text.replaceChildren(...localizedIn("div", task.text).childNodes);
    rows = task.checks.map(createCheck);
    list.replaceChildren(...rows.map((row) => row.element));
  }

  function showSolution(steps) {
    if (solved === steps) return;
    solved = steps;
    solution.hidden = !steps;
    if (!steps) return;
    solution.replaceChildren(el("h3", { text: t("ui.room.solution") }), localizedIn("p", steps.says),
      el("ol.inputs", {}, steps.inputs.map((input) => el("li", {}, inputButton(input, give)))));
  }

  /** Why the known wrong way that was taken does not work. */
  function showWay(texts) {
    const html = localized(texts);
    if (took === html) return;
    took = html;
    way.hidden = !html;
    way.innerHTML = html; // safe HTML of the server
  }

  return {
    element,
    render({ task, you, checks }, atWork) {
      element.hidden = !task;
      if (!task) {
        shown = null;
        return;
      }
      build(task);
      const mine = checks[you?.seat] ?? null;
      const results = new Map((mine?.checks ?? []).map((check) => [check.name, check]));
      task.checks.forEach(({ name }, k) => rows[k].render(results.get(name)));
      setText(line, verdictOf(task, mine));
      element.classList.toggle("solved", Boolean(mine?.done));
      showWay(mine?.way ?? null);
      go.hidden = atWork;
      showSolution(task.solution ?? null);
    },
  };
}
