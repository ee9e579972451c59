/** Predictions at a moment of a run: one of the gallery's, or three that skip a part of the course. */
import { createClock } from "../board/clock.js";
import { button, el } from "../el.js";
import { listed, loadCatalogue, t } from "../i18n.js";
import { icon } from "../icons.js";
import { createScreen } from "../player/film-screen.js";
import { createGuess, thingsAt } from "./guess.js";
import { words } from "./mistakes.js";
import { skip, tried } from "./progress.js";
import { createVerdict } from "./verdict.js";

const $ = (name) => document.querySelector(`[data-${name}]`);

function fields(question) {
  if (question.second) {
    const { from, to } = question.second;
    const label = el("label", {}, t("ui.try.second"));
    label.append(el("input", { type: "number", name: "second", min: from, max: to, step: "any", required: true }));
    return [label];
  }
  const required = true;
  if (!question.choices.length) {
    const label = t("ui.try.own_words");
    return [el("textarea", { name: "words", rows: 4, maxlength: 2000, required, "aria-label": label })];
  }
  return question.choices.map((choice, place) => {
    const board = question.boards?.[place];
    const pins = board ? { "data-nodes": board.nodes.join(" "), "data-pods": board.pods.join(" ") } : {};
    const radio = el("input", { type: "radio", name: "choice", value: String(place), required, ...pins });
    return el("label.ex-choice", {}, radio, words("span", choice));
  });
}

function resultTitle(right, question, result) {
  if (right) return [icon("check"), t("ui.try.right")];
  const { truth } = result;
  const so = truth.second ?? null;
  const choices = truth.choices ?? truth;
  const answer = so === null
    ? listed(choices.map((place) => question.choices[place]))
    : t("ui.span.seconds", { seconds: so });
  const plain = words("span", answer).textContent;
  return [icon("cross"), plain ? t("ui.try.wrong_is", { answer: plain }) : t("ui.try.wrong")];
}

/** What the right choices name on the board. */
function truthOn({ boards }, { truth }) {
  const right = (truth.choices ?? truth).map((place) => boards[place] ?? { nodes: [], pods: [] });
  return { nodes: right.flatMap(({ nodes }) => nodes), pods: right.flatMap(({ pods }) => pods) };
}

const FILM_MS = 9_000; // the way to the end of an exercise may take so long

/** The film as what a verdict waits for: a player that steps on. */
const playerOf = (screen) => ({
  state: { get model() { return screen.film?.model ?? null; } },
  play: () => screen.play(),
  seek: (seq) => screen.film.skipTo(seq),
});

/** Asks one question after the other, each with its guess on the board. */
class Page {
  constructor(root, questions, screen, clock) {
    Object.assign(this, { root, questions, screen, place: 0, rights: [], guess: null });
    this.verdict = createVerdict({ player: playerOf(screen), clock, setSpeed() {} });
    this.form = $("ask");
    this.board = root.querySelector(".ex-board");
    this.board.addEventListener("click", (event) => {
      const { node, pod } = thingsAt(this.board, event);
      if (!this.guess?.take({ pod })) this.guess?.take({ node });
    });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.answer();
    });
  }

  get question() { return this.questions[this.place]; }

  async ask() {
    const { question, questions, place } = this;
    $("count").textContent = questions.length > 1 ? t("ui.try.n_of", { n: place + 1, of: questions.length }) : "";
    $("question").replaceChildren(...words("span", question.question).childNodes);
    $("text").innerHTML = question.text ?? "";
    $("choices").replaceChildren(...fields(question));
    this.form.querySelector("[name=sure]").checked = false;
    $("predict").textContent = t(question.choices.length || question.second ? "ui.try.predict" : "ui.try.show");
    $("problem").textContent = "";
    this.form.hidden = false;
    $("truth").hidden = true;
    await this.film(question.film, question.at);
    this.guess?.remove();
    const besideQueue = (stays) => $("queue").after(stays);
    const page = { app: this.board, board: this.screen.board, besideQueue };
    this.guess = question.boards ? createGuess(this.form, page, () => this.guess?.render()) : null;
  }

  async film(url, at) {
    const response = await fetch(url);
    if (!response.ok) return null;
    const film = await response.json();
    this.screen.show(film, at, "", FILM_MS);
    return film;
  }

  /** Something else is shown on the board. */
  render() {
    this.verdict.render();
    this.guess?.render();
  }

  async answer() {
    const { question, form } = this;
    const body = new FormData(form);
    const response = await fetch(question.answer, { method: "POST", body: body }).catch(() => null);
    const result = response ? await response.json().catch(() => null) : null;
    if (!response?.ok || !result) {
      $("problem").textContent = result?.message ?? t("ui.try.no_answer");
      return;
    }
    const film = await this.film(result.film ?? `/r/${result.run}/film.json`, question.at);
    this.guess?.close();
    const until = film?.frames.at(-1)?.seq ?? question.at;
    const tell = () => this.tell(result, body);
    if (!film) {
      tell();
      return;
    }
    const status = el("p.guess-status", { role: "status", text: t("ui.guess.watch") });
    const end = button("btn", t("ui.guess.skip"), () => this.verdict.end());
    form.querySelector("fieldset").disabled = true;
    form.classList.add("watched");
    form.append(status, end);
    end.focus();
    this.verdict.play({
      until, decided: Math.min(until, result.decided ?? until), seconds: 0,
      onVerdict: () => this.judge(result, status),
      onEnd: () => {
        form.classList.remove("watched");
        form.querySelector("fieldset").disabled = false;
        status.remove();
        end.remove();
        tell();
      },
    });
  }

  /** Right or wrong, on the board and beside it; of an answer in words nobody but its writer can say that. */
  judge(result, status) {
    const { question, guess } = this;
    if (result.right === null) return;
    status.replaceChildren(...resultTitle(result.right, question, result));
    status.className = `guess-status ex-verdict ${result.right ? "ok" : "bad"}`;
    if (!question.boards) return;
    guess.show({ right: result.right, truth: truthOn(question, result), second: null });
    guess.render();
  }

  /** What is said of the answer, in place of the form. */
  tell(result, body) {
    this.form.hidden = true;
    const truth = $("truth");
    truth.hidden = false;
    truth.replaceChildren(...this.parts(result, body));
    truth.focus();
  }

  parts(result, form) {
    const verdict = el("p.ex-verdict", {});
    const mine = form.get("words");
    const onward = el("div.keeping");
    const mark = (right) => {
      this.rights.push(right);
      if (!this.root.dataset.part) tried(this.question.slug, right);
      verdict.className = `ex-verdict ${right ? "ok" : "bad"}`;
      const own = [icon(right ? "check" : "cross"), t(right ? "ui.try.right" : "ui.try.wrong")];
      verdict.replaceChildren(...(mine ? own : resultTitle(right, this.question, result)));
      onward.replaceChildren(...this.onward(result));
    };
    if (result.right !== null) mark(result.right);
    else
      onward.replaceChildren(...[["ui.try.i_right", true], ["ui.try.i_wrong", false]].map(([id, right]) =>
        button("btn", t(id), () => mark(right))));
    return [
      verdict,
      mine ? el("div", {}, el("h2", { text: t("ui.try.you_wrote") }), el("p.ink2", { text: mine })) : null,
      result.title ? el("h2", { text: result.title }) : null,
      result.misconception ? words("p.ink2", result.misconception) : null,
      result.answer_because ? words("div", result.answer_because) : null,
      result.question ? el("p.ex-also", { text: result.question }) : null,
      result.answer ? el("p.ex-answer", { text: result.answer }) : null,
      result.because ? words("div.ink2", result.because) : null,
      onward,
    ].filter(Boolean);
  }

  onward(result) {
    if (this.place + 1 < this.questions.length)
      return [button("btn.pri", null, () => this.next(), null, t("ui.try.next"), icon("arrow"))];
    if (!this.root.dataset.part)
      return [
        el("a.btn.pri", { href: "/try", text: t("ui.try.another") }),
        el("a.btn", { href: result.board, text: t("ui.try.board") }),
      ];
    const rights = this.rights.filter(Boolean).length;
    const all = rights === this.questions.length;
    if (all) skip(this.root.dataset.part);
    const text = t(all ? "ui.try.skipped" : "ui.try.not_skipped", { n: rights, of: this.questions.length });
    return [el("p", { text: text }), el("a.btn.pri", { href: "/learn", text: t("ui.try.to_course") })];
  }

  async next() {
    this.place += 1;
    await this.ask();
    this.form.querySelector("input, textarea")?.focus();
  }
}

async function start() {
  await loadCatalogue();
  const clock = createClock(globalThis);
  const questions = JSON.parse(document.getElementById("questions").textContent);
  const parts = ["zones", "queue", "overlay", "say", "clock", "play"].map((name) => [name, $(name)]);
  let page = null;
  const screen = createScreen(Object.fromEntries(parts), clock, () => page?.render());
  globalThis.podium = { clock, screen };
  page = new Page(document.getElementById("main"), questions, screen, clock);
  await page.ask();
  document.documentElement.dataset.ready = "exercise";
}

start();
