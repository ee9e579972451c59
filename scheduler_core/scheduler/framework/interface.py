"""The extension points of the scheduling framework, one protocol each.

Source: pkg/scheduler/framework/interface.go (v1.34). A plugin is a class that has the methods of the
extension points it takes part in; a filter or scorer also says what it `reads`. The framework knows these
points but no single plugin. Explain and Trace are points of this simulator: their results are shown to people
and change no decision. The two fast paths at the end are optional.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeGuard, TypeVar, runtime_checkable

from scheduler_core.scheduler.framework.status import SKIP, SUCCESS, Status

if TYPE_CHECKING:
    from scheduler_core.scheduler.cluster.node_info import NodeInfo
    from scheduler_core.scheduler.cluster.pod_info import PodInfo
    from scheduler_core.scheduler.cluster.snapshot import Snapshot
    from scheduler_core.scheduler.framework.binding import (
        BindingHandle,
        PreBindResult,
        Reserved,
        ReserveResult,
    )
    from scheduler_core.scheduler.framework.cycle_state import CycleState
    from scheduler_core.scheduler.framework.diagnosis.explanation import Explanation
    from scheduler_core.scheduler.framework.diagnosis.node_statuses import NodeStatuses
    from scheduler_core.scheduler.framework.events import Registration
    from scheduler_core.scheduler.framework.free_capacity import Needs
    from scheduler_core.scheduler.framework.handle import Handle
    from scheduler_core.scheduler.framework.post_filter import PostFilterOutcome
    from scheduler_core.scheduler.framework.reads import Reads
    from scheduler_core.scheduler.framework.refusals import Refusal
    from scheduler_core.scheduler.framework.trace import Journal, Traces


@dataclass(frozen=True, slots=True)
class PreFilterResult:
    """The answer of a PreFilter plugin. `nodes` are the names of the only nodes that can fit; None means that
    the search is not narrowed. `needs` is for a filter that passes exactly the nodes with so much free: where
    the other filters do not look at pods, a dry run of preemption adds and takes away amounts and asks no
    filter (the bench's full nodes: three times the pods a second)."""

    status: Status = SUCCESS
    nodes: frozenset[str] | None = None
    needs: Needs | None = None


PRE_FILTER_SKIP = PreFilterResult(SKIP)
PRE_FILTER_OK = PreFilterResult()


class Plugin(Protocol):
    """The part that all plugins share."""

    name: ClassVar[str]


class PluginArgs(Protocol):
    """The arguments of the plugin with the name `plugin`."""

    plugin: ClassVar[str]


# The queue


@runtime_checkable
class PreEnqueuePlugin(Protocol):
    name: ClassVar[str]

    def pre_enqueue(self, snapshot: Snapshot, pod: PodInfo, preempting: frozenset[str]) -> Status:
        """Whether the pod may enter activeQ. `preempting` holds the uids of pods whose own preemption is
        still making API calls."""
        ...


@runtime_checkable
class QueueSortPlugin(Protocol):
    name: ClassVar[str]

    def sort_key(self, pod: PodInfo, timestamp_ms: int, serial: int) -> tuple[int, ...]:
        """Pods are tried in ascending order of this key. `timestamp_ms` is the time of the last attempt, or
        of the pod's arrival; `serial` counts arrivals and decides between equal keys."""
        ...


@runtime_checkable
class EnqueueExtensions(Protocol):
    """A plugin that knows which events can make a pod schedulable again that it has rejected."""

    name: ClassVar[str]

    def events_to_register(self) -> Sequence[Registration]: ...


# The scheduling cycle


@runtime_checkable
class PreFilterPlugin(Protocol):
    name: ClassVar[str]

    def pre_filter(self, state: CycleState, snapshot: Snapshot, pod: PodInfo) -> PreFilterResult: ...


@runtime_checkable
class PreFilterExtensions(Protocol):
    """A plugin whose PreFilter state depends on the pods of the nodes."""

    name: ClassVar[str]

    def add_pod(self, state: CycleState, pod: PodInfo, added: PodInfo, node: NodeInfo) -> None: ...

    def remove_pod(self, state: CycleState, pod: PodInfo, removed: PodInfo, node: NodeInfo) -> None: ...


@runtime_checkable
class FilterPlugin(Protocol):
    """A filter. It may answer Error, which ends the attempt, only where it looks objects of the cluster up
    (`configuration.locality`)."""

    name: ClassVar[str]
    reads: ClassVar[Reads]

    def filter(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> Status: ...


@runtime_checkable
class PermitPlugin(Protocol):
    name: ClassVar[str]

    def permit(self, snapshot: Snapshot, pod: PodInfo) -> Status:
        """Whether a pod that is assumed on its node may be bound now: SUCCESS, WAIT, or why not."""
        ...


@runtime_checkable
class PostFilterPlugin(Protocol):
    name: ClassVar[str]

    def post_filter(self, handle: Handle, statuses: NodeStatuses) -> PostFilterOutcome:
        """Called after a cycle in which no node passed. `handle` runs the cycle's filters again for dry runs;
        `statuses` say why each node was refused."""
        ...


@runtime_checkable
class PreScorePlugin(Protocol):
    name: ClassVar[str]

    def pre_score(
        self, state: CycleState, snapshot: Snapshot, pod: PodInfo, nodes: Sequence[NodeInfo]
    ) -> Status:
        """Prepares the scores; `nodes` are the feasible ones."""
        ...


@runtime_checkable
class ScorePlugin(Protocol):
    """A scorer. One that fails where its PreScore is disabled has the error as its `unprepared`."""

    name: ClassVar[str]
    reads: ClassVar[Reads]

    def score(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> int:
        """The raw score of one node."""
        ...


@runtime_checkable
class NormalizeScorePlugin(Protocol):
    name: ClassVar[str]

    def normalize_score(
        self, state: CycleState, pod: PodInfo, nodes: Sequence[NodeInfo], raw: Sequence[int]
    ) -> list[int]:
        """Scores from 0 to 100, in the order of `nodes`."""
        ...


@runtime_checkable
class ReservePlugin(Protocol):
    name: ClassVar[str]

    def reserve(self, snapshot: Snapshot, pod: PodInfo, node_name: str) -> ReserveResult:
        """Called when the pod's node has been chosen. It may note in `snapshot` what the pod will take."""
        ...

    def unreserve(
        self, handle: BindingHandle, pod: PodInfo, node_name: str, reserved: Reserved | None
    ) -> None:
        """Takes the reservation back, because the pod is not bound after all."""
        ...


# The binding cycle


@runtime_checkable
class PreBindPlugin(Protocol):
    name: ClassVar[str]

    def pre_bind(
        self, handle: BindingHandle, pod: PodInfo, node_name: str, reserved: Reserved | None
    ) -> PreBindResult:
        """Does what is needed before the pod is bound; the status Wait delays the binding until `ready`."""
        ...


@runtime_checkable
class PreFlightPlugin(Protocol):
    """A PreBind plugin that knows beforehand whether it has something to do (PreBindPreFlight)."""

    name: ClassVar[str]

    def has_work(self, snapshot: Snapshot, pod: PodInfo, reserved: Reserved | None) -> bool: ...


@runtime_checkable
class WaitingPreBindPlugin(Protocol):
    """A PreBind plugin that may answer Wait. `timed_out` is the error after `timeout_ms` of waiting."""

    name: ClassVar[str]
    timed_out: ClassVar[str]

    @property
    def timeout_ms(self) -> int: ...

    def ready(self, snapshot: Snapshot, reserved: Reserved | None) -> bool:
        """Whether the wait is over."""
        ...


@runtime_checkable
class PollingPreBindPlugin(Protocol):
    """A PreBind plugin that looks only every `poll_ms` milliseconds whether its wait is over, for the first
    time `poll_ms` after the wait began."""

    name: ClassVar[str]
    poll_ms: ClassVar[int]

    def failure(self, snapshot: Snapshot, pod: PodInfo, node_name: str, reserved: Reserved | None) -> str:
        """The error that ends the wait without success, "" when there is none."""
        ...


@runtime_checkable
class BindPlugin(Protocol):
    name: ClassVar[str]

    def bind(self, handle: BindingHandle, pod: PodInfo, node_name: str) -> Status: ...


# Explain and Trace


@runtime_checkable
class ExplainPlugin(Protocol):
    """A filter that can say how far a node was from passing; called only for traces."""

    name: ClassVar[str]

    def explain(
        self, state: CycleState, pod: PodInfo, node: NodeInfo, bare: NodeInfo
    ) -> tuple[Explanation, ...]:
        """The explanation of one node. `node` is as the filter saw it, `bare` is the same node without the
        nominated pods."""
        ...


@runtime_checkable
class ExplainPassingPlugin(ExplainPlugin, Protocol):
    """A filter whose explanation is shown for passing nodes as well."""

    explains_passing: ClassVar[bool]


@runtime_checkable
class TracePlugin(Protocol):
    """A plugin that can show its state between the points of a cycle; called only for traces."""

    name: ClassVar[str]

    def trace_pre_filter(self, state: CycleState, pod: PodInfo) -> Traces:
        """The state after PreFilter, by field of the DecisionView."""
        ...

    def trace_scores(self, state: CycleState, nodes: Sequence[NodeInfo]) -> Traces:
        """The state after PreScore for the feasible `nodes`, by field of the DecisionView."""
        ...

    def trace_dry_run(self, state: CycleState, clone: CycleState, pod: PodInfo) -> Mapping[str, Journal]:
        """Journals of how `clone`, a copy of `state`, changes when pods are added and removed from now on, by
        field of the candidate's view."""
        ...


# Fast paths: optional, and the answers are those of `filter` and `score` for each node


@runtime_checkable
class FilterAllPlugin(Protocol):
    """A filter that is faster for all nodes at once than one by one.

    `python -m scheduler_core.bench`, 1 000 nodes, without it: a quarter of the pods a second where no node
    passes, and a fifth where domains are refused (hard spread, anti-affinity).
    """

    name: ClassVar[str]

    def filter_all(self, state: CycleState, pod: PodInfo) -> Sequence[Refusal] | None:
        """All nodes of the snapshot that `filter` refuses; where two refusals name a node, the first one
        counts. None where asking about single nodes is cheaper, because this pod can fit on a few only."""
        ...


@runtime_checkable
class ScoreAllPlugin(Protocol):
    """A scorer that is faster for all nodes at once than one by one.

    `python -m scheduler_core.bench`, 1 000 nodes, without it: a quarter of the pods a second with a soft
    spread.
    """

    name: ClassVar[str]

    def score_all(self, state: CycleState, pod: PodInfo, nodes: Sequence[NodeInfo]) -> list[int]: ...


@runtime_checkable
class ScoresAlikePlugin(Protocol):
    """A scorer that often knows beforehand that it makes no difference between the nodes."""

    name: ClassVar[str]

    def scores_alike(self, state: CycleState, pod: PodInfo) -> bool:
        """Whether all nodes are sure to have the same normalized score. Without a trace none is asked
        then."""
        ...


Point = TypeVar("Point")


def takes_part(plugin: object, point: type[Point]) -> TypeGuard[Point]:
    """Whether the plugin has all attributes and methods that the protocol `point` names.

    The answer is that of isinstance, which collects the names of a protocol anew at each call: on Python 3.11
    that made four fifths of the time in which a scheduler starts.
    """
    return all(hasattr(plugin, name) for name in _public_names(point.__mro__))


@cache
def _public_names(classes: tuple[type, ...]) -> tuple[str, ...]:
    """The names of the public attributes and methods that the bodies of these classes state."""
    names = {name: None for base in classes for name in (*vars(base), *vars(base).get("__annotations__", ()))}
    return tuple(name for name in names if not name.startswith("_"))
