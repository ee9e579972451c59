/** `/learn`: the path with what this browser knows of a person's way. */
import { copied } from "../browser.js";
import { el } from "../el.js";
import { loadCatalogue, say, t } from "../i18n.js";
import { icon } from "../icons.js";
import { current, standing, summed, wrongAnswers } from "./course.js";
import { askMistakes, mistake } from "./mistakes.js";
import { asFile, asFragment, fromFragment, load, MOST_TEXT, parse, take } from "./progress.js";

const $ = (name, root = document) => root.querySelector(`[data-${name}]`);

function status(lesson) {
  if (lesson.state === "done") return [icon("check"), t("ui.learn.done")];
  if (lesson.state === "skipped") return [icon("check"), t("ui.learn.known")];
  if (lesson.state === "begun") {
    const marks = Array.from({ length: lesson.of }, (_, n) => el(n < lesson.step ? "i.d" : "i"));
    const { step, of } = lesson;
    return [el("span.ls-steps", { "aria-hidden": "true" }, marks), t("ui.learn.step_of", { n: step, of })];
  }
  if (lesson.state === "open") return [icon("play", "f"), t("ui.learn.ready")];
  return [t("ui.learn.builds_on", { n: lesson.needs.length, numbers: lesson.needs.map(String) })];
}

function showLesson(lesson, isNow) {
  const item = document.querySelector(`[data-lesson="${lesson.name}"]`);
  item.className = `ls ${lesson.state}${isNow && lesson.step > 0 ? " now" : ""}`;
  const over = lesson.state === "done" || lesson.state === "skipped";
  item.querySelector(".pt").replaceChildren(over ? icon("check") : String(lesson.number));
  $("status", item).replaceChildren(...status(lesson));
}

function showPart(part, lessons) {
  const { done, of } = summed(lessons);
  const minutes = lessons.reduce((sum, lesson) => sum + lesson.minutes, 0);
  if (done) $("count", part).textContent = t("ui.learn.part", { done, of, minutes });
  const know = $("know", part);
  if (know) know.hidden = done === of;
}

function showContinue(lesson, all) {
  const go = $("go");
  if (!lesson) {
    $("eyebrow").textContent = "";
    $("left").textContent = "";
    $("continue").textContent = t("ui.learn.all_done");
    $("question").textContent = t("ui.learn.all_done_means");
    go.href = "/learn/kept";
    $("go-words").textContent = t("ui.learn.kept");
    return;
  }
  const begun = lesson.step > 0 && lesson.of > 0;
  const { question = "", title = "" } = lesson.steps[Math.max(0, lesson.step - 1)] ?? {};
  const { number, step, of } = lesson;
  $("eyebrow").textContent = lesson.title;
  $("left").textContent = begun ? t("ui.learn.left", { n: lesson.left }) : t("ui.learn.minutes", { n: lesson.minutes });
  const words = begun ? "ui.learn.continue_at" : all.done ? "ui.learn.next" : "ui.learn.start_at";
  $("continue").textContent = t(words, { number, step, of });
  $("question").textContent = (begun ? question || title : lesson.can).replaceAll(/<[^>]*>/g, "");
  go.href = begun && lesson.base ? `${lesson.base}${step}` : lesson.url;
  $("go-words").textContent = t(begun ? "ui.learn.continue" : "ui.learn.start");
  const drawing = document.querySelector(`[data-drawing="${lesson.name}"]`);
  if (drawing) $("picture").replaceChildren(drawing.content.cloneNode(true));
}

function showSum(lessons, sum) {
  if (!sum.done && lessons.every((lesson) => lesson.step === 0)) return;
  const left = sum.left ? ` · ${t("ui.learn.left", { n: sum.left })}` : "";
  $("sum").replaceChildren(el("b", { text: t("ui.learn.sum", { done: sum.done, of: sum.of }) }), left);
  for (const [at, mark] of [...$("bar").children].entries()) {
    const { state, step, of, left: minutes } = lessons[at];
    mark.className = minutes === 0 ? "d" : state === "begun" ? "c" : "";
    mark.style.setProperty("--share", of ? `${Math.round((step / of) * 100)}%` : "0%");
  }
}

async function showWrong(course, progress) {
  const mistakes = await askMistakes(course.mistakes, wrongAnswers(progress, { sure: true }));
  $("wrong").hidden = mistakes.length === 0;
  const bases = Object.fromEntries(course.lessons.map((lesson) => [lesson.name, lesson.base]));
  $("wrongs").replaceChildren(...mistakes.map((entry) => mistake(entry, bases[entry.lesson])));
}

function show(course) {
  const progress = load();
  const lessons = standing(course.lessons, progress);
  const sum = summed(lessons);
  const now = current(lessons, progress);
  for (const lesson of lessons) showLesson(lesson, lesson === now);
  for (const part of document.querySelectorAll("[data-part]"))
    showPart(part, lessons.filter((lesson) => lesson.part === part.dataset.part));
  showSum(lessons, sum);
  // a first visitor has nothing to keep
  if (sum.done || lessons.some((lesson) => lesson.step > 0)) $("keeping").open = true;
  if (course.lessons.length) showContinue(now, sum);
  return showWrong(course, progress);
}

function bindKeeping(course) {
  const tell = (words) => {
    $("told").textContent = words;
  };
  const taken = (read) => {
    const { problem } = take(read);
    tell(problem ? say(problem) : t("ui.progress.taken"));
    return show(course);
  };
  $("save").addEventListener("click", () => {
    const link = el("a", { download: "podium-progress.json" });
    link.href = URL.createObjectURL(new Blob([asFile()], { type: "application/json" }));
    link.click();
    URL.revokeObjectURL(link.href);
    tell(t("ui.progress.saved"));
  });
  $("link").addEventListener("click", async () => {
    const fragment = await asFragment();
    if (fragment === null) return tell(t("ui.progress.too_long"));
    const link = `${location.origin}/learn#${fragment}`;
    return tell(await copied(link) ? t("ui.progress.copied") : link);
  });
  $("load").addEventListener("change", async ({ target }) => {
    const [file] = target.files;
    const tooLong = { problem: { id: "ui.progress.too_long" } };
    if (file) await taken(file.size > MOST_TEXT ? tooLong : parse(await file.text()));
    target.value = "";
  });
  return taken;
}

async function start() {
  await loadCatalogue();
  const course = JSON.parse(document.getElementById("course").textContent);
  const taken = bindKeeping(course);
  async function fromAddress() {
    const read = await fromFragment(location.hash);
    if (!read) return;
    history.replaceState(null, "", location.pathname);
    await taken(read);
  }
  await show(course);
  await fromAddress();
  addEventListener("hashchange", fromAddress);
  addEventListener("pageshow", ({ persisted }) => persisted && show(course));
  document.documentElement.dataset.ready = "learn";
}

start();
