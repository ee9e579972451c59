"""Asks the pool of workers about a run. A worker that does not hold the run replays it first, in slices. Long
plays come in parts, which are joined here.

Questions are generators that yield calls and receive answers; `ask` drives them."""

import asyncio
import json
import time
from collections.abc import Callable, Coroutine, Generator
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from playground import limits
from playground.runs import services
from playground.runs.services import Standing
from playground.server import background
from playground.server.database_threads import read_apart, wait_without_connection
from playground.server.fairness.asker import asker
from playground.server.fairness.gate import let_others_in
from playground.server.fairness.throttle import question_buckets
from playground.server.refusals import TooOftenError
from playground.texts.messages import problem
from playground.workers import pool as workers
from playground.workers.answers import Answer, Behind, Ended, Ok, Replay
from scheduler_core import Json, Problem, Refused

Call = tuple[str, dict[str, Any]]
T = TypeVar("T")
Talk = Generator[Call, Answer, T]


@dataclass(frozen=True)
class Frames:
    """Frames start+1 … end, or their union. `body` is JSON text: the members of a message of that `kind` that
    are the same for all clients."""

    start: int
    end: int
    body: str
    frames: str
    """The JSON array of the frames alone; "" for a union."""
    stored: str = ""
    """JSON text of the input that made the frame, in the form to be stored; "" for other frames."""
    kind: Literal["frames", "union"] = "frames"
    hash: str = ""
    """The hash of the state at step `end`."""


def ok(answer: Answer) -> Ok:
    """Narrows an answer to Ok, for calls that cannot fail."""
    if not isinstance(answer, Ok):
        raise TypeError(f"worker answered {answer!r}")
    return answer


def _frames(start: int, parts: list[Ok]) -> Frames:
    """Joins the parts of an answer into one list of frames."""
    array = "[" + ",".join(part.text for part in parts if part.text) + "]"
    last = parts[-1]
    body = f'"from":{start},"to":{last.seq},{last.tail},"frames":{array}'
    return Frames(start, last.seq, body, array, last.stored, hash=_hash(last))


def _hash(answer: Ok) -> str:
    return str(json.loads(f"{{{answer.tail}}}")["hash"])


def question(task: str, /, **args: Any) -> Talk[Answer]:
    """A single question about the state at step `seq` of its arguments."""
    return (yield task, args)


def recorded(start: int, end: int) -> Talk[Frames]:
    """The existing frames start+1 … end."""
    return _frames(start, [ok((yield "frames", {"start": start, "end": end}))])


def stepped(start: int, size: str, until: float | None, limit: int, max_seq: int | None) -> Talk[Frames]:
    """A step of the given size. At the wall-clock limit it ends early, with the frames so far."""
    deadline = time.monotonic() + limits.STEP_WALL_SECONDS
    parts: list[Ok] = []
    at = start
    while True:
        args = {"start": at, "size": size, "until": until, "limit": limit - (at - start), "max_seq": max_seq}
        answer = ok((yield "step", args))
        parts.append(answer)
        at = answer.seq
        if answer.done or time.monotonic() > deadline:
            return _frames(start, parts)


def joined(start: int, end: int) -> Talk[Frames]:
    """Existing steps as one union; a single step as its frame."""
    if end - start <= 1:
        return (yield from recorded(start, end))
    answer = ok((yield "union", {"start": start, "end": end}))
    body = f'"from":{start},"to":{end},{answer.tail},{answer.text}'
    return Frames(start, end, body, "", kind="union", hash=_hash(answer))


def followed(start: int, size: str, until: float | None, limit: int, max_seq: int | None) -> Talk[Frames]:
    """A step of a size that may end at any frame, as a union (`joined`). It ends early after
    UNION_WALL_SECONDS."""
    deadline = time.monotonic() + limits.UNION_WALL_SECONDS
    at, done = start, False
    while not done:
        args = {"start": at, "size": size, "until": until, "limit": limit - (at - start), "max_seq": max_seq}
        answer = ok((yield "play", {**args, "seconds": limits.UNION_WALL_SECONDS}))
        at, done = answer.seq, answer.done or time.monotonic() > deadline
    return (yield from joined(start, at))


def settled(start: int, client: str, limit: int, *, catches_up: bool) -> Talk[Frames | None]:
    """The rest of an instant at which controllers react at once, as a union (`joined`), or the frame of the
    input by which they catch up with a client; None when there is neither. It ends early after
    SETTLE_WALL_SECONDS."""
    deadline = time.monotonic() + limits.SETTLE_WALL_SECONDS
    at, done = start, False
    while not done:
        more = {"limit": limit - (at - start), "seconds": limits.UNION_WALL_SECONDS}
        answer = yield "settle", {"start": at, "client": client, "catches_up": catches_up, **more}
        if isinstance(answer, Problem | Refused):
            return None
        answer = ok(answer)
        if answer.stored:
            return _frames(start, [answer])
        at, done = answer.seq, answer.done or time.monotonic() > deadline
    return (yield from joined(start, at)) if at > start else None


def passed(start: int, end: int) -> Talk[Frames]:
    """The steps from `start` to `end` as a union without its content, for a run at which nobody looks."""
    answer = ok((yield "hash", {"seq": end}))
    return Frames(start, end, "", "", kind="union", hash=answer.text)


def add_input(at: int, value: str) -> Talk[Frames | Problem | Refused]:
    """The frame of an input at step `at`, or why there is none."""
    answer = yield "input", {"at": at, "value": value}
    if isinstance(answer, Problem | Refused):
        return answer
    return _frames(at, [ok(answer)])


def frames_of_input(start: int, text: str, tail: str, stored: str) -> Frames:
    """The single frame of an input that a worker got by another call than `add_input`."""
    return _frames(start, [Ok(text, start + 1, tail=tail, stored=stored)])


class StopsError(Exception):
    """A run does not reach the requested step. Either another version of the core played it, and under
    today's rules it ends at step `seq`: `why` is today's answer to one of its inputs, "" when nothing more
    happens. Or input `number` (from 1), given there, cannot be read: `unread` is the problem of its text."""

    def __init__(self, seq: int, why: str = "", number: int = 0, unread: Problem | None = None) -> None:
        super().__init__(seq, why, number, unread)
        self.seq, self.why, self.number, self.unread = seq, why, number, unread

    @property
    def problem(self) -> Problem:
        """The problem with the sentence for this error."""
        if self.unread is None:
            return problem("run.stops", step=self.seq)
        why: Json = {"id": self.unread.code, "args": dict(self.unread.args)}
        return problem("run.unread", step=self.seq, number=self.number, path=self.unread.path, why=why)


# --- calls of the pool ----------------------------------------------------------------------------


async def ask(standing: Standing, talk: Talk[T]) -> T:
    """Drives `talk` about a run on the event loop."""
    pool = workers.pool()
    answer: Answer | None = None
    while True:
        try:
            task, args = talk.send(answer)  # type: ignore[arg-type]  # the first send of a generator is None
        except StopIteration as end:
            result: T = end.value
            return result
        answer = Behind(0)
        while isinstance(answer, Behind):
            answer = await pool.call(standing.run, standing.inputs, None, task, args)
            if isinstance(answer, Replay):
                recipe = await read_apart(services.recipe)(standing)
                answer = await pool.call(standing.run, standing.inputs, recipe, task, args)
        if isinstance(answer, Ended):
            raise StopsError(answer.seq, answer.why, answer.number, answer.unread)


async def text_of(standing: Standing, name: str, seq: int, /, **args: Any) -> str:
    """JSON text of the answer to a question that has an answer at each step (`QUERIES` of the core)."""
    return ok(await ask(standing, question(name, seq=seq, **args))).text


def answered(standing: Standing, talk: Talk[T]) -> T:
    """`ask` for code that runs in a thread, as pages do. Raises BusyError when it took longer than
    PAGE_WALL_SECONDS, and TooOftenError when this visitor asks too much."""
    return admitted(lambda: ask(standing, talk))


def admitted(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """`wait_in_time` for work that counts as a question. Raises TooOftenError when this visitor asks too
    much."""
    admit()
    return wait_in_time(work)


def wait_in_time(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """The result of `work`, for code that runs in a thread, as pages do. Raises BusyError when it took longer
    than PAGE_WALL_SECONDS."""

    async def answer() -> T:
        asking = background.start_child(work())
        try:
            return await in_time(asking)
        finally:
            asking.cancel()

    return wait_without_connection(answer)()


def admit() -> None:
    """Counts a visitor's question against its limit. Questions of local commands have no visitor and are not
    counted."""
    who = asker.get()
    if who and (wait_ms := question_buckets.take(who)):
        raise TooOftenError(-(-wait_ms // 1000))


async def in_time(asking: asyncio.Task[T]) -> T:
    """The result of a task if it comes in time. Waiting for long does not use up the places of short
    requests."""
    done, _ = await asyncio.wait((asking,), timeout=limits.PAGE_QUICK_SECONDS)
    if not done:
        let_others_in()
        remaining = limits.PAGE_WALL_SECONDS - limits.PAGE_QUICK_SECONDS
        done, _ = await asyncio.wait((asking,), timeout=remaining)
    if not done:
        raise workers.BusyError("page")
    return asking.result()
