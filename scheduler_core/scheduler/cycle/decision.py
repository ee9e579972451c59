"""Decision: all that was seen on the way to a scheduling decision, as one value.

Why panel, parity check, events, conditions and narration are renderings of it. `to_json` is the
DecisionView of docs/protocol.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from scheduler_core.objects.manifest import Json
from scheduler_core.scheduler.framework.explanation import Explanation
from scheduler_core.scheduler.framework.interface import SUCCESS, Code, Status
from scheduler_core.scheduler.plugins.pod_topology_spread.spread_walk import (
    SpreadScores,
    SpreadState,
    SpreadStep,
)

MAX_NODES_IN_VIEW = 200


@dataclass(frozen=True, slots=True)
class NodeVerdict:
    """One node's answer. `failed_pass` 1: with the nominated pods counted in, 2: without them; None: it
    passed,
    or there were no nominated pods. `nominated_counted`: keys of the pods that were pretended to be there."""

    status: Status
    explanations: tuple[Explanation, ...] = ()
    nominated_counted: tuple[str, ...] = ()
    failed_pass: int | None = None


@dataclass(frozen=True, slots=True)
class Score:
    raw: int
    normalized: int
    weighted: int


CriterionValue: TypeAlias = int | None


@dataclass(frozen=True, slots=True)
class Criterion:
    """One round of choosing between preemption candidates: the value per node, and who was left after it.

    Ids: `pdb` violations, `highest` victim priority, `sum` of shifted priorities, `count` of victims, `start`
    (milliseconds since the epoch of the earliest start among the most important victims; None = not started),
    `order` (the first of those that are still equal).
    """

    id: str
    values: tuple[tuple[str, CriterionValue], ...]
    left: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Victim:
    pod: str
    uid: str
    priority: int
    terminating: bool


@dataclass(frozen=True, slots=True)
class Candidate:
    """A node where the dry run succeeded; victims most important first. `reprieved`: pods put back. `spread`:
    what the dry run did to the critical paths of hard spread constraints, in a trace."""

    node: str
    victims: tuple[Victim, ...]
    violations: int
    reprieved: tuple[str, ...] = ()
    ambiguous_order: bool = False
    spread: tuple[SpreadStep, ...] = ()


@dataclass(frozen=True, slots=True)
class Preemption:
    """`statuses`: nodes where the dry run failed; `others`: what is said of the nodes that no removal of pods
    could help, None where it was never asked. `selected`: nodes equal after the last criterion."""

    eligible: bool
    reason: str = ""
    candidates: tuple[Candidate, ...] = ()
    criteria: tuple[Criterion, ...] = ()
    selected: tuple[str, ...] = ()
    chosen: str | None = None
    statuses: Mapping[str, Status] = field(default_factory=dict)
    others: Status | None = None

    def candidate(self, node: str) -> Candidate | None:
        return next((entry for entry in self.candidates if entry.node == node), None)


@dataclass(frozen=True, slots=True)
class PostFilterOutcome:
    """`message` is what is added to the fit error; `nominate`: a node, "" to clear, None to leave it as it
    is."""

    code: Code
    message: str
    nominate: str | None
    preemption: Preemption | None


@dataclass(frozen=True, slots=True)
class Decision:
    """See the module docstring.

    `result` is bound, nominated, unschedulable, gated, skipped or error. `order` is the order in which
    nodes were
    judged, `feasible` those between which the scheduler chose, in that order. `scored` False: there was one
    feasible node and it was taken without scoring. `rejectors` are the plugins whose events may wake the pod.
    `spread_state` and `spread_scores` are what PodTopologySpread kept on the way, in a trace.
    """

    pod: str
    result: str
    node: str | None = None
    cycle: int = 0
    at_ms: int = 0
    gated: Status | None = None
    prefilter: Status = SUCCESS
    prefilter_nodes: tuple[str, ...] | None = None
    filter_plugins: tuple[str, ...] = ()
    filter_skipped: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    nodes: Mapping[str, NodeVerdict] = field(default_factory=dict)
    node_count: int = 0
    nominated_node_used: bool = False
    feasible: tuple[str, ...] = ()
    scored: bool = False
    prescore_skipped: tuple[str, ...] = ()
    weights: Mapping[str, int] = field(default_factory=dict)
    scores: Mapping[str, Mapping[str, Score]] = field(default_factory=dict)
    totals: Mapping[str, int] = field(default_factory=dict)
    best: tuple[str, ...] = ()
    spread_state: tuple[SpreadState, ...] = ()
    spread_scores: SpreadScores | None = None
    fit_error: str = ""
    post_filter: PostFilterOutcome | None = None
    rejectors: frozenset[str] = frozenset()
    next_start: int = 0

    @property
    def tie(self) -> bool:
        return len(self.best) > 1

    @property
    def message(self) -> str:
        """The whole text of the FailedScheduling event and the condition; "" where the pod found a node."""
        if self.post_filter is not None and self.post_filter.message:
            return f"{self.fit_error} {self.post_filter.message}"
        return self.fit_error

    def to_json(self) -> dict[str, Json]:
        """The DecisionView."""
        from scheduler_core.scheduler.cycle.decision_view import decision_view

        return decision_view(self)
