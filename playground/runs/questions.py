"""Questions about a step of a run (`QUERIES` of the core), for code that runs in a thread, as pages do.

A past step never changes, so each question about it is answered once, and the answer is cached."""

import asyncio
import hashlib
import json
import time
from typing import Any

from playground import limits
from playground.runs import stepper
from playground.runs.answers import Key, answers
from playground.runs.services import Standing
from playground.runs.stepper import Talk
from playground.server import background
from playground.server.database_threads import wait_without_connection
from playground.texts.manifests import yaml_source
from playground.workers.answers import NotFound, Ok, encode
from scheduler_core import Problem
from scheduler_core import joined as joined_answers

_asking: dict[Key, asyncio.Task[str | Problem | None]] = {}
"""The questions in progress; callers with the same question share one task."""


def read_condition(text: str, *, plain: bool = False) -> Any | Problem:
    """The value of a condition or a figure that a person wrote in YAML, or the problem of the text. `plain`:
    the text is not YAML but the name of a figure."""
    if len(text) > limits.CONDITION_CHARACTERS:
        return Problem("", "text.too_long", {"limit": limits.CONDITION_CHARACTERS})
    return text if plain else yaml_source.first_value(text)


def ask(run: Standing, name: str, seq: int, /, **args: Any) -> str | Problem | None:
    """The answer at step `seq`, as JSON text; a Problem when an argument is wrong; None when the named object
    does not exist. An answer in parts has `seq`, the step reached within STEP_WALL_SECONDS.

    Raises BusyError when it took longer than PAGE_WALL_SECONDS (the late answer is still cached), and
    TooOftenError when this visitor asks too much."""
    digest = hashlib.sha256(json.dumps(args, sort_keys=True).encode()).hexdigest()
    key = (run.run, run.inputs, seq, name, digest)
    cached: str | None = answers.get(key, "")
    if cached != "":
        return cached
    stepper.admit()

    async def find_once() -> str | Problem | None:
        asking = _asking.get(key)
        if asking is None or asking.get_loop() is not asyncio.get_running_loop():
            asking = _asking[key] = background.start(stepper.ask(run, _question(key, name, seq, args)))
            asking.add_done_callback(lambda done: _finished(key, done))
        return await stepper.in_time(asking)

    return wait_without_connection(find_once)()


def text(run: Standing, name: str, seq: int, /, **args: Any) -> str | None:
    """`ask` for arguments that cannot be wrong."""
    answer = ask(run, name, seq, **args)
    if isinstance(answer, Problem):
        raise TypeError(f"{name}: {answer!r}")
    return answer


def value(run: Standing, name: str, seq: int, /, **args: Any) -> Any:
    """`ask`, with the JSON decoded."""
    answer = ask(run, name, seq, **args)
    return json.loads(answer) if isinstance(answer, str) else answer


def _question(key: Key, name: str, seq: int, args: dict[str, Any]) -> Talk[str | Problem | None]:
    """Collects the answer's parts until it is complete or STEP_WALL_SECONDS are over; caches a complete
    one."""
    deadline = time.monotonic() + limits.STEP_WALL_SECONDS
    parts: list[Ok] = []
    while not parts or not parts[-1].done:
        if parts and time.monotonic() > deadline:
            return _joined(parts)
        answer = yield name, {"seq": seq, **args}
        if isinstance(answer, Problem):
            return answer
        if isinstance(answer, NotFound):
            answers.keep(key, None)
            return None
        parts.append(stepper.ok(answer))
        if not parts[-1].done:
            args = args | json.loads(parts[-1].again)
            seq = args.pop("seq", seq)
    whole = _joined(parts)
    answers.keep(key, whole)
    return whole


def _joined(parts: list[Ok]) -> str:
    """Joins the parts of an answer into one JSON text."""
    if len(parts) == 1:
        return parts[0].text
    return encode(joined_answers(json.loads(part.text) for part in parts))


def _finished(key: Key, done: asyncio.Task[str | Problem | None]) -> None:
    """Removes a finished question; its error is read here so that none goes unnoticed."""
    if _asking.get(key) is done:
        del _asking[key]
    if not done.cancelled():
        # raised again in every waiting caller; reading it here prevents a warning when there is none
        done.exception()
