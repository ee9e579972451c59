"""TaintToleration: NoSchedule and NoExecute taints exclude nodes, PreferNoSchedule taints lower their score.

Source: pkg/scheduler/framework/plugins/tainttoleration (v1.34, v1.36).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from scheduler_core.objects.node import Node
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.selection.selectors import Taint, Toleration, tolerated
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.cycle_state import CycleState, FixedState, StateKey
from scheduler_core.scheduler.framework.diagnosis.explanation import Explanation, NodeTaint
from scheduler_core.scheduler.framework.events import Action, EventObject, Registration, Resource
from scheduler_core.scheduler.framework.reads import Reads
from scheduler_core.scheduler.framework.reasons import Reason, reasons_at
from scheduler_core.scheduler.framework.refusals import Refusal, refused_among
from scheduler_core.scheduler.framework.scores import default_normalize
from scheduler_core.scheduler.framework.status import SUCCESS, Status, unresolvable

NAME = "TaintToleration"
UNTOLERATED = "node(s) had untolerated taint {%(key)s: %(value)s}"
UNTOLERATED_UNNAMED = "node(s) had untolerated taint(s)"
HARD_EFFECTS = ("NoSchedule", "NoExecute")


@dataclass(frozen=True, slots=True)
class _PreferTolerations(FixedState):
    tolerations: tuple[Toleration, ...]


_KEY: StateKey[_PreferTolerations] = StateKey(NAME)


def untolerated_taint(taints: tuple[Taint, ...], tolerations: tuple[Toleration, ...]) -> Taint | None:
    """The first taint in the node's order that the pod does not tolerate."""
    for taint in taints:
        if taint.effect in HARD_EFFECTS and not tolerated(taint, tolerations):
            return taint
    return None


class TaintToleration:
    name: ClassVar[str] = NAME
    reasons: ClassVar[tuple[Reason, ...]] = reasons_at("filter", UNTOLERATED_UNNAMED)
    reads: ClassVar[Reads] = Reads.POD | Reads.NODE

    def __init__(self, release: Release = BASELINE) -> None:
        self._text = UNTOLERATED if release.taint_message_names_taint else UNTOLERATED_UNNAMED

    def filter(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> Status:
        if not node.node.taints:
            return SUCCESS
        taint = untolerated_taint(node.node.taints, pod.tolerations)
        if taint is None:
            return SUCCESS
        return unresolvable(NAME, self._text % {"key": taint.key, "value": taint.value})

    def filter_all(self, state: CycleState, pod: PodInfo) -> Sequence[Refusal]:
        return refused_among(state.snapshot.columns.tainted, self.filter, state, pod)

    def explain(
        self, state: CycleState, pod: PodInfo, node: NodeInfo, bare: NodeInfo
    ) -> tuple[Explanation, ...]:
        return tuple(
            NodeTaint(taint.key, taint.value, taint.effect, tolerated(taint, pod.tolerations))
            for taint in node.node.taints
            if taint.effect in HARD_EFFECTS
        )

    unprepared: ClassVar[str] = 'failed to read "PreScoreTaintToleration" from cycleState: not found'

    def pre_score(
        self, state: CycleState, snapshot: Snapshot, pod: PodInfo, nodes: Sequence[NodeInfo]
    ) -> Status:
        soft = tuple(entry for entry in pod.tolerations if entry.effect in ("", "PreferNoSchedule"))
        state.write(_KEY, _PreferTolerations(soft))
        return SUCCESS

    def score(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> int:
        taints = node.node.taints
        if not taints:
            return 0
        soft = state.read(_KEY).tolerations
        return sum(1 for taint in taints if taint.effect == "PreferNoSchedule" and not tolerated(taint, soft))

    def scores_alike(self, state: CycleState, pod: PodInfo) -> bool:
        return not state.snapshot.columns.tainted

    def score_all(self, state: CycleState, pod: PodInfo, nodes: Sequence[NodeInfo]) -> list[int]:
        if len(nodes) > 1 and not state.snapshot.columns.tainted:
            return [0] * len(nodes)
        return [self.score(state, pod, node) for node in nodes]

    def normalize_score(
        self, state: CycleState, pod: PodInfo, nodes: Sequence[NodeInfo], raw: Sequence[int]
    ) -> list[int]:
        return default_normalize(raw, reverse=True)

    def events_to_register(self) -> Sequence[Registration]:
        return (
            Registration(Resource.NODE, Action.ADD | Action.UPDATE_NODE_TAINT, _after_node_change),
            Registration(Resource.POD, Action.UPDATE_POD_TOLERATION, _after_toleration),
        )


def _after_node_change(pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    if not isinstance(new, Node):
        return False
    was_kept_away = not isinstance(old, Node) or untolerated_taint(old.taints, pod.tolerations) is not None
    return was_kept_away and untolerated_taint(new.taints, pod.tolerations) is None


def _after_toleration(pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    return isinstance(new, PodInfo) and new.uid == pod.uid
