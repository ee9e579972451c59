/** The scenes of a presenter's stage, and what the key "Go on" does in each of them. Pure. */
import { onwardOf } from "./way.js";

const ANSWERED_BY_PRESENTER = new Set(["free", "number"]);

/** The scene: `tell` a step, `ask` a question, `show` its answer on the board, or a task that all `try`. */
export function sceneOf({ poll, task }) {
  if (poll) return ["watched", "revealed"].includes(poll.state) ? "show" : "ask";
  return task ? "try" : "tell";
}

/**
 * What "Go on" does next, the name of an act in `createOn`. `answeredSteps`: steps of the lesson whose answer was
 * revealed; `tried`: the lesson's task was given before.
 */
export function nextAct({ lesson, poll, task }, { answeredSteps, tried }) {
  if (poll?.state === "watched") return "verdict";
  if (poll && poll.state !== "revealed") return ANSWERED_BY_PRESENTER.has(poll.kind) ? "right" : "reveal";
  if (!poll && !task && lesson?.asks && !answeredSteps.has(lesson.step)) return "ask";
  if (!lesson) return poll ? "put_away" : task ? "end_task" : "forward";
  if (onwardOf(lesson).next) return "step";
  return lesson.task && !task && !tried ? "task" : "end";
}
