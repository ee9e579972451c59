"""The critical paths of PodTopologySpread, for readers of its source.

Source: pkg/scheduler/framework/plugins/podtopologyspread/filtering.go criticalPaths (v1.34). They are made
only for traces: the filter reads the plain minimum, which is the same number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scheduler_core.scheduler.plugins.pod_topology_spread.spread_trace import (
    Path,
    SpreadState,
    SpreadStep,
    SpreadSteps,
)

MAX_INT32 = 2**31 - 1
MAX_PAIRS = 50


class CriticalPaths:
    """Two entries; the first is always the minimum, the second a spare and not always the second smallest."""

    __slots__ = ("first", "second")

    def __init__(self, first: Path = ("", MAX_INT32), second: Path = ("", MAX_INT32)) -> None:
        self.first = first
        self.second = second

    @staticmethod
    def of(pairs: Iterable[Path]) -> CriticalPaths:
        """The paths as PreFilter fills them, each value once. Upstream ranges over a map; here the order is
        that of `pairs`."""
        paths = CriticalPaths()
        for value, number in pairs:
            if number < paths.second[1]:
                paths.update(value, number)
        return paths

    def update(self, value: str, number: int) -> None:
        """criticalPaths.update: sets the count of one value to `number`."""
        if value == self.first[0]:
            self.first = (value, number)
        elif value == self.second[0]:
            self.second = (value, number)
        else:
            if number < self.first[1]:
                self.first, self.second = (value, number), self.first
            elif number < self.second[1]:
                self.second = (value, number)
            return
        if self.first[1] > self.second[1]:
            self.first, self.second = self.second, self.first

    @property
    def pair(self) -> tuple[Path, Path]:
        return self.first, self.second


class SpreadJournal:
    """Records how the critical paths change in a dry run."""

    __slots__ = ("_paths", "steps")

    def __init__(self, states: Sequence[SpreadState]) -> None:
        self._paths = [CriticalPaths(*state.paths) for state in states]
        self.steps: list[SpreadStep] = []

    def changed(self, index: int, domain: str, count: int) -> None:
        paths = self._paths[index]
        paths.update(domain, count)
        self.steps.append(SpreadStep(index, domain, count, paths.pair))

    def trace(self) -> SpreadSteps | None:
        return SpreadSteps(tuple(self.steps)) if self.steps else None
