"""Ranges of numbers, and values that a condition expects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler_core.actor import MessageArg, message
from scheduler_core.inputs.reader import Reader, WrongError, short
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.problem import Problem

Number = int | float


@dataclass(frozen=True, slots=True)
class Range:
    """Numbers from `low` to `high`, both included; None means without a limit."""

    low: Number | None
    high: Number | None

    def holds(self, number: Number) -> bool:
        return (self.low is None or self.low <= number) and (self.high is None or number <= self.high)

    @property
    def shown(self) -> MessageArg:
        """The range in a sentence: a number, or a message such as `at least 2`."""
        if self.low == self.high:
            return self.low
        if self.low is None:
            return message("condition.at_most", n=self.high)
        if self.high is None:
            return message("condition.at_least", n=self.low)
        return message("condition.between", low=self.low, high=self.high)

    def to_json(self) -> Json:
        if self.low == self.high:
            return self.low
        return {name: value for name, value in (("from", self.low), ("to", self.high)) if value is not None}


def parse_range(value: Json, path: str) -> Range:
    """The range of a number alone, or of `{from, to}`, of which one may be missing. Raises WrongError."""
    if _is_number(value):
        return Range(_number(value), _number(value))
    limits = value if isinstance(value, Mapping) else {}
    if not limits or any(
        name not in ("from", "to") or not _is_number(limit) for name, limit in limits.items()
    ):
        raise WrongError(Problem(path, "condition.not_a_range", {"got": short(value)}))
    low = _number(limits["from"]) if "from" in limits else None
    high = _number(limits["to"]) if "to" in limits else None
    if low is not None and high is not None and low > high:
        raise WrongError(
            Problem(path, "condition.never", {"why": {"id": "condition.empty_range", "args": {}}})
        )
    return Range(low, high)


def optional_range(read: Reader, name: str) -> Range | None:
    return parse_range(read.value(name), read.path_of(name)) if read.has_value(name) else None


def _is_number(value: Json) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _number(value: Json) -> Number:
    assert isinstance(value, (int, float))
    return value
