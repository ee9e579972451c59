"""NodeDeclaredFeatures: the node must declare all features of the kubelet that the pod needs.

Source: pkg/scheduler/framework/plugins/nodedeclaredfeatures (v1.36).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from scheduler_core.objects.node import Node
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.diagnosis.explanation import Explanation, UndeclaredFeatures
from scheduler_core.scheduler.framework.events import Action, EventObject, Registration, Resource
from scheduler_core.scheduler.framework.interface import PRE_FILTER_OK, PRE_FILTER_SKIP, PreFilterResult
from scheduler_core.scheduler.framework.reads import Reads
from scheduler_core.scheduler.framework.reasons import Reason, reasons_at
from scheduler_core.scheduler.framework.status import SUCCESS, Status, unresolvable

NAME = "NodeDeclaredFeatures"
REFUSED = unresolvable(NAME, "node(s) didn't match Pod's required features")


class NodeDeclaredFeatures:
    name: ClassVar[str] = NAME
    reasons: ClassVar[tuple[Reason, ...]] = reasons_at("filter", *REFUSED.reasons)
    reads: ClassVar[Reads] = Reads.POD | Reads.NODE

    def pre_filter(self, state: CycleState, snapshot: Snapshot, pod: PodInfo) -> PreFilterResult:
        return PRE_FILTER_OK if pod.required_features else PRE_FILTER_SKIP

    def filter(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> Status:
        return SUCCESS if pod.required_features <= node.node.declared_features else REFUSED

    def explain(
        self, state: CycleState, pod: PodInfo, node: NodeInfo, bare: NodeInfo
    ) -> tuple[Explanation, ...]:
        return (UndeclaredFeatures(tuple(sorted(pod.required_features - node.node.declared_features))),)

    def events_to_register(self) -> Sequence[Registration]:
        return (
            Registration(Resource.NODE, Action.ADD | Action.UPDATE_NODE_DECLARED_FEATURE, _after_node_change),
            Registration(Resource.POD, Action.UPDATE, _after_pod_update),
        )


def _after_node_change(pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    if not isinstance(new, Node) or not pod.required_features <= new.declared_features:
        return False
    return not isinstance(old, Node) or not pod.required_features <= old.declared_features


def _after_pod_update(pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    """The pod's own update helps if it needs other features afterwards."""
    if not isinstance(new, PodInfo) or new.uid != pod.uid:
        return False
    return not isinstance(old, PodInfo) or old.required_features != new.required_features
