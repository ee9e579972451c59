/** What a presenter can ask all, or give all to do, in one click; shown while nothing is asked. */
import { field, openForm } from "../../dialog.js";
import { button, el, setText } from "../../el.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";
import { localized } from "../room/texts.js";

const CHOICES = 4; // fields that are shown; more lines make more choices

const nameOf = (key) => key.slice(key.indexOf("/") + 1);

/** The pod that a question is about: the one that is chosen, else the first one that waits. Pure. */
export function podOf(model, chosen) {
  if (chosen.pod) return chosen.pod;
  return [...(model?.pods.values() ?? [])].find((pod) => pod.phase === "Pending" && !pod.node)?.key ?? null;
}

/** The task on the spot: `pod` shall be bound. Pure. */
export const fitTask = (pod, text) => ({ do: "open-task", text, checks: [{ pod: { name: pod, bound: true } }] });

function offer(mark, kind = "") {
  const words = el("span");
  return { element: el(`button.btn.offer${kind}`, { type: "button" }, icon(mark), words), words };
}

/**
 * Returns {element, render(state)}; `page` has the board's model and what is chosen. Without a page (the desk) a
 * question about a pod is about the first one that waits, which the server knows.
 */
export function createOffers({ command, page = null }) {
  const lesson = offer("ask", ".pri");
  const where = offer("ask");
  const victims = offer("cut");
  const number = offer("clock");
  const free = offer("edit");
  const task = offer("flag");
  const all = [lesson, where, victims, number, free, task];
  const list = el("div.offer-list", {}, all.map((part) => part.element));
  const heading = el("h2", { id: "offers-heading", text: t("ui.room.ask_all") });
  const element = el("section.ask-offers", { "aria-labelledby": "offers-heading" }, heading, list);
  let pod = null;

  const open = (kind, fields = {}) => command({ do: "open-poll", kind, ...fields });
  const about = () => (pod ? { pod } : {});

  function askNumber() {
    const text = el("input", { type: "text", name: "question", required: true, maxlength: 200 });
    const number_ = (name, value) => el("input", { type: "number", name, value, required: true, step: "any" });
    const unit = el("input", { type: "text", name: "unit", value: t("ui.span.unit"), maxlength: 20 });
    openForm({
      title: t("ui.room.ask_number"), go: t("ui.room.ask"),
      body: [field("ui.room.question", text), el("div.fields", {}, field("ui.room.from", number_("from", 0)),
        field("ui.room.to", number_("to", 60)), field("ui.room.unit", unit))],
      async submit(data) {
        const { answer } = await open("number", {
          question: data.get("question"), from: Number(data.get("from")), to: Number(data.get("to")),
          unit: data.get("unit"),
        });
        return Boolean(answer);
      },
    });
  }

  function askFree() {
    const text = el("input", { type: "text", name: "question", required: true, maxlength: 200 });
    const inputs = Array.from({ length: CHOICES }, (_, k) => field(String.fromCodePoint(65 + k),
      el("input", { type: "text", name: "choice", maxlength: 200, required: k < 2 })));
    openForm({
      title: t("ui.room.ask_free"), go: t("ui.room.ask"), body: [field("ui.room.question", text), inputs],
      async submit(data) {
        const choices = data.getAll("choice").map((choice) => choice.trim()).filter(Boolean);
        const { answer } = await open("free", { question: data.get("question"), choices });
        return Boolean(answer);
      },
    });
  }

  function giveTask(lessons) {
    if (lessons) command({ do: "open-task" });
    else command(fitTask(pod, t("ui.room.make_fit", { pod: nameOf(pod) })));
  }

  let lessonTask = false;
  lesson.element.addEventListener("click", () => open("lesson"));
  where.element.addEventListener("click", () => open("where", about()));
  victims.element.addEventListener("click", () => open("victims", about()));
  number.element.addEventListener("click", askNumber);
  free.element.addEventListener("click", askFree);
  task.element.addEventListener("click", () => giveTask(lessonTask));

  return {
    element,
    render({ lesson: step, poll, task: on }) {
      element.hidden = Boolean(poll);
      if (poll) return;
      pod = page && podOf(page.player.state.model, page.chosen);
      const name = pod ? nameOf(pod) : "";
      lesson.element.hidden = !step?.asks;
      setText(lesson.words, t("ui.room.ask_lesson"));
      setText(where.words, name ? t("ui.room.ask_where", { pod: name }) : t("ui.room.ask_where_any"));
      setText(victims.words, t("ui.room.ask_victims"));
      setText(number.words, t("ui.room.ask_number"));
      setText(free.words, t("ui.room.ask_free"));
      where.element.disabled = victims.element.disabled = Boolean(page) && !pod;
      lessonTask = Boolean(step?.task);
      task.element.hidden = Boolean(on) || !(lessonTask || pod);
      setText(task.words, lessonTask ? t("ui.room.give_task") : t("ui.room.give_fit", { pod: name }));
    },
  };
}

/** The line of the task that is on, for the presenter: {element, acts, render(state)}; without `openWall` no wall. */
export function createTaskLine({ command, openWall = null }) {
  const words = el("span");
  const done = el("b.tn");
  const solve = button("btn", t("ui.room.solve"), () => command({ do: "solve-task" }));
  const wall = openWall && button("btn", null, openWall, null, icon("wall"), t("ui.room.wall"));
  const end = button("btn", t("ui.room.end_task"), () => command({ do: "close-task" }));
  const head = el("div.row", {}, el("h2", { text: t("ui.room.task") }), el("span.sp"), done);
  const acts = el("div.row", {}, [wall, solve, end].filter(Boolean));
  const element = el("section.task-line", { hidden: true }, head, words, acts);
  return {
    element, acts,
    render({ task, counts }) {
      element.hidden = acts.hidden = !task;
      if (!task) return;
      const text = el("span");
      text.innerHTML = localized(task.text);
      setText(words, text.textContent);
      setText(done, t("ui.room.n_done", { n: counts.done }));
      solve.hidden = Boolean(task.solution);
    },
  };
}
