import { equal, test, truthy } from "../harness.js";
import {
  answered, asFile, asFragment, done, empty, fromFragment, KEPT_KEY, KEY, load, merge, MOST_LINK, MOST_TEXT, parse,
  reached, sandbox, save, skip, take, tried,
} from "./progress.js";

const WRONG = { choice: 0, sure: true, right: false, at: 4 };
const RIGHT = { choice: 1, sure: false, right: true, at: 4 };

function withLesson(lesson) {
  return { ...empty(), lessons: { a: { step: 0, answers: {}, ...lesson } } };
}

test("nobody has done anything at first", () => {
  localStorage.clear();
  equal(load(), { version: 1, lessons: {}, skipped: {}, tried: {} });
});

test("steps, answers, sandbox and the end of a lesson are found again", () => {
  localStorage.clear();
  reached("gap-and-reservation", 3);
  answered("gap-and-reservation", 1, RIGHT);
  sandbox("gap-and-reservation", "r-1");
  done("gap-and-reservation", 2);
  skip("spread");
  tried("which-node", true);
  equal(load(), {
    version: 1,
    lessons: {
      "gap-and-reservation": { step: 3, sandbox: "r-1", done: true, inputs: 2, answers: { 1: { ...RIGHT, tries: 1 } } },
    },
    skipped: { spread: true },
    tried: { "which-node": true },
    last: "gap-and-reservation",
  });
});

test("the newest answer counts and a wrong first one is remembered", () => {
  localStorage.clear();
  answered("a", 2, WRONG);
  const { answers } = answered("a", 2, RIGHT);
  equal(answers[2], { ...RIGHT, tries: 2, first: WRONG });
});

test("the fewest inputs count, and a lesson without a task has none", () => {
  localStorage.clear();
  done("a", 4);
  done("a", 2);
  done("a", 3);
  done("b");
  equal([load().lessons.a.inputs, load().lessons.b.done, load().lessons.b.inputs], [2, true, undefined]);
});

test("a sandbox that is left is forgotten", () => {
  localStorage.clear();
  sandbox("a", "r-1");
  sandbox("a", null);
  equal(load().lessons.a.sandbox, undefined);
});

test("what cannot be read is kept when something is saved over it", () => {
  localStorage.clear();
  const newer = JSON.stringify({ version: 2, lessons: { a: { anything: 1 } } });
  localStorage.setItem(KEY, newer);
  equal(load(), empty());
  reached("b", 1);
  equal([localStorage.getItem(KEPT_KEY), load().lessons.b.step], [newer, 1]);
});

test("a newer version is named", () => {
  equal(parse('{"version": 7}').problem, { id: "ui.progress.newer", args: { version: 7, supported: 1 } });
});

test("what is no progress is refused with its reason", () => {
  const ids = ["", "{", "[]", "null", '"x"', "{}", '{"version": "1"}'].map((text) => parse(text).problem.id);
  equal(ids, [
    "ui.progress.not_json", "ui.progress.not_json", "ui.progress.not_progress", "ui.progress.not_progress",
    "ui.progress.not_progress", "ui.progress.not_progress", "ui.progress.not_progress",
  ]);
  equal(parse(" ".repeat(MOST_TEXT + 1)).problem.id, "ui.progress.too_long");
});

test("fields that cannot be so are left out", () => {
  const text = JSON.stringify({
    version: 1,
    lessons: {
      "<b>": { step: 1 },
      a: {
        step: "4", sandbox: "/../x y", done: "yes", inputs: -1,
        answers: { 0: { choice: 1.5, right: true }, x: {}, 99: {} },
      },
      b: 7,
    },
    skipped: { spread: true, preemption: "yes" },
  });
  equal(parse(text).progress, {
    ...empty(), lessons: { a: { step: 0, answers: { 0: { right: true } } } }, skipped: { spread: true },
  });
});

test("two browsers together lose nothing", () => {
  const mine = withLesson({ step: 5, answers: { 1: { ...WRONG, tries: 1 } }, inputs: 4, done: true });
  const theirs = withLesson({ step: 2, answers: { 1: { ...RIGHT, tries: 2 }, 3: { ...RIGHT, tries: 1 } }, inputs: 2 });
  const both = merge(mine, { ...theirs, skipped: { spread: true }, tried: { x: true } });
  equal(both.lessons.a.answers, { 1: { ...RIGHT, tries: 2, first: WRONG }, 3: { ...RIGHT, tries: 1 } });
  equal([both.lessons.a.step, both.lessons.a.inputs, both.lessons.a.done], [5, 2, true]);
  equal([both.skipped, both.tried], [{ spread: true }, { x: true }]);
});

test("a file holds what a browser holds", () => {
  const progress = withLesson({ step: 2, answers: { 1: { ...RIGHT, tries: 1 } } });
  equal(parse(asFile(progress)), { progress: parse(JSON.stringify(progress)).progress });
});

test("a link holds it too, in letters that need no escape", async () => {
  const progress = withLesson({ step: 2, answers: { 1: { ...RIGHT, tries: 1 } } });
  const fragment = await asFragment(progress);
  truthy(/^progress=[\w-]+$/.test(fragment), fragment);
  equal((await fromFragment(`#${fragment}`)).progress.lessons.a.step, 2);
});

test("a link that was cut, a link that is too long and another fragment are told apart", async () => {
  const fragment = await asFragment(withLesson({ step: 2 }));
  equal((await fromFragment(fragment.slice(0, -8))).problem.id, "ui.progress.cut");
  equal((await fromFragment("progress=%%%")).problem.id, "ui.progress.cut");
  equal((await fromFragment(`progress=${"A".repeat(MOST_LINK + 1)}`)).problem.id, "ui.progress.too_long");
  equal(await fromFragment("#main"), null);
});

test("a link that unpacks to more than the bound is refused", async () => {
  const stream = new Blob([" ".repeat(MOST_TEXT * 3)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = btoa(String.fromCodePoint(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  equal((await fromFragment(`progress=${text}`)).problem.id, "ui.progress.too_long");
});

test("what is taken in joins what is here; a problem changes nothing", () => {
  localStorage.clear();
  save(withLesson({ step: 4 }));
  equal(take({ problem: { id: "ui.progress.cut" } }), { problem: { id: "ui.progress.cut" } });
  const { progress } = take({ progress: withLesson({ step: 1, done: true }) });
  equal([progress.lessons.a.step, progress.lessons.a.done, load().lessons.a.done], [4, true, true]);
});
