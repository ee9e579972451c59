/** `/learn/kept`: what one can do now and what one was wrong about, to keep and to print. */
import { el } from "../el.js";
import { loadCatalogue, t } from "../i18n.js";
import { standing, summed, wrongAnswers } from "./course.js";
import { askMistakes, mistake } from "./mistakes.js";
import { load } from "./progress.js";

const $ = (name) => document.querySelector(`[data-${name}]`);

function can(lesson) {
  return el("li", { value: lesson.number }, el("a", { href: lesson.url, text: lesson.title }),
    el("p", { text: lesson.can }), lesson.state === "skipped" ? el("span.tag", { text: t("ui.learn.known") }) : null);
}

async function start() {
  await loadCatalogue();
  const course = JSON.parse(document.getElementById("course").textContent);
  const progress = load();
  const lessons = standing(course.lessons, progress);
  const over = lessons.filter((lesson) => lesson.left === 0);
  const { done, of } = summed(lessons);
  $("sum").textContent = t("ui.learn.sum", { done, of });
  $("cans").replaceChildren(...over.map(can));
  $("none-can").hidden = over.length > 0;
  const mistakes = await askMistakes(course.mistakes, wrongAnswers(progress));
  const bases = Object.fromEntries(course.lessons.map((lesson) => [lesson.name, lesson.base]));
  $("wrongs").replaceChildren(...mistakes.map((entry) => mistake(entry, bases[entry.lesson])));
  $("none-wrong").hidden = mistakes.length > 0;
  $("print").addEventListener("click", () => print());
  document.documentElement.dataset.ready = "kept";
}

start();
