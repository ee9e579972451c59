"""Asks the pool about a run. A run that its worker does not hold is replayed there, in slices. Long plays
come in parts, which are joined here.

What is asked is written as generators that yield calls and receive answers; `ask` drives them.
"""

import asyncio
import json
import time
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from asgiref.sync import async_to_sync

from playground import limits
from playground.runs import services
from playground.runs.answers import Key, answers
from playground.runs.doors import let_others_in
from playground.runs.services import Standing
from playground.web.database_threads import read_apart
from playground.web.throttle import question_buckets
from playground.workers import pool as workers
from playground.workers.answers import Answer, Behind, Ended, Ok, Replay, Unknown
from playground.workers.asker import asker
from scheduler_core import Problem, Refused

Call = tuple[str, dict[str, Any]]
T = TypeVar("T")
Talk = Generator[Call, Answer, T]


@dataclass(frozen=True)
class Frames:
    """Frames start+1 … end, or their union. `body` is JSON text: the members of a message of that `kind` that
    are the same for all clients.
    """

    start: int
    end: int
    body: str
    frames: str
    """The JSON array of the frames alone; "" for a union."""
    stored: str = ""
    """JSON text of the input that made the frame, as it is to be stored; "" for other frames."""
    kind: Literal["frames", "union"] = "frames"
    hash: str = ""
    """The hash of the state at step `end`."""


def _ok(answer: Answer) -> Ok:
    if not isinstance(answer, Ok):
        raise TypeError(f"worker answered {answer!r}")
    return answer


def _frames(start: int, parts: list[Ok]) -> Frames:
    array = "[" + ",".join(part.text for part in parts if part.text) + "]"
    last = parts[-1]
    body = f'"from":{start},"to":{last.seq},{last.tail},"frames":{array}'
    return Frames(start, last.seq, body, array, last.stored, hash=_hash(last))


def _hash(answer: Ok) -> str:
    return str(json.loads(f"{{{answer.tail}}}")["hash"])


def one(task: str, /, **args: Any) -> Talk[Answer]:
    """One question, about the state at step `seq` of its arguments."""
    return (yield task, args)


def recorded(start: int, end: int) -> Talk[Frames]:
    return _frames(start, [_ok((yield "frames", {"start": start, "end": end}))])


def stepped(start: int, size: str, until: float | None, limit: int, max_seq: int | None) -> Talk[Frames]:
    """One step of the given size. At the wall limit it ends early, with the frames that there are."""
    deadline = time.monotonic() + limits.STEP_WALL_SECONDS
    parts: list[Ok] = []
    at = start
    while True:
        args = {"start": at, "size": size, "until": until, "limit": limit - (at - start), "max_seq": max_seq}
        answer = _ok((yield "step", args))
        parts.append(answer)
        at = answer.seq
        if answer.done or time.monotonic() > deadline:
            return _frames(start, parts)


def joined(start: int, end: int) -> Talk[Frames]:
    """What happened in steps that exist, as one union; a single step as its frame."""
    if end - start <= 1:
        return (yield from recorded(start, end))
    answer = _ok((yield "union", {"start": start, "end": end}))
    body = f'"from":{start},"to":{end},{answer.tail},{answer.text}'
    return Frames(start, end, body, "", kind="union", hash=_hash(answer))


def followed(start: int, size: str, until: float | None, limit: int, max_seq: int | None) -> Talk[Frames]:
    """One step of a size that may end anywhere, `joined`. It ends early after UNION_WALL_SECONDS."""
    deadline = time.monotonic() + limits.UNION_WALL_SECONDS
    at, done = start, False
    while not done:
        args = {"start": at, "size": size, "until": until, "limit": limit - (at - start), "max_seq": max_seq}
        answer = _ok((yield "play", {**args, "seconds": limits.UNION_WALL_SECONDS}))
        at, done = answer.seq, answer.done or time.monotonic() > deadline
    return (yield from joined(start, at))


def given(at: int, value: str) -> Talk[Frames | Problem | Refused]:
    """The frame of an input at step `at`, or why there is none."""
    answer = yield "input", {"at": at, "value": value}
    if isinstance(answer, Problem | Refused):
        return answer
    return _frames(at, [_ok(answer)])


def frames_of_input(start: int, text: str, tail: str, stored: str) -> Frames:
    """The one frame of an input that a worker was given in another way than by `given`."""
    return _frames(start, [Ok(text, start + 1, tail=tail, stored=stored)])


class StopsError(Exception):
    """A run does not get to the step that was asked for: another version of the core played it, and by
    today's it ends at step `seq`. `why` is today's answer to one of its inputs, "" where it is quiet.
    """

    def __init__(self, seq: int, why: str) -> None:
        super().__init__(seq, why)
        self.seq, self.why = seq, why


# --- what is asked of the pool --------------------------------------------------------------------


async def ask(known: Standing, talk: Talk[T]) -> T:
    """Drives `talk` about a run, on the event loop."""
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
            answer = await pool.call(known.run, known.inputs, None, task, args)
            if isinstance(answer, Replay):
                recipe = await read_apart(services.recipe)(known)
                answer = await pool.call(known.run, known.inputs, recipe, task, args)
        if isinstance(answer, Ended):
            raise StopsError(answer.seq, answer.why)


def answered(known: Standing, talk: Talk[T]) -> T:
    """`ask` for code that runs in a thread, as pages do. BusyError: it took longer than PAGE_WALL_SECONDS.
    TooOftenError: this visitor asks too much.
    """
    _admit()

    async def answer() -> T:
        asking = asyncio.ensure_future(ask(known, talk))
        try:
            return await _in_time(asking)
        finally:
            asking.cancel()

    return async_to_sync(answer)()


class TooOftenError(Exception):
    """A visitor asks more questions than one may, and may go on in so many `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def _admit() -> None:
    """Counts a question of a visitor. Those of a command of this machine are nobody's, and not counted."""
    who = asker.get()
    if who and (wait_ms := question_buckets.take(who)):
        raise TooOftenError(-(-wait_ms // 1000))


async def _in_time(asking: asyncio.Task[T]) -> T:
    """What a task finds, if it comes in time. Whoever waits long does not keep others out meanwhile."""
    done, _ = await asyncio.wait((asking,), timeout=limits.PAGE_QUICK_SECONDS)
    if not done:
        let_others_in()
        left = limits.PAGE_WALL_SECONDS - limits.PAGE_QUICK_SECONDS
        done, _ = await asyncio.wait((asking,), timeout=left)
    if not done:
        raise workers.BusyError("page")
    return asking.result()


_asking: dict[Key, asyncio.Task[str | None]] = {}
"""What is being asked now. Whoever asks the same waits for the same answer."""


def inspect(known: Standing, seq: int, task: str, **args: Any) -> str | None:
    """JSON text of what `task` (`why`, `describe`, `events`, `manifest`, …) answers at a step; None where
    nothing has that name. A step that has happened never changes, so the answer is kept, even if it comes
    after BusyError was raised.
    """
    key = (known.run, known.inputs, seq, task, json.dumps(args, sort_keys=True))
    kept = answers.get(key, answers)
    if kept is not answers:
        text: str | None = kept
        return text
    _admit()

    async def find() -> str | None:
        answer = await ask(known, one(task, seq=seq, **args))
        found = None if isinstance(answer, Unknown) else _ok(answer).text
        answers.keep(key, found)
        return found

    async def find_once() -> str | None:
        asking = _asking.get(key)
        if asking is None or asking.get_loop() is not asyncio.get_running_loop():
            asking = _asking[key] = asyncio.ensure_future(find())
            asking.add_done_callback(lambda done: _asked(key, done))
        return await _in_time(asking)

    return async_to_sync(find_once)()


def _asked(key: Key, done: asyncio.Task[str | None]) -> None:
    if _asking.get(key) is done:
        del _asking[key]
    if not done.cancelled():
        done.exception()  # whoever still waits is told of it; if nobody does, nobody needs to be


def what_if(known: Standing, seq: int, pod: str, changes: str) -> Ok | Problem | Unknown:
    """The decision about a waiting pod with `changes` (JSON text); Unknown where the pod does not wait."""
    answer = answered(known, one("what_if", seq=seq, pod=pod, changes=changes))
    return answer if isinstance(answer, Problem | Unknown) else _ok(answer)


def about_document(known: Standing, task: str, **args: Any) -> str:
    """JSON text of what a task answers about the document of a run (`document`, `changed`, `kept`)."""
    return _ok(answered(known, one(task, seq=0, **args))).text


def judged(known: Standing, seq: int, conditions: list[Any], stop: Any) -> dict[str, Any]:
    """`verdicts`: one of each condition (JSON) at a step; `judged`: whether the moment `stop` has come."""
    answer = _ok(answered(known, one("judge", seq=seq, conditions=conditions, stop=stop)))
    found: dict[str, Any] = json.loads(answer.text)
    return found


def verdicts(known: Standing, seq: int, conditions: list[Any]) -> list[dict[str, Any]] | Problem:
    """The verdict on each of the conditions (JSON) that a person wrote, at a step."""
    answer = answered(known, one("judge", seq=seq, conditions=conditions, stop="quiet"))
    if isinstance(answer, Problem):
        return answer
    found: list[dict[str, Any]] = json.loads(_ok(answer).text)["verdicts"]
    return found


@dataclass(frozen=True)
class Begun:
    """Where a condition begins to hold, or how far was looked. `said` is the sentence about step `seq`;
    `ended` says whether nothing more happens after it.
    """

    seq: int
    holds: bool
    said: dict[str, Any]
    ended: bool


def until(known: Standing, at: int, condition: Any, most: int) -> Begun | Problem:
    """The first step after `at`, and not after step `most`, at which a condition (JSON) begins to hold.

    It is looked for in at most STEP_WALL_SECONDS, and nothing is moved.
    """
    deadline = time.monotonic() + limits.STEP_WALL_SECONDS
    held: bool | None = None
    while True:
        talk = one("until", start=at, held=held, condition=condition, limit=most - at)
        answer = answered(known, talk)
        if isinstance(answer, Problem):
            return answer
        found = _ok(answer)
        told = json.loads(found.text)
        at, held = found.seq, told["held"]
        if found.done or at >= most or time.monotonic() > deadline:
            return Begun(at, told["holds"], told["said"], told["quiet"])


def watched(known: Standing, upto: int, condition: Any) -> dict[str, Any] | Problem:
    """`spans`: the stretches `[from, to]` in seconds, up to step `upto`, in which a condition (JSON) holds.

    `to` is None for one that goes on. `seq` is the step up to which STEP_WALL_SECONDS sufficed.
    """
    deadline = time.monotonic() + limits.STEP_WALL_SECONDS
    spans: list[list[float | None]] = []
    begin, since = 0, None
    while True:
        talk = one("watch", seq=upto, begin=begin, since=since, condition=condition)
        answer = answered(known, talk)
        if isinstance(answer, Problem):
            return answer
        found = _ok(answer)
        told = json.loads(found.text)
        spans += told["spans"]
        since, begin = told["since"], found.seq + 1
        if found.done or time.monotonic() > deadline:
            return {"spans": [*spans, *([[since, None]] if since is not None else [])], "seq": found.seq}


def found_steps(
    known: Standing, upto: int, asked: str, templates: dict[str, str]
) -> dict[str, Any] | Problem:
    """`hits`: the steps up to `upto` that a text means, at most FOUND_STEPS; `seq`: the step up to which was
    looked. `templates` are the sentences of the core in the language of the person who asks, by id.
    """
    deadline = time.monotonic() + limits.STEP_WALL_SECONDS
    hits: list[dict[str, Any]] = []
    begin = 1
    while True:
        most = limits.FOUND_STEPS - len(hits)
        talk = one("find_steps", seq=upto, begin=begin, asked=asked, templates=templates, most=most)
        answer = answered(known, talk)
        if isinstance(answer, Problem):
            return answer
        found = _ok(answer)
        hits += json.loads(found.text)
        begin = found.seq + 1
        if found.done or time.monotonic() > deadline:
            return {"hits": hits, "seq": found.seq}


def until_found(
    known: Standing, at: int, asked: str, templates: dict[str, str], most: int
) -> dict[str, Any] | Problem:
    """`hit`: the first step after `at`, and not after step `most`, that a text means, or None; `seq`: how far
    was looked, `quiet`: whether nothing happens after that. Nothing is moved.
    """
    deadline = time.monotonic() + limits.STEP_WALL_SECONDS
    while True:
        talk = one("until_found", start=at, asked=asked, templates=templates, limit=most - at)
        answer = answered(known, talk)
        if isinstance(answer, Problem):
            return answer
        found = _ok(answer)
        at = found.seq
        if found.done or at >= most or time.monotonic() > deadline:
            return {**json.loads(found.text), "seq": at}


def figure(known: Standing, upto: int, asked: Any) -> dict[str, Any] | Problem:
    """`points`: `[second, value, step]` where a figure takes another value, up to step `upto`; `seq`: the
    step up to which STEP_WALL_SECONDS sufficed.
    """
    deadline = time.monotonic() + limits.STEP_WALL_SECONDS
    points: list[list[float]] = []
    begin = 0
    while True:
        answer = answered(known, one("figure", seq=upto, begin=begin, asked=asked))
        if isinstance(answer, Problem):
            return answer
        found = _ok(answer)
        points += (each for each in json.loads(found.text) if not points or points[-1][1] != each[1])
        begin = found.seq + 1
        if found.done or time.monotonic() > deadline:
            return {"points": points, "seq": found.seq}


def search(known: Standing, seq: int, asked: str) -> Ok | Problem:
    """What the text `asked` means on the board of a step."""
    answer = answered(known, one("search", seq=seq, asked=asked))
    return answer if isinstance(answer, Problem) else _ok(answer)


def consequences(known: Standing, seq: int, value: str) -> Ok | Problem | Unknown:
    """What the input `value` (JSON text) would change; Unknown where it loses nothing or has no object."""
    answer = answered(known, one("consequences", seq=seq, value=value))
    return answer if isinstance(answer, Problem | Unknown) else _ok(answer)
