"""Asks the pool about a run: replays when a worker does not hold it, plays up to the step in question, joins
parts.

What is asked is written once, as generators that yield calls and receive answers; sockets drive them on the
event loop, pages in their thread.
"""

import time
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, TypeVar

from channels.db import database_sync_to_async

from playground import limits
from playground.runs import services
from playground.runs.services import Standing
from playground.workers import pool as workers
from playground.workers.engine import Answer, Invalid, Ok, Refused, Replay, Unknown

Call = tuple[str, dict[str, Any]]
T = TypeVar("T")
Talk = Generator[Call, Answer, T]


@dataclass(frozen=True)
class Frames:
    """Frames start+1 … end. `body` is JSON: the members of a `frames` message that are the same for
    everybody.
    """

    start: int
    end: int
    body: str
    frames: str
    """The JSON array alone."""
    stored: str = ""


def _ok(answer: Answer) -> Ok:
    if not isinstance(answer, Ok):
        raise TypeError(f"worker answered {answer!r}")
    return answer


def _frames(start: int, parts: list[Ok]) -> Frames:
    array = "[" + ",".join(part.text for part in parts if part.text) + "]"
    last = parts[-1]
    body = f'"from":{start},"to":{last.seq},{last.tail},"frames":{array}'
    return Frames(start, last.seq, body, array, last.stored)


def reach(seq: int, budget: float) -> Talk[None]:
    """Plays on until step `seq` is known, in slices."""
    while not _ok((yield "reach", {"seq": seq, "budget": budget})).done:
        pass


def at_step(seq: int, task: str, budget: float, /, **args: Any) -> Talk[Answer]:
    """One question about the state at step `seq`."""
    yield from reach(seq, budget)
    return (yield task, args)


def recorded(start: int, end: int, budget: float) -> Talk[Frames]:
    yield from reach(end, budget)
    return _frames(start, [_ok((yield "frames", {"start": start, "end": end}))])


def stepped(
    start: int, size: str, until: float | None, limit: int, max_seq: int | None, budget: float
) -> Talk[Frames]:
    """One step of the given size; ends early, with what there is, at the wall limit."""
    yield from reach(start, budget)
    deadline = time.monotonic() + limits.STEP_WALL_SECONDS
    parts: list[Ok] = []
    at = start
    while True:
        answer = _ok(
            (
                yield (
                    "step",
                    {
                        "start": at,
                        "size": size,
                        "until": until,
                        "limit": limit - (at - start),
                        "max_seq": max_seq,
                        "budget": budget,
                    },
                )
            )
        )
        parts.append(answer)
        at = answer.seq
        if answer.done or time.monotonic() > deadline:
            return _frames(start, parts)


def given(at: int, value: str, budget: float) -> Talk[Frames | Invalid | Refused]:
    """An input at step `at`: its frame, or why there is none."""
    yield from reach(at, budget)
    answer = yield "input", {"at": at, "value": value}
    if isinstance(answer, Invalid | Refused):
        return answer
    return _frames(at, [_ok(answer)])


# --- the two drivers ------------------------------------------------------------------------------


async def ask(known: Standing, talk: Talk[T]) -> T:
    """Drives `talk` about a run on the event loop."""
    pool = workers.pool()
    answer: Answer | None = None
    while True:
        try:
            task, args = talk.send(answer)  # type: ignore[arg-type]  # the first send of a generator is None
        except StopIteration as end:
            result: T = end.value
            return result
        answer = await pool.call(known.run, known.inputs, None, task, args)
        if isinstance(answer, Replay):
            recipe = await database_sync_to_async(services.recipe)(known)
            answer = await pool.call(known.run, known.inputs, recipe, task, args)


def ask_blocking(known: Standing, talk: Talk[T]) -> T:
    """The same in a thread: for pages."""
    pool = workers.pool()
    answer: Answer | None = None
    while True:
        try:
            task, args = talk.send(answer)  # type: ignore[arg-type]
        except StopIteration as end:
            result: T = end.value
            return result
        answer = pool.call_blocking(known.run, known.inputs, None, task, args)
        if isinstance(answer, Replay):
            answer = pool.call_blocking(known.run, known.inputs, services.recipe(known), task, args)


def inspect(known: Standing, seq: int, task: str, **args: Any) -> str | None:
    """JSON text of `why`, `describe`, `events`, `manifest` or `snapshot` at a step; None: nothing of that
    name.
    """
    answer = ask_blocking(known, at_step(seq, task, workers.pool().budget, seq=seq, **args))
    return None if isinstance(answer, Unknown) else _ok(answer).text


def what_if(known: Standing, seq: int, pod: str, changes: str) -> Ok | Invalid | Unknown:
    """The decision about a waiting pod at a step with `changes` (JSON text); Unknown: it does not wait."""
    call = at_step(seq, "what_if", workers.pool().budget, seq=seq, pod=pod, changes=changes)
    answer = ask_blocking(known, call)
    return answer if isinstance(answer, Invalid | Unknown) else _ok(answer)
