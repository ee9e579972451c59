"""What is asked of a worker and what it answers. Answers are JSON text, encoded in the worker once: the
server puts them into its messages without reading them.
"""

import json
from dataclasses import dataclass

from playground.workers.kube_tasks import Given, Reply, WatchEvents
from scheduler_core import Problem, Refused

JSON_SEPARATORS = (",", ":")


@dataclass(frozen=True)
class Recipe:
    """All that makes a run: the canonical JSON text of its scenario, its seed, and (step, JSON text) of each
    input.
    """

    scenario: str
    seed: int
    inputs: tuple[tuple[int, str], ...] = ()

    @property
    def size(self) -> int:
        """The number of its characters."""
        return len(self.scenario) + sum(len(text) for _, text in self.inputs)


@dataclass(frozen=True)
class Ok:
    """A good answer. `text` is JSON and `seq` the step that it belongs to. `done` is False when the budget
    ended the task early; it is then to be called again from `seq`.

    For frames `text` is the list without its brackets, so that parts can be joined, and `tail` holds the
    members `hash`, `quiet` and `next` at `seq`. `stored` is the JSON text of an input, as it is to be stored.
    `again` is the JSON text of the arguments with which a question is asked on that is not done.
    """

    text: str
    seq: int = 0
    done: bool = True
    tail: str = ""
    stored: str = ""
    again: str = ""


@dataclass(frozen=True)
class Replay:
    """The worker does not hold this run with that many inputs and has to be called again with the recipe."""


@dataclass(frozen=True)
class Behind:
    """The budget ended before the run was played to the step that the task starts from. The worker has to be
    called again with the same task. `seq` is the newest step that is known.
    """

    seq: int


@dataclass(frozen=True)
class Ended:
    """The run ends at step `seq`, before the step that the task starts from: it was played by another version
    of the core. `why` is the answer to an input that is refused today, "" where the run is quiet. `unread` is
    why the input there, the one of this `number` (from 1), cannot be read.
    """

    seq: int
    why: str = ""
    number: int = 0
    unread: Problem | None = None


@dataclass(frozen=True)
class Unknown:
    """There is nothing of that name at that step."""


@dataclass(frozen=True)
class Slow:
    """The call exceeded its limit of CPU time, so the worker dropped the run from memory."""


Answer = Ok | Replay | Behind | Ended | Problem | Refused | Unknown | Slow | Reply | Given | WatchEvents
"""`Problem` names what is wrong with an input. `Refused` is the API server's answer to a good one."""


def encode(value: object) -> str:
    """JSON text in plain ASCII, so that it can be stored and sent whatever characters an object holds."""
    return json.dumps(value, separators=JSON_SEPARATORS)
