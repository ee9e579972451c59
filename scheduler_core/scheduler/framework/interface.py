"""The extension points of the scheduling framework, one protocol each.

Source: pkg/scheduler/framework/interface.go (v1.34). A plugin is a class that has the methods of the
extension points it takes part in. The framework knows these points but no single plugin. Explain and Trace
are points of this simulator: their results are shown to people and change no decision.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeAlias, TypeGuard, TypeVar, runtime_checkable

from scheduler_core.scheduler.framework.status import SKIP, SUCCESS, Status

if TYPE_CHECKING:
    from scheduler_core.scheduler.cluster.columns import Columns
    from scheduler_core.scheduler.cluster.node_info import NodeInfo
    from scheduler_core.scheduler.cluster.pod_info import PodInfo
    from scheduler_core.scheduler.cluster.snapshot import Snapshot
    from scheduler_core.scheduler.cluster.topology import Narrowing
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
    from scheduler_core.scheduler.framework.handle import Handle
    from scheduler_core.scheduler.framework.post_filter import PostFilterOutcome
    from scheduler_core.scheduler.framework.trace import Journal, Traces


@dataclass(frozen=True, slots=True)
class PreFilterResult:
    """The answer of a PreFilter plugin. `nodes` are the names of the only nodes that can fit; None means that
    the search is not narrowed."""

    status: Status = SUCCESS
    nodes: frozenset[str] | None = None


RefusedPlaces: TypeAlias = Sequence[tuple[Status, Collection[int]]]
"""A status, and the places in the list of nodes that are refused with it."""

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
    """A filter. `node_local` is True when its answer depends only on the pod, the node and the pods on this
    node, so that it can be kept until these change."""

    name: ClassVar[str]
    node_local: ClassVar[bool]

    def filter(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> Status: ...


@runtime_checkable
class FailingFilterPlugin(Protocol):
    """A filter with `may_fail`: it can answer Error, which ends the attempt instead of refusing a node.

    Such a filter is asked about every node in the plugins' order, and none of its answers is kept.
    """

    name: ClassVar[str]
    may_fail: ClassVar[bool]


@runtime_checkable
class CheckerPlugin(Protocol):
    """A filter that can prepare a cycle once and then check each node cheaply.

    Its answers are those of `filter`, as long as no pod is added to or removed from the plugin's state.
    """

    name: ClassVar[str]

    def checker(self, state: CycleState, pod: PodInfo) -> Callable[[NodeInfo], Status]: ...


@runtime_checkable
class BulkFilterPlugin(Protocol):
    """A node-local filter that is faster for all nodes at once than one by one, with the same statuses."""

    name: ClassVar[str]

    def filter_all(self, state: CycleState, pod: PodInfo, columns: Columns) -> RefusedPlaces | None:
        """All nodes that `filter` refuses. None where asking about single nodes is cheaper, because this pod
        can fit on a few nodes only."""
        ...


@runtime_checkable
class PodlessFilterPlugin(Protocol):
    """A node-local filter with `reads_no_pods`: its answer does not depend on the pods of the node."""

    name: ClassVar[str]
    reads_no_pods: ClassVar[bool]


@runtime_checkable
class RepeatableFilterPlugin(Protocol):
    """A filter with `repeatable`: `filter` and `explain` read only the pod, the node, the pods on it and the
    plugin's state in CycleState, of which `clone` copies all that changes. So a trace may ask them later."""

    name: ClassVar[str]
    repeatable: ClassVar[bool]


@runtime_checkable
class NarrowPlugin(Protocol):
    """A filter that can refuse whole topology domains at once instead of node by node.

    The remaining nodes are those that `filter` passes, as long as no pod is added to or removed from the
    plugin's state.
    """

    name: ClassVar[str]

    def narrow(self, state: CycleState, pod: PodInfo, narrowing: Narrowing) -> None: ...


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
    """A scorer; `node_local` is as for filters."""

    name: ClassVar[str]
    node_local: ClassVar[bool]

    def score(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> int:
        """The raw score of one node."""
        ...


@runtime_checkable
class UnpreparedScorePlugin(Protocol):
    """A scorer that fails where its PreScore is disabled; `unprepared` is its error."""

    name: ClassVar[str]
    unprepared: ClassVar[str]


@runtime_checkable
class BulkScorePlugin(Protocol):
    """A scorer that is faster for all nodes at once than one by one, with the same raw scores."""

    name: ClassVar[str]

    def score_all(self, state: CycleState, pod: PodInfo, nodes: Sequence[NodeInfo]) -> list[int]: ...


@runtime_checkable
class SumScorePlugin(Protocol):
    """A node-local scorer with `reads_sums_alone`: nodes with the same allocatable and requested amounts get
    the same raw score, so it is asked about one of them."""

    name: ClassVar[str]
    reads_sums_alone: ClassVar[bool]


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
class WaitingPreBindPlugin(Protocol):
    """A PreBind plugin that may answer Wait. `timed_out` is the error after `timeout_ms` of waiting."""

    name: ClassVar[str]
    timeout_ms: ClassVar[int]
    timed_out: ClassVar[str]

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
    names = {name: None for each in classes for name in (*vars(each), *vars(each).get("__annotations__", ()))}
    return tuple(name for name in names if not name.startswith("_"))
