"""Decision: a scheduling decision with all intermediate values.

The Why panel, parity checks, events, conditions and narration all render it. `decision_view.py` makes the
DecisionView of docs/protocol.md of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scheduler_core.objects.manifest import Json
from scheduler_core.scheduler.framework.diagnosis.explanation import Explanation
from scheduler_core.scheduler.framework.post_filter import Candidate, PostFilterOutcome
from scheduler_core.scheduler.framework.status import SUCCESS, Code, Status
from scheduler_core.scheduler.framework.trace import NO_TRACES, Traces

MAX_NODES_IN_VIEW = 200
"""Up to so many nodes a decision is shown in full; beyond, only in numbers."""


@dataclass(frozen=True, slots=True)
class NodeVerdict:
    """The answer for one node.

    `nominated_counted` are the keys of the nominated pods that were counted on the node. `failed_pass` is 1
    when the node was refused with them, 2 when it was refused without them, and None when it passed or no
    such pods were counted.
    """

    status: Status
    explanations: tuple[Explanation, ...] = ()
    nominated_counted: tuple[str, ...] = ()
    failed_pass: int | None = None


@dataclass(frozen=True, slots=True)
class Score:
    raw: int
    normalized: int
    weighted: int


@dataclass(frozen=True, slots=True)
class GroupStep:
    """The part of a decision in the cycle of its group (v1.36).

    `number` of `count` pods are tried. `node` is where the pod would go, "" for nowhere. `permit` is `wait`
    while too few pods of the group have a place, `success` from then on, "" without a place; `placed` counts
    the pods of the group with a place after this one, of which `minimum` are enough (None: each for itself).
    `outcome` is that of the whole cycle: scheduled, unschedulable, preempting or error. `preempts` says that
    the place is free only once victims are gone, `placement` names the domain within which the group was
    tried.
    """

    group: str
    number: int
    count: int
    node: str = ""
    permit: str = ""
    placed: int = 0
    minimum: int | None = None
    outcome: str = "unschedulable"
    preempts: bool = False
    placement: str = ""

    def to_json(self) -> dict[str, Json]:
        return {
            "group": self.group,
            "number": self.number,
            "count": self.count,
            "node": self.node or None,
            "permit": self.permit or None,
            "placed": self.placed,
            "minimum": self.minimum,
            "outcome": self.outcome,
            "preempts": self.preempts,
            "placement": self.placement or None,
        }


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision about one pod.

    `result` is bound, nominated, unschedulable, gated, skipped or error. `order` is the order in which nodes
    were judged, `feasible` those between which the scheduler chose, in that order. `scored` is False when a
    single feasible node was taken without scoring. `by_heap` says that no chance chose among the `best`, but
    the order of the nodes. `rejectors` are the plugins whose events may wake the pod.
    `reserve` is the refusal of a Reserve plugin, if one refused the chosen node. `uid` tells the pod from a
    later one of its name; it is "" where the decision was only asked for. `traces` holds the traces of
    plugins, by field of the view. `not_modelled` are the pod's fields that would count in a real cluster and
    had no effect here. `group` is its part in the cycle of a group.
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
    by_heap: bool = False
    reserve: Status = SUCCESS
    uid: str = ""
    traces: Traces = field(default_factory=lambda: NO_TRACES)
    fit_error: str = ""
    post_filter: PostFilterOutcome | None = None
    rejectors: frozenset[str] = frozenset()
    next_start: int = 0
    not_modelled: tuple[str, ...] = ()
    group: GroupStep | None = None

    @property
    def tie(self) -> bool:
        """Whether chance decided between several best nodes."""
        return len(self.best) > 1 and not self.by_heap

    @property
    def failed(self) -> bool:
        """Whether the attempt ended in an error of a plugin, which is no verdict on the pod; a cluster
        without nodes is an error too, but has a verdict."""
        return self.result == "error" and self.post_filter is None

    @property
    def candidate(self) -> Candidate | None:
        """The node from which preemption has to remove pods; None when there is none."""
        outcome = self.post_filter
        if outcome is None or outcome.code is not Code.SUCCESS or not outcome.nominate:
            return None
        return None if outcome.preemption is None else outcome.preemption.candidate(outcome.nominate)

    @property
    def message(self) -> str:
        """The whole text of the FailedScheduling Event and the condition; "" when the pod got a node."""
        if self.post_filter is not None and self.post_filter.message:
            return f"{self.fit_error} {self.post_filter.message}"
        return self.fit_error
