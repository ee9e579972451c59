"""Inputs of a person to a running cluster, read from JSON.

`parse_input` names the path of a problem (`input.replicas: …`). `kubectl/` carries out requests to the API
server, `faults/` carries out faults.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from scheduler_core.inputs.api_inputs import API_INPUTS
from scheduler_core.inputs.application_inputs import APPLICATION_INPUTS
from scheduler_core.inputs.fault_inputs import FAULT_INPUTS
from scheduler_core.inputs.json_check import not_json
from scheduler_core.inputs.kubectl_inputs import KUBECTL_INPUTS
from scheduler_core.inputs.lesson_inputs import LESSON_INPUTS
from scheduler_core.inputs.reader import Reader, WrongError, short
from scheduler_core.inputs.untimed import Untimed
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.scalars.seconds import seconds

MAX_SECONDS_OF_VIRTUAL_TIME = 10**8

_BY_KIND: Mapping[str, type[Untimed]] = MappingProxyType(
    {
        input_class.kind: input_class
        for input_class in (*KUBECTL_INPUTS, *API_INPUTS, *FAULT_INPUTS, *APPLICATION_INPUTS, *LESSON_INPUTS)
    }
)
INPUT_KINDS = tuple(_BY_KIND)


@dataclass(frozen=True, slots=True)
class TimedInput:
    """An input that is given at virtual time `at_ms`.

    In a scenario's file that is the time at which it happens. An input of a person has the time on the
    person's clock: never before the step on screen, never after the next act.
    """

    at_ms: int
    input: Untimed

    def to_json(self) -> dict[str, Json]:
        return {"at": seconds(self.at_ms), **self.input.to_json()}


Input: TypeAlias = Untimed | TimedInput


def parse_input(value: object, path: str = "input") -> Input | Problem:
    """The input that a JSON value describes, or its first problem, with the path.

    With `at` (seconds) it is a `TimedInput`.
    """
    wrong = not_json(value, path)
    if wrong is not None:
        return Problem(wrong.path, wrong.code, wrong.args)
    if isinstance(value, Mapping) and value.get("at") is not None:
        return parse_timed_input(value, path)
    return _parse_untimed(value, path)


def _parse_untimed(value: object, path: str) -> Untimed | Problem:
    if not isinstance(value, Mapping):
        return Problem(path, "input.not_a_map", {})
    kind = value.get("kind")
    input_class = _BY_KIND.get(kind) if isinstance(kind, str) else None
    if input_class is None:
        args = {"kind": short(kind), "supported": list(INPUT_KINDS)}
        return Problem(f"{path}.kind", "input.unknown_kind", args)
    read = Reader(value, path)
    try:
        parsed = input_class.read(read)
        read.refuse_unread()
        return parsed
    except WrongError as wrong:
        return wrong.problem


def parse_timed_input(value: object, path: str) -> TimedInput | Problem:
    """As `parse_input`, with `at` in seconds (a number >= 0, with at most milliseconds)."""
    parsed = _parse_untimed(value, path)
    if isinstance(parsed, Problem):
        return parsed
    at = value.get("at", 0) if isinstance(value, Mapping) else 0
    if isinstance(at, bool) or not isinstance(at, (int, float)) or not 0 <= at <= MAX_SECONDS_OF_VIRTUAL_TIME:
        return Problem(f"{path}.at", "input.not_a_time", {"got": short(at)})
    return TimedInput(round(at * 1000), parsed)
