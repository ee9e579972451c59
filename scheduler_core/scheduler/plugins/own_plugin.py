"""A plugin of one's own: the functions of one Python file, in the shape the framework asks for.

The core reads no files: whoever runs it loads them and hands over name and functions (docs/plugins.md).
A function takes plain things and gives plain things; every one gets the plugin's `args` last (what
`pluginConfig` says, {} without).

    pre_enqueue(pod, args) -> reason | None       None lets the pod pass
    pre_filter(pod, args) -> reason | None        a reason refuses every node
    filter(pod, node, args) -> reason | None
    score(pod, node, args) -> int                 0…100, or anything if normalize_score is there
    normalize_score(scores, args) -> list[int]    0…100, in the order of the nodes
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar

from scheduler_core.objects.manifest import Json, Manifest
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.events import ALL_ACTIONS, Registration, Resource
from scheduler_core.scheduler.framework.interface import PRE_FILTER_OK, Plugin, PreFilterResult
from scheduler_core.scheduler.framework.scores import MAX_NODE_SCORE
from scheduler_core.scheduler.framework.status import SUCCESS, Status, unresolvable, unschedulable

_POINT_OF: Mapping[str, str] = MappingProxyType(
    {"pre_enqueue": "preEnqueue", "pre_filter": "preFilter", "filter": "filter", "score": "score"}
)
FUNCTIONS = (*_POINT_OF, "normalize_score")


class PluginFailedError(Exception):
    """A plugin raised, or gave what the framework cannot take; the text is what kube-scheduler would say."""


@dataclass(frozen=True)
class OwnPlugin:
    """`functions`: by the names of `FUNCTIONS`; at least one beside normalize_score."""

    name: str
    functions: Mapping[str, Callable[..., Any]] = field(hash=False)

    def __post_init__(self) -> None:
        unknown = sorted(self.functions.keys() - set(FUNCTIONS))
        if unknown:
            raise ValueError(f"{self.name}: unknown functions {', '.join(unknown)}")
        if not self.points:
            raise ValueError(f"{self.name}: none of the functions {', '.join(_POINT_OF)} is there")

    @property
    def points(self) -> frozenset[str]:
        """The extension points it can be enabled at."""
        return frozenset(point for name, point in _POINT_OF.items() if name in self.functions)

    def make(self, args: Manifest) -> Plugin:
        """The plugin with the arguments of one profile."""
        parts = tuple(_PARTS[name] for name in FUNCTIONS if name in self.functions)
        members: dict[str, object] = {"name": self.name}
        kind: Callable[..., Plugin] = type(self.name, (*parts, _Own), members)
        return kind(self.functions, args)


OwnPlugins = Mapping[str, OwnPlugin]
NO_OWN_PLUGINS: OwnPlugins = MappingProxyType({})


class _Own:
    name: ClassVar[str]
    # Nobody knows what its functions look at, so nothing they say is kept.
    node_local: ClassVar[bool] = False

    def __init__(self, functions: Mapping[str, Callable[..., Any]], args: Manifest) -> None:
        self._functions = functions
        self._args = args

    def _call(self, function: str, *given: object) -> Any:
        try:
            return self._functions[function](*given, self._args)
        except Exception as error:
            raise PluginFailedError(
                f'running {function} of plugin "{self.name}": {type(error).__name__}: {error}'
            ) from error

    def _reason(self, function: str, *given: object) -> str | None:
        reason = self._call(function, *given)
        if reason is not None and (not isinstance(reason, str) or not reason):
            raise PluginFailedError(f'running {function} of plugin "{self.name}": neither a reason nor None')
        return reason

    def _whole(self, function: str, score: Json) -> int:
        if isinstance(score, bool) or not isinstance(score, int):
            raise PluginFailedError(
                f'running {function} of plugin "{self.name}": a score must be an int, got {score!r:.60}'
            )
        return score

    def _in_range(self, scores: Sequence[int]) -> list[int]:
        """framework.go RunScorePlugins holds every plugin to it after normalizing."""
        for score in scores:
            if not 0 <= score <= MAX_NODE_SCORE:
                raise PluginFailedError(
                    f'plugin "{self.name}" returns an invalid score {score}, it should in the range of '
                    f"[0, {MAX_NODE_SCORE}] after normalizing"
                )
        return list(scores)

    def events_to_register(self) -> Sequence[Registration]:
        """As upstream for a plugin that does not say what it waits for: everything may help."""
        return tuple(
            Registration(resource, ALL_ACTIONS)
            for resource in Resource
            if resource not in (Resource.WILDCARD, Resource.ASSIGNED_POD, Resource.UNSCHEDULABLE_POD)
        )


class _PreEnqueue(_Own):
    def pre_enqueue(self, pod: PodInfo, preempting: frozenset[str]) -> Status:
        """One that fails holds the pod back, as an error status does upstream."""
        try:
            reason = self._reason("pre_enqueue", pod)
        except PluginFailedError as error:
            reason = str(error)
        return SUCCESS if reason is None else unresolvable(self.name, reason)


class _PreFilter(_Own):
    def pre_filter(self, state: CycleState, snapshot: Snapshot, pod: PodInfo) -> PreFilterResult:
        reason = self._reason("pre_filter", pod)
        return PRE_FILTER_OK if reason is None else PreFilterResult(unresolvable(self.name, reason))


class _Filter(_Own):
    def filter(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> Status:
        reason = self._reason("filter", pod, node)
        return SUCCESS if reason is None else unschedulable(self.name, reason)


class _Score(_Own):
    def score(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> int:
        score = self._whole("score", self._call("score", pod, node))
        if "normalize_score" not in self._functions:
            self._in_range((score,))
        return score


class _Normalize(_Own):
    def normalize_score(
        self, state: CycleState, pod: PodInfo, nodes: Sequence[NodeInfo], raw: Sequence[int]
    ) -> list[int]:
        given = self._call("normalize_score", list(raw))
        if not isinstance(given, list) or len(given) != len(raw):
            raise PluginFailedError(
                f'running normalize_score of plugin "{self.name}": not one score for each of {len(raw)} nodes'
            )
        return self._in_range([self._whole("normalize_score", score) for score in given])


_PARTS: Mapping[str, type[_Own]] = MappingProxyType(
    {
        "pre_enqueue": _PreEnqueue,
        "pre_filter": _PreFilter,
        "filter": _Filter,
        "score": _Score,
        "normalize_score": _Normalize,
    }
)
