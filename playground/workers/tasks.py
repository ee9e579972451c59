"""The tasks of a worker by name: questions about a run (`QUERIES` of the core, and those about its document),
and tasks that play it. Each returns an answer about one recording."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from playground.workers import documents, kube_tasks, run_tasks
from playground.workers.answers import Answer, NotFound, Ok, encode
from scheduler_core import QUERIES, AnswerPart, Problem, Query


@dataclass(frozen=True, slots=True)
class Task:
    """`function` takes the recording and arguments by name. The run is first played to the step that the
    argument `starts` names. `moves`: it may play the run further, or add an input. `in_slices`: it may end
    early and gets its `deadline`."""

    function: Callable[..., Answer]
    starts: str = "seq"
    moves: bool = True
    in_slices: bool = False

    def answer(self, recording: Any, args: Mapping[str, Any], deadline: float) -> Answer:
        return self.function(recording, **args, **({"deadline": deadline} if self.in_slices else {}))


@dataclass(frozen=True, slots=True)
class Question:
    """A question as a task: it does not change the run, and its answer is encoded here, once."""

    query: Query
    starts: str = "seq"
    moves: bool = False

    def answer(self, recording: Any, args: Mapping[str, Any], deadline: float) -> Answer:
        seq = args["seq"]
        others = {name: value for name, value in args.items() if name != "seq"}
        answer = self.query.ask(recording, seq, others, lambda: time.monotonic() < deadline)
        if isinstance(answer, Problem):
            return answer
        if answer is None and not self.query.nullable:
            return NotFound()
        if isinstance(answer, AnswerPart):
            again = "" if answer.done else encode(answer.again)
            return Ok(encode({**answer.answer, "seq": answer.seq}), answer.seq, answer.done, again=again)
        return Ok(answer.decode("ascii") if isinstance(answer, bytes) else encode(answer), seq)


TASKS: dict[str, Task | Question] = {
    "frames": Task(run_tasks.frames, "end"),
    "union": Task(run_tasks.union, "end"),
    "step": Task(run_tasks.step, "start", in_slices=True),
    "play": Task(run_tasks.play, "start", in_slices=True),
    "settle": Task(run_tasks.settle, "start", in_slices=True),
    "input": Task(run_tasks.give_input, "at"),
    "kube_write": Task(kube_tasks.kube_write, "at"),
    "kube_read": Task(kube_tasks.kube_read, moves=False),
    "kube_watch": Task(kube_tasks.kube_watch, moves=False),
    "kube_now": Task(kube_tasks.kube_now, moves=False),
    **{name: Question(query) for name, query in {**QUERIES, **documents.QUERIES}.items()},
}


def only_asks(task: str) -> bool:
    """Whether a task only reads: a slow one can be moved to another worker without the run."""
    return task in TASKS and not TASKS[task].moves
