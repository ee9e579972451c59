"""Traces of PodTopologySpread: `spreadState`, `spreadScores` and a candidate's `spread` in the DecisionView,
all of bounded size.

Source: pkg/scheduler/framework/plugins/podtopologyspread/filtering.go preFilterState, scoring.go
preScoreState (v1.34).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from scheduler_core.objects.manifest import Json
from scheduler_core.objects.selection.selectors import LabelSelector
from scheduler_core.scheduler.framework.diagnosis.explanation import selector_view

MAX_STEPS = 50
MAX_SUMS = 200
DIGITS = 4

Path: TypeAlias = tuple[str, int]
"""A domain's label value, and the number of matching pods in the domain."""


@dataclass(frozen=True, slots=True)
class SpreadState:
    """preFilterState of one hard constraint.

    `pairs` (TpValueToMatchNum) are the first MAX_PAIRS of the `domains` eligible domains in the order of the
    nodes, empty ones included. `paths` are the critical paths of all domains. `minimum` is what Filter
    subtracts: 0 when there are fewer than `min_domains` domains. `selector` selects the counted pods; None
    counts none.
    """

    key: str
    max_skew: int
    min_domains: int
    self_match: int
    domains: int
    pairs: tuple[Path, ...]
    paths: tuple[Path, Path]
    minimum: int
    selector: LabelSelector | None

    def to_json(self) -> dict[str, Json]:
        return {
            "key": self.key,
            "maxSkew": self.max_skew,
            "minDomains": self.min_domains,
            "self": self.self_match,
            "domains": self.domains,
            "pairs": _paths(self.pairs),
            "paths": _paths(self.paths),
            "min": self.minimum,
            "selector": selector_view(self.selector),
            "labelSelector": _as_manifest(self.selector),
        }


@dataclass(frozen=True, slots=True)
class SpreadStates:
    """The states of all hard constraints of a pod."""

    states: tuple[SpreadState, ...]

    def to_json(self) -> Json:
        return [state.to_json() for state in self.states]


@dataclass(frozen=True, slots=True)
class SpreadStep:
    """AddPod or RemovePod in a dry run: `constraint` (counted from 0) now has `count` pods in `domain`."""

    constraint: int
    domain: str
    count: int
    paths: tuple[Path, Path]


@dataclass(frozen=True, slots=True)
class SpreadSteps:
    """All changes of one dry run."""

    steps: tuple[SpreadStep, ...]

    def to_json(self) -> Json:
        return [
            {
                "constraint": step.constraint,
                "domain": step.domain,
                "count": step.count,
                "paths": _paths(step.paths),
            }
            for step in self.steps[:MAX_STEPS]
        ]


@dataclass(frozen=True, slots=True)
class SpreadWeight:
    """One soft constraint in preScoreState. `weight` is ln(`domains` + 2); `selector` selects the counted
    pods."""

    key: str
    max_skew: int
    domains: int
    weight: float
    selector: LabelSelector | None


@dataclass(frozen=True, slots=True)
class SpreadSum:
    """A feasible node's raw score before rounding. `counts` has the matching pods in the node's domain for
    each constraint; None where the node lacks the key."""

    node: str
    counts: tuple[int | None, ...]
    sum: float


@dataclass(frozen=True, slots=True)
class SpreadScores:
    """preScoreState, and the resulting score of each feasible node.

    `lowest` and `highest` are those of the rounded sums of the nodes that are not ignored. A node's score is
    100 * (highest + lowest - raw) // highest, and 100 where the highest is 0. `names` and `rows` are the
    nodes and their counts; `sum_of` is the sum of each row of counts. `built_in`: nobody asked for the
    constraints, kube-scheduler has them by itself.
    """

    constraints: tuple[SpreadWeight, ...]
    ignored: tuple[str, ...]
    lowest: int
    highest: int
    names: tuple[str, ...]
    rows: Sequence[tuple[int | None, ...]]
    sum_of: Mapping[tuple[int | None, ...], float]
    built_in: bool = False

    @property
    def sums(self) -> tuple[SpreadSum, ...]:
        """The sum of each feasible node, worked out for whoever looks; 0 for an ignored node."""
        ignored = frozenset(self.ignored)
        return tuple(
            SpreadSum(name, row, 0.0 if name in ignored else self.sum_of[row])
            for name, row in zip(self.names, self.rows, strict=True)
        )

    def to_json(self) -> Json:
        return {
            "constraints": [
                {
                    "key": entry.key,
                    "maxSkew": entry.max_skew,
                    "domains": entry.domains,
                    "weight": round(entry.weight, DIGITS),
                    "selector": selector_view(entry.selector),
                    "labelSelector": _as_manifest(entry.selector),
                }
                for entry in self.constraints
            ],
            "ignored": list(self.ignored[:MAX_SUMS]),
            "lowest": self.lowest,
            "highest": self.highest,
            "nodes": {
                entry.node: {"counts": list(entry.counts), "sum": round(entry.sum, DIGITS)}
                for entry in self.sums[:MAX_SUMS]
            },
        }


def _as_manifest(selector: LabelSelector | None) -> Json:
    """The selector in the form of a manifest."""
    if selector is None:
        return None
    return {
        "matchExpressions": [
            {"key": entry.key, "operator": entry.operator, "values": list(entry.values)}
            for entry in selector.requirements
        ]
    }


def _paths(pairs: Iterable[Path]) -> list[Json]:
    return [[value, number] for value, number in pairs]
