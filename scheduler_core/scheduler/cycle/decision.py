"""Decision: a scheduling decision with all intermediate values.

The Why panel, parity checks, events, conditions and narration all render it. `decision_view.py` makes the
DecisionView of docs/protocol.md of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scheduler_core.scheduler.framework.diagnosis.explanation import Explanation
from scheduler_core.scheduler.framework.post_filter import PostFilterOutcome
from scheduler_core.scheduler.framework.status import SUCCESS, Status
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
class Decision:
    """One decision about one pod.

    `result` is bound, nominated, unschedulable, gated, skipped or error. `order` is the order in which nodes
    were judged, `feasible` those between which the scheduler chose, in that order. `scored` is False when a
    single feasible node was taken without scoring. `by_heap` says that no chance chose among the `best`, but
    the order of the nodes. `rejectors` are the plugins whose events may wake the pod.
    `reserve` is the refusal of a Reserve plugin, if one refused the chosen node. `uid` tells the pod from a
    later one of its name; it is "" where the decision was only asked for. `traces` holds the traces of
    plugins, by field of the view. `not_modelled` are the pod's fields that would count in a real cluster and
    had no effect here.
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
    def message(self) -> str:
        """The whole text of the FailedScheduling Event and the condition; "" when the pod got a node."""
        if self.post_filter is not None and self.post_filter.message:
            return f"{self.fit_error} {self.post_filter.message}"
        return self.fit_error
