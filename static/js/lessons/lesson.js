/** A lesson beside the board: what its step lights up, answers given by a click, the way to the truth, progress. */
import { SPEEDS } from "../board/clock.js";
import { createMarks } from "./marks.js";
import { createNames } from "./names.js";
import { answered, done, load, markCourse, reached } from "./progress.js";

const SHOWN_S = 6; // real seconds that the way to the truth may take
const words = (text) => (text ? text.split(" ") : []);

/** The slowest speed at which `seconds` of virtual time pass in at most SHOWN_S. Pure. */
export function speedFor(seconds) {
  return SPEEDS.find((speed) => speed >= 1 && seconds / speed <= SHOWN_S) ?? SPEEDS.at(-1);
}

/**
 * The place of the choice that the things `picked` on the board mean, or -1: `choices` are lists of names. Pure.
 */
export function meantBy(picked, choices) {
  const text = [...picked].toSorted().join(" ");
  return choices.findIndex((names) => names !== null && [...names].toSorted().join(" ") === text);
}

/** What is picked after a click on `name`: more of a set that some choice has, or this one alone. Pure. */
export function pickedAfter(picked, name, choices) {
  const next = new Set(picked);
  if (next.delete(name)) return next;
  next.add(name);
  const fits = choices.some((names) => names !== null && [...next].every((pick) => names.includes(pick)));
  return fits ? next : new Set([name]);
}

/** Answers by a click on the board: a node, or a set of pods, that a choice names. */
function createPicking(form) {
  const inputs = [...(form?.querySelectorAll("input[name=choice]") ?? [])];
  const choices = inputs.map(({ dataset }) =>
    "nodes" in dataset ? [...words(dataset.nodes), ...words(dataset.pods)] : null);
  const named = new Set(choices.flatMap((names) => names ?? []));
  const open = form !== null && !form.querySelector("fieldset").disabled;
  let picked = new Set();

  form?.addEventListener("change", () => {
    const chosen = inputs.findIndex((input) => input.checked);
    picked = new Set(choices[chosen] ?? []);
  });
  return {
    /** What a click chose so far. */
    get names() { return picked; },
    take({ pod = null, node = null }) {
      const name = pod ?? node;
      if (!open || name === null || !named.has(name)) return false;
      picked = pickedAfter(picked, name, choices);
      const place = meantBy(picked, choices);
      for (const [k, input] of inputs.entries()) input.checked = k === place;
      return true;
    },
  };
}

/** The number and the slider of a question for a second say the same. */
function joinSeconds(form) {
  const [range, number] = ["#second-range", "#second"].map((name) => form?.querySelector(name));
  if (!range) return;
  range.addEventListener("input", () => {
    number.value = range.value;
  });
  number.addEventListener("input", () => {
    range.value = number.value;
  });
}

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

export function createLesson(article, page) {
  const { dataset } = article;
  const form = article.querySelector("form.ask");
  const picking = createPicking(form);
  const named = createNames(article, page.board);
  const mark = createMarks(page.board);
  const step = Number(dataset.step) - 1;
  const until = Number(dataset.until);
  const lit = [...words(dataset.litNodes), ...words(dataset.litPods)];
  let leads = Boolean(dataset.kind); // on the way from the step to the truth

  joinSeconds(form);
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
  if (dataset.kind) document.getElementById("told").focus();

  /** Plays on to the truth, once the board is there. */
  function lead() {
    const { model, head, busy, acts } = page.player.state;
    if (!leads || busy || !model) return;
    leads = false;
    if (model.seq !== Number(dataset.at) || head < until || until === model.seq) return;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      page.player.seek(until);
      return;
    }
    page.setSpeed(speedFor((acts[until - 1]?.[1] ?? model.t) - model.t));
    page.player.play();
  }

  function names() {
    if (dataset.kind) return page.player.state.model.seq === until ? lit : [];
    return picking.names.size ? [...picking.names] : lit;
  }

  return {
    /** Whether a click on the board is an answer. */
    pick(what) {
      const taken = picking.take(what);
      if (taken) this.render();
      return taken;
    },
    render() {
      if (!page.player.state.model) return;
      named.render(page.player.state.model);
      mark(names(), picking.names.size ? "picked" : "");
      lead();
    },
  };
}
