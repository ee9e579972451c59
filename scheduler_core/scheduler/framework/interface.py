"""The extension points of the scheduling framework, one protocol each.

Source: pkg/scheduler/framework/interface.go (v1.34). A plugin is a class that has the methods of the
extension points it takes part in. The framework knows these points and no single plugin. Explain and Trace
are points of this simulator: what they return is shown to people and changes no decision.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Protocol, runtime_checkable

from scheduler_core.scheduler.framework.status import SKIP, SUCCESS, Status

if TYPE_CHECKING:
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
    from scheduler_core.scheduler.framework.events import Registration
    from scheduler_core.scheduler.framework.explanation import Explanation
    from scheduler_core.scheduler.framework.handle import Handle
    from scheduler_core.scheduler.framework.node_statuses import NodeStatuses
    from scheduler_core.scheduler.framework.post_filter import PostFilterOutcome
    from scheduler_core.scheduler.framework.trace import Journal, Traces


@dataclass(frozen=True, slots=True)
class PreFilterResult:
    """The answer of a PreFilter plugin. `nodes` holds the names of the only nodes worth a look; None means
    that the search is not narrowed."""

    status: Status = SUCCESS
    nodes: frozenset[str] | None = None


PRE_FILTER_SKIP = PreFilterResult(SKIP)
PRE_FILTER_OK = PreFilterResult()


class Plugin(Protocol):
    """What every plugin has."""

    name: ClassVar[str]


class PluginArgs(Protocol):
    """The arguments of the plugin with the name `plugin`."""

    plugin: ClassVar[str]


# The queue


@runtime_checkable
class PreEnqueuePlugin(Protocol):
    name: ClassVar[str]

    def pre_enqueue(self, pod: PodInfo, preempting: frozenset[str]) -> Status:
        """Whether the pod may enter activeQ. `preempting` holds the uids of the pods whose own preemption
        still makes API calls."""
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
    """For plugins that know which events can make a pod schedulable which they rejected."""

    name: ClassVar[str]

    def events_to_register(self) -> Sequence[Registration]: ...


# The scheduling cycle


@runtime_checkable
class PreFilterPlugin(Protocol):
    name: ClassVar[str]

    def pre_filter(self, state: CycleState, snapshot: Snapshot, pod: PodInfo) -> PreFilterResult: ...


@runtime_checkable
class PreFilterExtensions(Protocol):
    """For plugins whose PreFilter state depends on the pods of the nodes."""

    name: ClassVar[str]

    def add_pod(self, state: CycleState, pod: PodInfo, added: PodInfo, node: NodeInfo) -> None: ...

    def remove_pod(self, state: CycleState, pod: PodInfo, removed: PodInfo, node: NodeInfo) -> None: ...


@runtime_checkable
class FilterPlugin(Protocol):
    """`node_local` is True where the answer depends on the pod, the node and the pods on this node alone, so
    that it can be kept as long as these do not change."""

    name: ClassVar[str]
    node_local: ClassVar[bool]

    def filter(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> Status: ...


@runtime_checkable
class CheckerPlugin(Protocol):
    """For filters that can prepare a cycle's question once and answer it node by node cheaply.

    The answers are those of `filter` as long as no pod is added to or removed from the plugin's state.
    """

    name: ClassVar[str]

    def checker(self, state: CycleState, pod: PodInfo) -> Callable[[NodeInfo], Status]: ...


@runtime_checkable
class NarrowPlugin(Protocol):
    """For filters that can refuse whole topology domains at once instead of asking node by node.

    What is left is what `filter` lets pass, as long as no pod is added to or removed from the plugin's state.
    """

    name: ClassVar[str]

    def narrow(self, state: CycleState, pod: PodInfo, narrowing: Narrowing) -> None: ...


@runtime_checkable
class PostFilterPlugin(Protocol):
    name: ClassVar[str]

    def post_filter(self, handle: Handle, statuses: NodeStatuses) -> PostFilterOutcome:
        """Asked after a cycle in which no node passed. `handle` runs the cycle's filters again, for dry runs;
        `statuses` says why each node was refused."""
        ...


@runtime_checkable
class PreScorePlugin(Protocol):
    name: ClassVar[str]

    def pre_score(
        self, state: CycleState, snapshot: Snapshot, pod: PodInfo, nodes: Sequence[NodeInfo]
    ) -> Status:
        """`nodes` are the feasible ones."""
        ...


@runtime_checkable
class ScorePlugin(Protocol):
    """`node_local` as for filters."""

    name: ClassVar[str]
    node_local: ClassVar[bool]

    def score(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> int:
        """The raw score of one node."""
        ...


@runtime_checkable
class BulkScorePlugin(Protocol):
    """For scorers that answer for all nodes at once faster than one by one, with the same raw scores."""

    name: ClassVar[str]

    def score_all(self, state: CycleState, pod: PodInfo, nodes: Sequence[NodeInfo]) -> list[int]: ...


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
        """Called when the pod's node is chosen. May note in `snapshot` what the pod will take."""
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
        """Does what has to be done before the pod is bound; a status Wait asks to wait for `ready`."""
        ...


@runtime_checkable
class WaitingPreBindPlugin(Protocol):
    """For PreBind plugins that answer Wait. `timed_out` is the error after `timeout_ms` of waiting."""

    name: ClassVar[str]
    timeout_ms: ClassVar[int]
    timed_out: ClassVar[str]

    def ready(self, snapshot: Snapshot, reserved: Reserved | None) -> bool:
        """Whether there is nothing left to wait for."""
        ...


@runtime_checkable
class BindPlugin(Protocol):
    name: ClassVar[str]

    def bind(self, handle: BindingHandle, pod: PodInfo, node_name: str) -> Status: ...


# What is shown


@runtime_checkable
class ExplainPlugin(Protocol):
    """For filters that can say how far a node was from passing. Asked for traces alone."""

    name: ClassVar[str]

    def explain(
        self, state: CycleState, pod: PodInfo, node: NodeInfo, bare: NodeInfo
    ) -> tuple[Explanation, ...]:
        """`node` is as the filter saw it, `bare` the same node without the nominated pods that were
        counted in."""
        ...


@runtime_checkable
class ExplainPassingPlugin(ExplainPlugin, Protocol):
    """For filters whose arithmetic is worth showing for the nodes that passed as well."""

    explains_passing: ClassVar[bool]


@runtime_checkable
class TracePlugin(Protocol):
    """For plugins that can show what they keep between the points of a cycle. Asked for traces alone."""

    name: ClassVar[str]

    def trace_pre_filter(self, state: CycleState, pod: PodInfo) -> Traces:
        """What PreFilter left behind, by field of the DecisionView."""
        ...

    def trace_scores(self, state: CycleState, nodes: Sequence[NodeInfo]) -> Traces:
        """What PreScore left behind for the feasible `nodes`, by field of the DecisionView."""
        ...

    def trace_dry_run(self, state: CycleState, clone: CycleState, pod: PodInfo) -> Mapping[str, Journal]:
        """Journals of what adding and removing pods does to `clone`, a copy of `state`, from now on; by field
        of the candidate's view."""
        ...
