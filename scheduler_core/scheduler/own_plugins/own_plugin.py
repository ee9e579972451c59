"""A plugin of one's own: the functions of one Python file, or its class, in the shape the framework asks for.

The core reads no files: the playground loads them and hands over name and functions (docs/plugins.md). A
function takes and gives plain values; its last argument is the plugin's `args`, which is what `pluginConfig`
says, or {}.

    pre_enqueue(pod, args) -> reason | None       None lets the pod pass
    pre_filter(pod, args) -> reason | None        a reason refuses every node
    filter(pod, node, args) -> reason | None
    score(pod, node, args) -> int                 0…100, or anything if normalize_score is there
    normalize_score(scores, args) -> list[int]    0…100, in the order of the nodes

A class has the methods of framework/interface.py, as the default plugins do (guarded_plugin.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import ClassVar

from scheduler_core.objects.manifest import Manifest
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.events import EVERY_EVENT, Registration
from scheduler_core.scheduler.framework.interface import PRE_FILTER_OK, Plugin, PreFilterResult
from scheduler_core.scheduler.framework.plugin_failed import PluginFailedError
from scheduler_core.scheduler.framework.reads import EVERYTHING, Reads
from scheduler_core.scheduler.framework.scores import MAX_NODE_SCORE
from scheduler_core.scheduler.framework.status import SUCCESS, Status, unresolvable, unschedulable
from scheduler_core.scheduler.own_plugins.guarded_plugin import POINT_OF_METHOD, guarded

_POINT_OF: Mapping[str, str] = MappingProxyType(
    {"pre_enqueue": "preEnqueue", "pre_filter": "preFilter", "filter": "filter", "score": "score"}
)
FUNCTIONS = (*_POINT_OF, "normalize_score")

__all__ = ["FUNCTIONS", "NO_OWN_PLUGINS", "OwnPlugin", "OwnPlugins", "PluginFailedError"]


@dataclass(frozen=True)
class OwnPlugin:
    """A user's plugin: either `functions` by their names in `FUNCTIONS`, at least one besides
    normalize_score, or the class `plugin_class`, whose instances are created with the plugin's arguments."""

    name: str
    functions: Mapping[str, Callable[..., object]] = field(default_factory=dict, hash=False)
    plugin_class: type | None = None

    def __post_init__(self) -> None:
        strangers = sorted(self.functions.keys() - set(FUNCTIONS))
        if strangers:
            raise ValueError(f"{self.name}: unknown functions {', '.join(strangers)}")
        if self.plugin_class is not None and self.functions:
            raise ValueError(f"{self.name}: functions beside the class: {', '.join(self.functions)}")
        if not self.points:
            points = POINT_OF_METHOD if self.plugin_class is not None else _POINT_OF
            raise ValueError(f"{self.name}: none of the functions {', '.join(points)} is there")

    @property
    def points(self) -> frozenset[str]:
        """The extension points at which it can be enabled."""
        if self.plugin_class is not None:
            kind, methods = self.plugin_class, POINT_OF_METHOD.items()
            return frozenset(point for name, point in methods if callable(getattr(kind, name, None)))
        return frozenset(point for name, point in _POINT_OF.items() if name in self.functions)

    def make(self, args: Manifest) -> Plugin:
        """The plugin with the arguments of one profile."""
        if self.plugin_class is not None:
            return guarded(self.name, self.plugin_class, args)
        parts = tuple(_PARTS[name] for name in FUNCTIONS if name in self.functions)
        members: dict[str, object] = {"name": self.name}
        kind: Callable[..., Plugin] = type(self.name, (*parts, _Own), members)
        return kind(self.functions, args)


OwnPlugins = Mapping[str, OwnPlugin]
NO_OWN_PLUGINS: OwnPlugins = MappingProxyType({})


class _Own:
    name: ClassVar[str]
    reads: ClassVar[Reads] = EVERYTHING

    def __init__(self, functions: Mapping[str, Callable[..., object]], args: Manifest) -> None:
        self._functions = functions
        self._args = args

    def _call(self, function: str, *args: object) -> object:
        try:
            return self._functions[function](*args, self._args)
        except Exception as error:
            raise PluginFailedError(
                f'running {function} of plugin "{self.name}": {type(error).__name__}: {error}'
            ) from error

    def _reason(self, function: str, *args: object) -> str | None:
        reason = self._call(function, *args)
        if reason is not None and (not isinstance(reason, str) or not reason):
            raise PluginFailedError(f'running {function} of plugin "{self.name}": neither a reason nor None')
        return reason

    def _whole(self, function: str, score: object) -> int:
        if isinstance(score, bool) or not isinstance(score, int):
            raise PluginFailedError(
                f'running {function} of plugin "{self.name}": a score must be an int, got {score!r:.60}'
            )
        return score

    def _in_range(self, scores: Sequence[int]) -> list[int]:
        """Checks the range of normalized scores, as framework.go RunScorePlugins does for every plugin."""
        for score in scores:
            if not 0 <= score <= MAX_NODE_SCORE:
                raise PluginFailedError(
                    f'plugin "{self.name}" returns an invalid score {score}, it should in the range of '
                    f"[0, {MAX_NODE_SCORE}] after normalizing"
                )
        return list(scores)

    def events_to_register(self) -> Sequence[Registration]:
        """Every event may help, as upstream assumes for a plugin that names no events."""
        return EVERY_EVENT


class _PreEnqueue(_Own):
    def pre_enqueue(self, snapshot: Snapshot, pod: PodInfo, preempting: frozenset[str]) -> Status:
        """A function that fails keeps the pod out of activeQ, as an error status does upstream."""
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
        scores = self._call("normalize_score", list(raw))
        if not isinstance(scores, list) or len(scores) != len(raw):
            raise PluginFailedError(
                f'running normalize_score of plugin "{self.name}": not one score for each of {len(raw)} nodes'
            )
        return self._in_range([self._whole("normalize_score", score) for score in scores])


_PARTS: Mapping[str, type[_Own]] = MappingProxyType(
    {
        "pre_enqueue": _PreEnqueue,
        "pre_filter": _PreFilter,
        "filter": _Filter,
        "score": _Score,
        "normalize_score": _Normalize,
    }
)
