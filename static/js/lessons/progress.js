/**
 * What a person has done in the course. It stays in this browser, under one key of localStorage:
 *
 *     {version: 1, lessons: {name: {step, answers, sandbox, done, inputs}}, skipped: {topic: true},
 *      tried: {slug: true}, last: name}
 *
 * `step` counts from 1, as in a lesson's address, and is 0 before the first one. `last` is the lesson that was open
 * last. `answers` has an entry for each step that asked: {choice, second, sure, right, at, tries, first}. There,
 * `choice` is a place in the list of choices, `second` a virtual second, `at` the step of the run, `tries` how often
 * it was predicted, and `first` the first answer if that one was wrong. `tried` holds exercises: true if right.
 */
import { store, stored } from "../browser.js";
import { pack, unpack } from "../net/fragment.js";

const VERSION = 1;
export const KEY = "podium.learn";
/** What could not be read when something was saved over it. */
export const KEPT_KEY = "podium.learn.unread";
/** Bounds of what is read in: letters of a link, and letters of a file or of an unpacked link. */
export const MOST_LINK = 60_000;
export const MOST_TEXT = 1_000_000;
const NAME = /^[a-z0-9][a-z0-9-]{0,79}$/;
const RUN = /^[A-Za-z0-9_-]{1,64}$/;
const MOST_STEPS = 40;
const MOST_COUNT = 1_000_000_000;

/** Where storage is forbidden, progress lasts for this page. */
let remembered = null;

const kept = () => stored(KEY) ?? remembered;

/** Progress of somebody who has done nothing. */
export function empty() {
  return { version: VERSION, lessons: {}, skipped: {}, tried: {} };
}

const isMap = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isCount = (value, most = MOST_COUNT) => Number.isInteger(value) && value >= 0 && value <= most;
const isSecond = (value) => Number.isFinite(value) && Math.abs(value) <= MOST_COUNT;

/** The fields of `value` that pass their test in `fields`. */
function only(value, fields) {
  const good = Object.keys(fields).filter((name) => fields[name](value[name]));
  return Object.fromEntries(good.map((name) => [name, value[name]]));
}

const isFlag = (value) => typeof value === "boolean";
const ANSWER = { choice: isCount, second: isSecond, sure: isFlag, right: isFlag, at: isCount, tries: isCount };

function cleanAnswer(value) {
  const answer = only(value, ANSWER);
  return isMap(value.first) ? { ...answer, first: only(value.first, ANSWER) } : answer;
}

function cleanLesson(value) {
  const lesson = only(value, {
    step: (step) => isCount(step, MOST_STEPS),
    sandbox: (run) => typeof run === "string" && RUN.test(run),
    done: isFlag,
    inputs: isCount,
  });
  const entries = Object.entries(isMap(value.answers) ? value.answers : {});
  const answers = entries.filter(([n, answer]) => isCount(Number(n), MOST_STEPS) && isMap(answer));
  return { step: 0, ...lesson, answers: Object.fromEntries(answers.map(([n, answer]) => [n, cleanAnswer(answer)])) };
}

function cleaned(map, test, clean = (value) => value) {
  const entries = Object.entries(isMap(map) ? map : {}).filter(([name, value]) => NAME.test(name) && test(value));
  return Object.fromEntries(entries.map(([name, value]) => [name, clean(value)]));
}

/**
 * Progress from a text → {progress} or {problem: {id, args}}. What a field of this version cannot be is left out; the
 * text of a newer version is refused as a whole, because parts of it would be lost.
 */
export function parse(text) {
  if (text.length > MOST_TEXT) return { problem: { id: "ui.progress.too_long" } };
  let value = null;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: { id: "ui.progress.not_json" } };
  }
  if (!isMap(value) || !Number.isInteger(value.version)) return { problem: { id: "ui.progress.not_progress" } };
  if (value.version > VERSION)
    return { problem: { id: "ui.progress.newer", args: { version: value.version, supported: VERSION } } };
  return {
    progress: {
      version: VERSION,
      lessons: cleaned(value.lessons, isMap, cleanLesson),
      skipped: cleaned(value.skipped, (skipped) => skipped === true),
      tried: cleaned(value.tried, isFlag),
      ...only(value, { last: (name) => typeof name === "string" && NAME.test(name) }),
    },
  };
}

/** The progress of this browser; empty where there is none and where it cannot be read. */
export function load() {
  const text = kept();
  return (text === null ? null : parse(text).progress) ?? empty();
}

/** Marks the links to lessons that are done in this browser. */
export function markCourse() {
  const { lessons } = load();
  for (const link of document.querySelectorAll("[data-lesson]"))
    link.classList.toggle("done", lessons[link.dataset.lesson]?.done === true);
}

/** Stores `progress`. What stood there and cannot be read, such as that of a newer version, is kept beside it. */
export function save(progress) {
  const before = kept();
  if (before !== null && parse(before).problem) store(KEPT_KEY, before);
  remembered = JSON.stringify(progress);
  if (store(KEY, remembered)) remembered = null;
}

function change(lesson, fields) {
  const progress = load();
  const before = progress.lessons[lesson] ?? { step: 0, answers: {} };
  progress.lessons[lesson] = { ...before, ...fields(before) };
  save(progress);
  return progress.lessons[lesson];
}

/** Notes the step of a lesson that is shown, from which the lesson goes on when it is opened again. */
export function reached(lesson, step) {
  const shown = change(lesson, () => ({ step }));
  save({ ...load(), last: lesson });
  return shown;
}

function bare({ choice, second, sure, right, at }) {
  return only({ choice, second, sure, right, at }, ANSWER);
}

/**
 * A prediction was answered: {choice or second, sure, right, at}. The newest counts; a wrong first one is remembered.
 */
export function answered(lesson, step, answer) {
  return change(lesson, ({ answers }) => {
    const before = answers[step];
    const first = before?.first ?? (before?.right === false ? bare(before) : null);
    const now = { ...bare(answer), tries: (before?.tries ?? 0) + 1, ...(first ? { first } : {}) };
    return { answers: { ...answers, [step]: now } };
  });
}

/** The run in which a person changes the cluster; null forgets it. */
export function sandbox(lesson, runId) {
  return change(lesson, () => ({ sandbox: runId ?? undefined }));
}

/** The lesson is done, its task with so many inputs. The fewest count; a lesson without a task has none. */
export function done(lesson, inputs) {
  return change(lesson, (before) => {
    const fewest = [before.inputs, inputs].filter((count) => isCount(count));
    return { done: true, ...(fewest.length ? { inputs: Math.min(...fewest) } : {}) };
  });
}

/** A topic that a person knows already. */
export function skip(topic) {
  const progress = load();
  progress.skipped[topic] = true;
  save(progress);
}

/** An exercise was predicted. Once right, it stays right. */
export function tried(slug, right) {
  const progress = load();
  progress.tried[slug] = progress.tried[slug] === true || right;
  save(progress);
}

function joinAnswers(mine, theirs) {
  const all = { ...theirs, ...mine };
  for (const n of Object.keys(all)) {
    const both = [mine[n], theirs[n]].filter(Boolean);
    const newest = both.length > 1 && (theirs[n].tries ?? 0) > (mine[n].tries ?? 0) ? theirs[n] : both[0];
    const wrong = both.map((answer) => answer.first ?? (answer.right === false ? bare(answer) : null)).find(Boolean);
    all[n] = wrong && (newest.first || newest.right !== false) ? { ...newest, first: wrong } : newest;
  }
  return all;
}

/** Both together: the further step, every answer (the one tried more often), each done lesson, the fewest inputs. */
export function merge(mine, theirs) {
  const lessons = { ...theirs.lessons, ...mine.lessons };
  for (const name of Object.keys(lessons)) {
    const [a, b] = [mine.lessons[name], theirs.lessons[name]];
    if (!a || !b) continue;
    const inputs = [a.inputs, b.inputs].filter((count) => count !== undefined);
    lessons[name] = {
      ...b, ...a, step: Math.max(a.step, b.step), answers: joinAnswers(a.answers, b.answers),
      ...(a.done || b.done ? { done: true } : {}), ...(inputs.length ? { inputs: Math.min(...inputs) } : {}),
    };
  }
  const tries = { ...theirs.tried, ...mine.tried };
  for (const slug of Object.keys(tries)) tries[slug] = Boolean(mine.tried[slug] || theirs.tried[slug]);
  const last = mine.last ?? theirs.last;
  const skipped = { ...theirs.skipped, ...mine.skipped };
  return { version: VERSION, lessons, skipped, tried: tries, ...(last ? { last } : {}) };
}

/** The progress as the text of a file. */
export function asFile(progress = load()) {
  return `${JSON.stringify(progress, null, 2)}\n`;
}

const LINK = { most: MOST_TEXT, mostLink: MOST_LINK };

/** The part of the address after `#`, `progress=…`; null when the progress is too long for a link. */
export const asFragment = (progress = load()) => pack("progress", JSON.stringify(progress), LINK);

/** What a link holds → {progress}, {problem}, or null when the fragment speaks of something else. */
export async function fromFragment(fragment) {
  const link = await unpack("progress", fragment, LINK);
  if (link?.wrong) return { problem: { id: link.wrong === "long" ? "ui.progress.too_long" : "ui.progress.cut" } };
  return link && parse(link.text);
}

/** Takes in what was read; a problem changes nothing. Returns {problem} or {progress}, what stands here now. */
export function take(read) {
  if (read.problem) return read;
  const progress = merge(load(), read.progress);
  save(progress);
  return { progress };
}
