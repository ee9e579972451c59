/** Where a person stands in the course: the lessons of the page and the progress of the browser together. Pure. */

/** The lesson to go on with: the one that was open last, else the first one begun, else the first one not done. */
export function current(lessons, progress) {
  const rest = lessons.filter((lesson) => lesson.state !== "done" && lesson.state !== "skipped");
  return rest.find((mine) => mine.name === progress.last) ?? rest.find((mine) => mine.step > 0) ?? rest[0] ?? null;
}

function stateOf(lesson, mine, progress, finished) {
  if (mine?.done) return "done";
  if (progress.skipped[lesson.part]) return "skipped";
  if (mine?.step > 0 && lesson.steps.length) return "begun";
  return lesson.needs.every((number) => finished.has(number)) ? "open" : "waits";
}

/**
 * The lessons, each with `state` (done, skipped, begun, open, waits), `step` (0 = not begun), `of` steps, and
 * `left`, the minutes that remain. A lesson that waits can be opened all the same.
 */
export function standing(lessons, progress) {
  const finished = lessons.filter((lesson) => progress.lessons[lesson.name]?.done || progress.skipped[lesson.part]);
  const numbers = new Set(finished.map((lesson) => lesson.number));
  return lessons.map((lesson) => {
    const mine = progress.lessons[lesson.name];
    const state = stateOf(lesson, mine, progress, numbers);
    const of = lesson.steps.length;
    const step = Math.min(mine?.step ?? 0, of);
    const over = state === "done" || state === "skipped";
    const share = of ? Math.max(0, step - 1) / of : 0;
    return { ...lesson, state, step, of, left: over ? 0 : Math.max(1, Math.round(lesson.minutes * (1 - share))) };
  });
}

/** {done, of, left}: lessons that are done or known, all of them, and the minutes that remain. */
export function summed(standings) {
  const over = standings.filter((part) => part.left === 0);
  return { done: over.length, of: standings.length, left: standings.reduce((sum, part) => sum + part.left, 0) };
}

/** The answers that were wrong, or were at first: [{lesson, step, choice, second, sure}]; with `sure` only those. */
export function wrongAnswers(progress, { sure = false } = {}) {
  const list = [];
  for (const [lesson, { answers }] of Object.entries(progress.lessons))
    for (const [step, answer] of Object.entries(answers)) {
      const wrong = answer.right === false ? answer : answer.first;
      if (!wrong || (sure && (!wrong.sure || answer.right))) continue;
      const { choice, second } = wrong;
      list.push({ lesson, step: Number(step), choice, second, sure: Boolean(wrong.sure), now: answer.right === true });
    }
  return list;
}

/** The part of `slugs` that a browser has not tried yet; all of them when it has tried each. */
export function untried(slugs, tried) {
  const left = slugs.filter((slug) => !(slug in tried));
  return left.length ? left : slugs;
}

/**
 * The exercise of a day (days since 1970), the same for everybody. In as many days as there are slugs each comes once;
 * the stride is prime, so that neighbours in the alphabet do not follow each other.
 */
export function ofDay(slugs, day) {
  const stride = slugs.length % 37 ? 37 : 41;
  return slugs[(((day * stride) % slugs.length) + slugs.length) % slugs.length];
}
