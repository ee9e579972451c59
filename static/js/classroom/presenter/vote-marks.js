/** Votes on the board, where choices of a question name nodes or pods; with the answer they become right or wrong. */
import { createMarks } from "../../lessons/marks.js";
import { namesOf } from "../poll/ballot.js";

/**
 * What stands on the board: Map of name → {how, label}. `bars` are the votes of each choice, or null while nobody may
 * see them; `waiting` are the pods that the choice "it stays pending" is about. Pure.
 */
export function votesOn(poll, bars, waiting = []) {
  const right = poll.state === "revealed" ? new Set(poll.truth?.right ?? []) : null;
  const marks = new Map();
  for (const [place, choice] of (poll.choices ?? []).entries()) {
    if (!bars?.[place] && !right?.has(place)) continue;
    const names = namesOf(choice) ?? [];
    for (const name of names.length || !choice.board ? names : waiting) {
      const mark = marks.get(name) ?? { how: right ? "wrong" : "picked", label: "" };
      if (right?.has(place)) mark.how = "right";
      if (bars?.[place]) mark.label = [mark.label, `${choice.letter} ${bars[place]}`].filter(Boolean).join(" · ");
      marks.set(name, mark);
    }
  }
  return marks;
}

/** Returns `render(poll, bars, waiting)`; without a poll all marks go. */
export function createVoteMarks(board) {
  const marks = new Map(); // name → its marks

  return function render(poll, bars = null, waiting = []) {
    const votes = poll ? votesOn(poll, bars, waiting) : new Map();
    for (const [name, mark] of marks) {
      if (votes.has(name)) continue;
      mark([]);
      marks.delete(name);
    }
    for (const [name, { how, label }] of votes) {
      if (!marks.has(name)) marks.set(name, createMarks(board));
      marks.get(name)([name], how, label);
    }
  };
}
