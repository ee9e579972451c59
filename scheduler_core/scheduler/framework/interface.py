"""The scheduling framework: status codes, extension points, and what a cycle remembers.

Source: pkg/scheduler/framework/interface.go (v1.34). A plugin is a class that has the methods of the
extension points it takes part in; each point is a protocol here, and a profile sorts its plugins by them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Generic, Protocol, TypeVar, cast, runtime_checkable

if TYPE_CHECKING:
    from scheduler_core.scheduler.cluster.node_info import NodeInfo
    from scheduler_core.scheduler.cluster.pod_info import PodInfo
    from scheduler_core.scheduler.cluster.snapshot import Snapshot
    from scheduler_core.scheduler.cluster.topology import Narrowing
    from scheduler_core.scheduler.framework.events import Registration
    from scheduler_core.scheduler.framework.explanation import Explanation

MAX_NODE_SCORE = 100


class Code(Enum):
    """What a plugin says. The values are the words of the original."""

    SUCCESS = "Success"
    ERROR = "Error"
    UNSCHEDULABLE = "Unschedulable"
    UNRESOLVABLE = "UnschedulableAndUnresolvable"
    WAIT = "Wait"
    SKIP = "Skip"
    PENDING = "Pending"


@dataclass(frozen=True, slots=True)
class Status:
    """The answer of a plugin: a code and, where it is a refusal, Kubernetes' own reasons."""

    code: Code
    reasons: tuple[str, ...] = ()
    plugin: str = ""

    @property
    def message(self) -> str:
        return ", ".join(self.reasons)

    @property
    def rejected(self) -> bool:
        return self.code in (Code.UNSCHEDULABLE, Code.UNRESOLVABLE, Code.PENDING)


SUCCESS = Status(Code.SUCCESS)
SKIP = Status(Code.SKIP)


@lru_cache(maxsize=4096)
def unschedulable(plugin: str, *reasons: str) -> Status:
    """A refusal that preemption may be able to cure."""
    return Status(Code.UNSCHEDULABLE, reasons, plugin)


@lru_cache(maxsize=4096)
def unresolvable(plugin: str, *reasons: str) -> Status:
    """A refusal that no removal of pods can cure."""
    return Status(Code.UNRESOLVABLE, reasons, plugin)


@dataclass(frozen=True, slots=True)
class PreFilterResult:
    """`nodes` is None where the search is not narrowed, else the names it is narrowed to."""

    status: Status = SUCCESS
    nodes: frozenset[str] | None = None


PRE_FILTER_SKIP = PreFilterResult(SKIP)
PRE_FILTER_OK = PreFilterResult()


class StateData(Protocol):
    """What a plugin keeps between the points of one cycle."""

    def clone(self) -> StateData:
        """A copy that `add_pod` and `remove_pod` may change; `self` where nothing ever changes it."""
        ...


S = TypeVar("S", bound=StateData)


class StateKey(Generic[S]):
    """The typed name under which a plugin finds its state again."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


class CycleState:
    """What the plugins remember within one cycle, and which of them have stepped aside.

    `snapshot` is the cluster of this cycle. `skip_filter` and `skip_score` hold the names of plugins that
    answered Skip in PreFilter and PreScore.
    """

    __slots__ = ("_data", "skip_filter", "skip_score", "snapshot")

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self._data: dict[str, StateData] = {}
        self.skip_filter: set[str] = set()
        self.skip_score: set[str] = set()

    def write(self, key: StateKey[S], value: S) -> None:
        self._data[key.name] = value

    def read(self, key: StateKey[S]) -> S:
        """The value that was written under `key`; KeyError if there is none."""
        return cast(S, self._data[key.name])

    def has(self, key: StateKey[S]) -> bool:
        return key.name in self._data

    def fork(self) -> CycleState:
        """The same values, for a cycle that adds its own. Nobody may change the shared ones."""
        fork = CycleState(self.snapshot)
        fork._data = self._data.copy()
        fork.skip_filter = self.skip_filter.copy()
        fork.skip_score = self.skip_score.copy()
        return fork

    def clone(self) -> CycleState:
        copy = CycleState(self.snapshot)
        copy._data = {name: value.clone() for name, value in self._data.items()}
        copy.skip_filter = self.skip_filter
        copy.skip_score = self.skip_score
        return copy


class Plugin(Protocol):
    """What every plugin has."""

    name: ClassVar[str]


@runtime_checkable
class PreEnqueuePlugin(Protocol):
    name: ClassVar[str]

    def pre_enqueue(self, pod: PodInfo, preempting: frozenset[str]) -> Status:
        """May the pod enter the active queue? `preempting`: uids whose own preemption still makes calls."""
        ...


@runtime_checkable
class QueueSortPlugin(Protocol):
    name: ClassVar[str]

    def sort_key(self, priority: int, timestamp_ms: int, serial: int) -> tuple[int, int, int]:
        """Pods are tried in ascending order of this key; `serial` decides between equal times."""
        ...


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
    name: ClassVar[str]
    node_local: ClassVar[bool]
    """True: the answer depends on the pod, the node and the pods on this node alone, so it can be kept as
    long as these do not change."""

    def filter(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> Status: ...


@runtime_checkable
class CheckerPlugin(Protocol):
    """For filters that can prepare a cycle's question once and answer it node by node cheaply.

    The answers are those of `filter` as long as nobody adds or removes pods in the plugin's state.
    """

    name: ClassVar[str]

    def checker(self, state: CycleState, pod: PodInfo) -> Callable[[NodeInfo], Status]: ...


@runtime_checkable
class NarrowPlugin(Protocol):
    """For filters that can refuse whole topology domains at once instead of asking node by node.

    What is left is what `filter` lets pass, as long as nobody adds or removes pods in the plugin's state.
    """

    name: ClassVar[str]

    def narrow(self, state: CycleState, pod: PodInfo, narrowing: Narrowing) -> None: ...


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

    def reserve(self, state: CycleState, snapshot: Snapshot, pod: PodInfo, node_name: str) -> Status: ...

    def unreserve(self, state: CycleState, snapshot: Snapshot, pod: PodInfo, node_name: str) -> None: ...


@runtime_checkable
class PermitPlugin(Protocol):
    name: ClassVar[str]

    def permit(self, state: CycleState, pod: PodInfo, node_name: str) -> Status: ...


@runtime_checkable
class PreBindPlugin(Protocol):
    name: ClassVar[str]

    def pre_bind(self, state: CycleState, pod: PodInfo, node_name: str) -> Status: ...


@runtime_checkable
class BindPlugin(Protocol):
    name: ClassVar[str]

    def bind(self, state: CycleState, pod: PodInfo, node_name: str) -> Status: ...


@runtime_checkable
class PostBindPlugin(Protocol):
    name: ClassVar[str]

    def post_bind(self, state: CycleState, pod: PodInfo, node_name: str) -> None: ...


@runtime_checkable
class EnqueueExtensions(Protocol):
    """For plugins that know which events can make a pod schedulable which they rejected."""

    name: ClassVar[str]

    def events_to_register(self) -> Sequence[Registration]: ...


def default_normalize(raw: Sequence[int], *, reverse: bool) -> list[int]:
    """Stretches scores to 0…100 (helper.DefaultNormalizeScore); with `reverse` the lowest gets 100."""
    highest = max(raw, default=0)
    if highest <= 0:
        return [MAX_NODE_SCORE] * len(raw) if reverse else list(raw)
    scaled = [MAX_NODE_SCORE * score // highest for score in raw]
    return [MAX_NODE_SCORE - score for score in scaled] if reverse else scaled


def go_round(value: float) -> int:
    """Go's math.Round for values >= 0: halves go up."""
    whole = int(value)
    return whole + 1 if value - whole >= 0.5 else whole


def truncated_division(a: int, b: int) -> int:
    """Go's integer division: toward zero."""
    quotient = abs(a) // abs(b)
    return quotient if (a >= 0) == (b > 0) else -quotient


@runtime_checkable
class ExplainPlugin(Protocol):
    """For filters that can say how far a node was from passing. Only asked for traces."""

    name: ClassVar[str]

    def explain(
        self, state: CycleState, pod: PodInfo, node: NodeInfo, bare: NodeInfo
    ) -> tuple[Explanation, ...]:
        """`node` is as the filter saw it, `bare` the same node without the nominated pods that were
        counted in."""
        ...
