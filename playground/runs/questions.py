"""What pages and programs ask about a run beyond its steps: what would be, and what is looked for in it.

What may take long is looked for in parts, each of which begins where the one before ended.
"""

import json
import time
from dataclasses import dataclass
from typing import Any

from playground import limits
from playground.runs.services import Standing
from playground.runs.stepper import answered, ok, one
from playground.workers.answers import Ok, Unknown
from scheduler_core import Problem


def what_if(known: Standing, seq: int, pod: str, changes: str) -> Ok | Problem | Unknown:
    """The decision about a waiting pod with `changes` (JSON text); Unknown where the pod does not wait."""
    answer = answered(known, one("what_if", seq=seq, pod=pod, changes=changes))
    return answer if isinstance(answer, Problem | Unknown) else ok(answer)


def about_document(known: Standing, task: str, **args: Any) -> str:
    """JSON text of what a task answers about the document of a run (`document`, `changed`, `kept`)."""
    return ok(answered(known, one(task, seq=0, **args))).text


def judged(known: Standing, seq: int, conditions: list[Any], stop: Any) -> dict[str, Any]:
    """`verdicts` holds one verdict for each condition (JSON) at a step. `judged` is true when the moment
    `stop` has come."""
    answer = ok(answered(known, one("judge", seq=seq, conditions=conditions, stop=stop)))
    found: dict[str, Any] = json.loads(answer.text)
    return found


def verdicts(known: Standing, seq: int, conditions: list[Any]) -> list[dict[str, Any]] | Problem:
    """The verdict on each of the conditions (JSON) that a person wrote, at a step."""
    answer = answered(known, one("judge", seq=seq, conditions=conditions, stop="quiet"))
    if isinstance(answer, Problem):
        return answer
    found: list[dict[str, Any]] = json.loads(ok(answer).text)["verdicts"]
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
        found = ok(answer)
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
        found = ok(answer)
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
        found = ok(answer)
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
        found = ok(answer)
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
        found = ok(answer)
        points += (each for each in json.loads(found.text) if not points or points[-1][1] != each[1])
        begin = found.seq + 1
        if found.done or time.monotonic() > deadline:
            return {"points": points, "seq": found.seq}


def search(known: Standing, seq: int, asked: str) -> Ok | Problem:
    """What the text `asked` means on the board of a step."""
    answer = answered(known, one("search", seq=seq, asked=asked))
    return answer if isinstance(answer, Problem) else ok(answer)


def consequences(known: Standing, seq: int, value: str) -> Ok | Problem | Unknown:
    """Returns what the input `value` (JSON text) would change, or Unknown where the input loses nothing or
    its object does not exist."""
    answer = answered(known, one("consequences", seq=seq, value=value))
    return answer if isinstance(answer, Problem | Unknown) else ok(answer)
