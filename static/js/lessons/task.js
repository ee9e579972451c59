/** The task of a lesson beside a person's own run: checks that turn with the state, prepared inputs, hints. */
import { button, el, setText } from "../el.js";
import { t } from "../i18n.js";
import { createNames } from "./names.js";
import { done, load, markCourse, sandbox } from "./progress.js";

/** An input as a person reads it: what is done, to what, and when. Pure. */
export function titleOf({ kind, at, object, node, documents, ...rest }) {
  const things = (documents ?? []).map((document) => `${document.kind} ${document.metadata?.name ?? ""}`).join(", ");
  const about = object ? `${object.kind} ${object.name}` : (node ?? rest.pod ?? things);
  const fields = Object.entries(rest).filter(([, value]) => value !== null);
  const options = fields.map(([name, value]) => `${name}=${typeof value === "object" ? JSON.stringify(value) : value}`);
  const text = [`${kind} ${about ?? ""}`.trim(), ...options].join(" ");
  return at === undefined ? text : t("ui.text_of", { name: t("ui.span.seconds", { seconds: at }), text });
}

/** Without the time: an input is given at the newest step. Pure. */
export function untimed(input) {
  return Object.fromEntries(Object.entries(input).filter(([name]) => name !== "at"));
}

/** A prepared input: a button until `give(input)` says that it was taken. */
export function inputButton(input, give) {
  const made = button("btn", titleOf(input), async () => {
    made.disabled = true;
    made.disabled = await give(input);
    made.classList.toggle("given", made.disabled);
  });
  return made;
}

const startsScheduler = ({ kind, running }) => kind === "scheduler" && running === true;

/** Gives inputs one after the other, until one is refused. A scheduler that starts is watched at work. */
async function giveAll(player, inputs) {
  for (const input of inputs) if (!(await player.input(untimed(input)))) return;
  if (inputs.some(startsScheduler)) player.play();
}

/** Hints, one more with each press; the last one brings inputs that only have to be given, each at its second. */
function bindHints(article, player) {
  const more = article.querySelector("[data-more]");
  const list = article.querySelector(".hints ol");
  const most = Number(article.dataset.hints);
  let solved = false;
  const entry = (input) => el("li", null, inputButton(input, player.inputAt));
  async function show(number) {
    const response = await fetch(`${article.dataset.hint}${number}`);
    if (!response.ok) return;
    const { text, inputs } = await response.json();
    const item = el("li");
    item.innerHTML = text; // safe HTML of the server, as on the page itself
    if (inputs.length) item.append(el("p", { text: t("ui.task.inputs") }), el("ol.inputs", null, inputs.map(entry)));
    list.append(item);
    item.tabIndex = -1;
    item.focus();
    renderButton();
  }
  function renderButton() {
    if (more) more.hidden = solved || list.children.length >= most;
  }
  more?.addEventListener("click", async () => {
    more.disabled = true;
    await show(list.children.length + 1);
    more.disabled = false; // not before the hint stands there: it moves the button, and a press would miss it
  });
  return {
    /** A task that is done needs no further hint. */
    render(isSolved) {
      solved = isSolved;
      renderButton();
    },
  };
}

/** What is said of the checks together. Pure but for the language. */
export function lineOf({ checks, judged, done: solved }, playing) {
  if (solved) return t("ui.task.done");
  const missing = checks.filter(({ holds }) => !holds).length;
  if (!missing) return t("ui.task.early");
  const words = t("ui.task.missing", { n: missing });
  return judged || playing ? words : `${words} ${t("ui.task.play")}`;
}

const JUDGE_MS = 120; // between two judgements while the board plays

export function createTask(article, page) {
  const { dataset } = article;
  const { player } = page;
  const feedback = article.querySelector("#told");
  const wrongWay = article.querySelector("#known-way");
  const line = article.querySelector(".verdict-line");
  const offers = JSON.parse(document.getElementById("offers")?.textContent ?? "[]");
  const named = createNames(article, page.board);
  let newestUrl = "";
  let judging = false;
  let judgement = null;
  let gone = null; // the chosen pod whose end was seen

  sandbox(dataset.name, page.run);
  for (const offer of article.querySelectorAll("[data-offer]"))
    offer.addEventListener("click", () => giveAll(player, offers[Number(offer.dataset.offer)]));
  article.querySelector("[data-again]").addEventListener("submit", () => sandbox(dataset.name, null));
  const hints = bindHints(article, player);
  markCourse();

  function showDone(inputs, fewest) {
    done(dataset.name, inputs);
    markCourse();
    setText(feedback.querySelector(".count"), t("ui.task.count", { n: inputs, fewest }));
    const answers = Object.values(load().lessons[dataset.name]?.answers ?? {});
    const right = answers.filter((answer) => answer.right).length;
    const predicted = answers.length ? t("ui.task.predicted", { n: answers.length, right }) : "";
    setText(feedback.querySelector(".predicted"), predicted);
  }

  function show(result) {
    const { checks, judged, done: solved, inputs, fewest, rejected } = result;
    judgement = result;
    for (const { name, holds, said: message } of checks) {
      const item = article.querySelector(`[data-check="${name}"]`);
      item.dataset.holds = String(holds);
      item.querySelector(".mark").textContent = holds ? "✓" : "✗";
      setText(item.querySelector(".there"), holds ? "" : message);
    }
    setText(line, lineOf(result, player.state.playing));
    wrongWay.hidden = !rejected;
    if (rejected) wrongWay.innerHTML = rejected; // safe HTML of the server
    if (solved && feedback.hidden) showDone(inputs, fewest);
    feedback.hidden = !solved;
    hints.render(solved);
    article.classList.toggle("solved", solved);
    article.dataset.judged = String(judged);
  }

  const pause = () => new Promise((resume) => page.clock.timer(JUDGE_MS, resume));

  /** Judges the newest step, and goes on while newer ones come. */
  async function judge() {
    judging = true;
    for (let requestedUrl = ""; requestedUrl !== newestUrl;) {
      await pause();
      requestedUrl = newestUrl;
      const response = await fetch(requestedUrl).catch(() => null);
      if (response?.ok) show(await response.json());
    }
    judging = false;
  }

  return {
    pick: () => false,
    render() {
      const { model, playing } = player.state;
      if (!model) return;
      if (!playing) named.render(model);
      // the pod that was looked at is gone: the task has its place again
      if (page.chosen.pod && page.chosen.pod !== gone && !model.pods.has(page.chosen.pod)) {
        gone = page.chosen.pod;
        page.inspector.setOpen(false);
      }
      if (judgement) setText(line, lineOf(judgement, playing));
      const url = `${dataset.checks}?at=${model.seq}`;
      if (url === newestUrl) return;
      newestUrl = url;
      if (!judging) judge();
    },
  };
}
