"""What is kept of a run for the next questions about it: who drags a number asks the same each time.

Everything in it follows from the run, so an answer is the same with or without it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import TypeVar
from weakref import WeakKeyDictionary

from scheduler_core.engine.recording import Recording
from scheduler_core.inputs.parse import Input
from scheduler_core.objects.problem import Problem

MOST = 4
"""The number of values of one sort that are kept, the newest."""
T = TypeVar("T")


@dataclass
class _Kept:
    """`inputs` are those with which the values were made: after another one all are outdated."""

    inputs: tuple[tuple[int, Input | Problem], ...]
    values: dict[str, dict[Hashable, object]] = field(default_factory=dict)


_of_runs: WeakKeyDictionary[Recording, _Kept] = WeakKeyDictionary()


def kept(recording: Recording, sort: str, key: Hashable, make: Callable[[], T], most: int = MOST) -> T:
    """The value of a sort under a key, made where it is not there yet; at most `most` of each sort stay."""
    of_run = _of_runs.get(recording)
    if of_run is None or of_run.inputs != recording.inputs:
        of_run = _of_runs[recording] = _Kept(recording.inputs)
    values = of_run.values.setdefault(sort, {})
    if key not in values:
        value = make()
        for oldest in [*values][: max(0, len(values) + 1 - most)]:
            del values[oldest]
        values[key] = value
    return values[key]  # type: ignore[return-value]
