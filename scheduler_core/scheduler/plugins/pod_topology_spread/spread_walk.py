"""What PodTopologySpread keeps in its states, for those who follow its source step by step.

Source: pkg/scheduler/framework/plugins/podtopologyspread/filtering.go (criticalPaths, preFilterState),
scoring.go (preScoreState) (v1.34). Made for traces alone: the filter reads the plain minimum, which is the
same number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from scheduler_core.objects.selectors import LabelSelector

MAX_INT32 = 2**31 - 1
MAX_PAIRS = 50

Path: TypeAlias = tuple[str, int]
"""(value, number of matching pods)."""


class CriticalPaths:
    """Two entries; the first is always the minimum, the second a spare and not always the second smallest."""

    __slots__ = ("first", "second")

    def __init__(self, first: Path = ("", MAX_INT32), second: Path = ("", MAX_INT32)) -> None:
        self.first = first
        self.second = second

    @staticmethod
    def of(pairs: Iterable[Path]) -> CriticalPaths:
        """As PreFilter fills them, each value once. Upstream goes through a map, here the order is that of
        `pairs`."""
        paths = CriticalPaths()
        for value, number in pairs:
            if number < paths.second[1]:
                paths.update(value, number)
        return paths

    def update(self, value: str, number: int) -> None:
        """criticalPaths.update: the count of one value is `number` now."""
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


@dataclass(frozen=True, slots=True)
class SpreadState:
    """preFilterState of one hard constraint. `pairs`: TpValueToMatchNum, the first MAX_PAIRS of `domains`
    eligible domains in the order of the nodes, also those with 0. `minimum` is what Filter subtracts: 0 where
    `domains` < `min_domains`."""

    key: str
    max_skew: int
    min_domains: int
    self_match: int
    domains: int
    pairs: tuple[Path, ...]
    paths: tuple[Path, Path]
    minimum: int


@dataclass(frozen=True, slots=True)
class SpreadStep:
    """AddPod or RemovePod in a dry run: `constraint` (from 0) has `count` pods in `domain` from now on."""

    constraint: int
    domain: str
    count: int
    paths: tuple[Path, Path]


class SpreadJournal:
    """Follows the critical paths through the changes of a dry run."""

    __slots__ = ("_paths", "steps")

    def __init__(self, states: Sequence[SpreadState]) -> None:
        self._paths = [CriticalPaths(*state.paths) for state in states]
        self.steps: list[SpreadStep] = []

    def changed(self, index: int, domain: str, count: int) -> None:
        paths = self._paths[index]
        paths.update(domain, count)
        self.steps.append(SpreadStep(index, domain, count, paths.pair))


@dataclass(frozen=True, slots=True)
class SpreadWeight:
    """One soft constraint in preScoreState. `weight` = ln(`domains` + 2). `selector`: what is counted."""

    key: str
    max_skew: int
    domains: int
    weight: float
    selector: LabelSelector | None


@dataclass(frozen=True, slots=True)
class SpreadSum:
    """A feasible node's raw score before it is rounded. `counts`: matching pods in its domain per constraint;
    None where it lacks the key."""

    node: str
    counts: tuple[int | None, ...]
    sum: float


@dataclass(frozen=True, slots=True)
class SpreadScores:
    """`lowest`, `highest`: of the rounded sums of the nodes that are not ignored; a node gets
    100 * (highest + lowest - raw) // highest, and 100 where the highest is 0."""

    constraints: tuple[SpreadWeight, ...]
    ignored: tuple[str, ...]
    lowest: int
    highest: int
    sums: tuple[SpreadSum, ...]
