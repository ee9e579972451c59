/**
 * A lesson beside the board: what its step lights up, a guess that is pinned on the board, the way from there to the
 * verdict, and progress.
 */
import { button, el, setText } from "../el.js";
import { listed, t } from "../i18n.js";
import { icon } from "../icons.js";
import { fetchInTime } from "../net/http.js";
import { createGuess } from "./guess.js";
import { createMarks } from "./marks.js";
import { createNames } from "./names.js";
import { answered, done, load, markCourse, reached } from "./progress.js";
import { createVerdict, speedFor } from "./verdict.js";

const FOCUS_MS = 50; // after the board began to move
const words = (text) => (text ? text.split(" ") : []);

/** What was answered is kept once, however often the page is loaded. */
function remember({ dataset }, step) {
  if (!dataset.kind) return;
  const answer = {
    [dataset.kind]: Number(dataset.given), right: dataset.right === "true", at: Number(dataset.at),
    ...(dataset.sure ? { sure: dataset.sure === "sure" } : {}),
  };
  const before = load().lessons[dataset.name]?.answers[step];
  const same = before && before[dataset.kind] === answer[dataset.kind] && before.sure === answer.sure;
  if (!same) answered(dataset.name, step, answer);
}

/** Sends the answer in a form: {result}, {message} of a refusal, or {} where nobody answers. */
async function send(address, form) {
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const options = { method: "POST", body: new FormData(form), headers: { "X-CSRFToken": token } };
  const response = await fetchInTime(address, options).catch(() => null);
  const answer = await response?.json().catch(() => null);
  if (response?.ok && answer) return { result: answer };
  return response?.status === 422 && answer ? { message: answer.message } : {};
}

/**
 * The line below the board: what one waits for, then the verdict. It has its own place, because a verdict must not
 * cover what it speaks of.
 */
function createLine(stage, { asks }) {
  const text = el("span");
  const sign = el("span", { "aria-hidden": "true" });
  const element = el("p.verdict-pill", { hidden: true }, sign, text);
  const waits = el("p.board-waits");
  stage.append(el(asks ? "div.board-line.asks" : "div.board-line", {}, waits, element));
  return {
    wait(sentence) { setText(waits, sentence); },
    show({ right, line }) {
      waits.textContent = "";
      element.hidden = false;
      element.classList.toggle("good", right);
      sign.replaceChildren(icon(right ? "check" : "cross"));
      text.textContent = line;
    },
    hide() {
      element.hidden = true;
    },
  };
}

/** What a board waits for on which nothing has happened before the lesson goes on. Pure but for its words. */
function waitsFor({ seq, pods, scheduler }) {
  if (seq > 0) return "";
  const waiting = [...pods.values()].filter((pod) => pod.phase === "Pending" && !pod.node).map(({ name }) => name);
  const stopped = scheduler?.running === false;
  const what = waiting.length === 0 ? "ui.guess.none_wait" : stopped ? "ui.guess.stopped" : "ui.guess.wait";
  return t(what, { pods: listed(waiting) });
}

/** Sends a form instead of the browser: `onResult(result)`, or the refusal above its button. */
function bindForm(form, address, onResult) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const press = form.querySelector("button.pri");
    if (press.disabled) return;
    press.disabled = true;
    const { result, message } = await send(address, form);
    press.disabled = false;
    if (result) {
      onResult(result);
      return;
    }
    if (message === undefined) {
      form.submit(); // the page that says the same
      return;
    }
    form.querySelector("[role=alert]")?.remove();
    press.before(el("p.bad", { role: "alert", text: message }));
  });
}

/** From the form of a question to its verdict and what is said of it, on one page. */
function createQuestion(place, page, { article, step, onTold }) {
  const before = place.innerHTML;
  const { player } = page;
  const pill = createLine(page.boardRoot.closest(".stage"), { asks: true });
  const verdict = createVerdict(page);
  const status = el("p.guess-status", { role: "status" });
  let guess = null;
  let at = null; // the step on which one guessed

  const changed = () => page.lesson?.render();
  const beside = document.querySelector("#queue > .classes");
  let prepared = false;

  /** While somebody chooses, the server reads what follows: the board moves at once when the answer is sent. */
  function prepare() {
    if (!prepared) fetchInTime(place.dataset.answer).catch(() => null);
    prepared = true;
    changed();
  }

  /** What is said of the answer, in place of the form. */
  function tell(result) {
    pill.hide();
    page.phone?.part?.turn("text");
    place.innerHTML = result.html; // safe HTML of the server
    place.querySelector("[data-again]").addEventListener("click", again);
    onTold(result);
    place.querySelector("#told").focus();
  }

  function watch(form, result) {
    const { dataset } = article;
    at = player.state.model.seq;
    const kind = result.second === null ? "choice" : "second";
    const sure = new FormData(form).get("sure") ?? "";
    Object.assign(dataset, { kind, given: result.given, right: result.right, sure });
    remember(article, step);
    page.app.dataset.moments = result.address;
    guess.close();
    form.querySelector("fieldset").disabled = true;
    form.classList.add("watched");
    const skip = button("btn", t("ui.guess.skip"), () => verdict.end());
    form.append(status, skip);
    status.textContent = t("ui.guess.watch");
    page.phone?.part?.turn("board");
    pill.wait(t("ui.guess.watch"));
    player.goOnAs(result);
    page.socket.move(result.socket);
    verdict.play({
      until: result.until, decided: result.decided,
      seconds: (result.frames.at(-1)?.t ?? player.state.model.t) - player.state.model.t,
      onVerdict() {
        guess.show(result);
        pill.show(result);
        status.textContent = result.line;
        page.narration.announce(result.line);
        changed();
      },
      onEnd: () => tell(result),
    });
    changed();
    // the board moves first: to set the focus, the browser lays out the page
    page.clock.after(FOCUS_MS, () => {
      if (skip.isConnected && document.activeElement === document.body) skip.focus({ preventScroll: true });
    });
  }

  function begin() {
    const form = place.querySelector("form.ask");
    bindForm(form, place.dataset.answer, (result) => watch(form, result));
    pill.wait(t("ui.guess.follows"));
    guess = createGuess(form, { ...page, besideQueue: (element) => beside.before(element) }, prepare);
  }

  /** The same question once more, from the same picture. */
  function again(event) {
    event.preventDefault();
    guess.remove();
    place.innerHTML = before;
    player.seek(at);
    begin();
    changed();
    place.querySelector("input").focus();
  }

  begin();
  return {
    take: (what) => guess.take(what),
    /** Whether something is pinned or on its way to the verdict: the lesson lights nothing else then. */
    get pins() { return guess.names.length > 0 || verdict.on; },
    render() {
      verdict.render();
      guess.render();
    },
  };
}

export function createLesson(article, page) {
  const { dataset } = article;
  const place = article.querySelector("#question[data-answer]");
  const named = createNames(article, page.board);
  const mark = createMarks(page.board);
  const step = Number(dataset.step) - 1;
  let until = Number(dataset.until);
  let lit = [...words(dataset.litNodes), ...words(dataset.litPods)];
  let leads = Boolean(dataset.kind); // the page was opened with the answer: it leads from the step to the truth

  const question = place && createQuestion(place, page, {
    article, step,
    onTold(result) {
      page.player.endWords = t("ui.guess.next");
      ({ until } = result);
      lit = [...result.lit.nodes, ...result.lit.pods];
      const next = article.querySelector("a.next");
      next?.classList.add("pri");
      next?.querySelector("span").replaceChildren(next.title);
      page.lesson.render();
    },
  });

  const line = question ? null : createLine(page.boardRoot.closest(".stage"), { asks: false });
  page.player.endWords = t(question ? "ui.guess.follows" : "ui.guess.next");
  reached(dataset.name, step);
  remember(article, step);
  markCourse();
  article.querySelector("[data-ends]")?.addEventListener("click", () => done(dataset.name));
  article.querySelector("form[action$=sandbox]")?.addEventListener("submit", (event) => {
    const left = load().lessons[dataset.name]?.sandbox;
    if (!left) return;
    event.preventDefault();
    location.href = `/learn/${dataset.name}/do/${left}`;
  });
  if (leads) document.getElementById("told").focus();

  /** Plays on to the truth, once the board is there. */
  function lead() {
    const { model, head, busy, acts } = page.player.state;
    if (!leads || busy || !model) return;
    leads = false;
    if (model.seq !== Number(dataset.at) || head < until || until === model.seq) return;
    if (page.clock.reducedMotion) {
      page.player.seek(until);
      return;
    }
    page.setSpeed(speedFor((acts[until - 1]?.[1] ?? model.t) - model.t));
    page.player.play();
  }

  function names() {
    if (question?.pins) return [];
    return dataset.kind && page.player.state.model.seq !== until ? [] : lit;
  }

  return {
    /** Whether a click on the board is an answer. */
    pick(what) {
      const taken = question?.take(what) ?? false;
      if (taken) this.render();
      return taken;
    },
    render() {
      if (!page.player.state.model) return;
      named.render(page.player.state.model);
      mark(names());
      question?.render();
      line?.wait(waitsFor(page.player.state.model));
      lead();
    },
  };
}
