"""Calls of a worker and their answers. A worker encodes an answer as JSON text once; the server copies it
into its messages without parsing it."""

import json
from dataclasses import dataclass

from playground.workers.kube_tasks import InputReply, Reply, WatchEvents
from scheduler_core import Problem, Refused

JSON_SEPARATORS = (",", ":")


@dataclass(frozen=True)
class Recipe:
    """Everything that defines a run: the canonical JSON text of its scenario, its seed, and (step, JSON text)
    of each input."""

    scenario: str
    seed: int
    inputs: tuple[tuple[int, str], ...] = ()

    @property
    def size(self) -> int:
        """The number of characters."""
        return len(self.scenario) + sum(len(text) for _, text in self.inputs)


@dataclass(frozen=True)
class Ok:
    """A successful answer. `text` is JSON and `seq` the step that it belongs to. `done` is False when the
    budget ended the task early; the caller then continues from `seq`.

    For frames `text` is the list without its brackets, so that parts can be joined, and `tail` holds the
    members `hash`, `quiet` and `next` at `seq`. `stored` is the JSON text of an input in the form to be
    stored. `again` is the JSON text of the arguments that continue an unfinished question."""

    text: str
    seq: int = 0
    done: bool = True
    tail: str = ""
    stored: str = ""
    again: str = ""


@dataclass(frozen=True)
class Replay:
    """The worker does not hold this run with that many inputs; the caller repeats the call with the
    recipe."""


@dataclass(frozen=True)
class Behind:
    """The budget ended before the run was played to the task's first step. The caller repeats the task. `seq`
    is the newest step played."""

    seq: int


@dataclass(frozen=True)
class Ended:
    """The run ends at step `seq`, before the task's first step, because another version of the core played
    it. `why` is the refusal of an input under today's rules, "" when the run is quiet. `unread` says why the
    input at this step, of this `number` (from 1), cannot be read."""

    seq: int
    why: str = ""
    number: int = 0
    unread: Problem | None = None


@dataclass(frozen=True)
class NotFound:
    """The named object does not exist at that step."""


@dataclass(frozen=True)
class Slow:
    """The call exceeded its limit of CPU time, so the worker dropped the run from memory."""


Answer = Ok | Replay | Behind | Ended | Problem | Refused | NotFound | Slow | Reply | InputReply | WatchEvents
"""`Problem` is the problem of an input. `Refused` is the API server's answer to a valid one."""


def encode(value: object) -> str:
    """JSON text in plain ASCII, so that it can be stored and sent whatever characters an object holds."""
    return json.dumps(value, separators=JSON_SEPARATORS)
