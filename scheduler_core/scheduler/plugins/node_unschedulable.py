"""NodeUnschedulable: cordoned nodes accept only pods that tolerate the taint unschedulable.

Source: pkg/scheduler/framework/plugins/nodeunschedulable (v1.34).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from scheduler_core.objects.node import Node
from scheduler_core.objects.selection.selectors import Taint, tolerated
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.diagnosis.explanation import CordonedNode, Explanation
from scheduler_core.scheduler.framework.events import Action, EventObject, Registration, Resource
from scheduler_core.scheduler.framework.reads import Reads
from scheduler_core.scheduler.framework.reasons import Reason, reasons_at
from scheduler_core.scheduler.framework.refusals import Refusal, refused_among
from scheduler_core.scheduler.framework.status import SUCCESS, Status, unresolvable

NAME = "NodeUnschedulable"
UNSCHEDULABLE_TAINT = Taint("node.kubernetes.io/unschedulable", "", "NoSchedule")
REFUSED = unresolvable(NAME, "node(s) were unschedulable")


class NodeUnschedulable:
    name: ClassVar[str] = NAME
    reasons: ClassVar[tuple[Reason, ...]] = reasons_at("filter", *REFUSED.reasons)
    reads: ClassVar[Reads] = Reads.POD | Reads.NODE

    def filter(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> Status:
        if not node.node.unschedulable or tolerated(UNSCHEDULABLE_TAINT, pod.tolerations):
            return SUCCESS
        return REFUSED

    def filter_all(self, state: CycleState, pod: PodInfo) -> Sequence[Refusal]:
        return refused_among(state.snapshot.columns.unschedulable, self.filter, state, pod)

    def explain(
        self, state: CycleState, pod: PodInfo, node: NodeInfo, bare: NodeInfo
    ) -> tuple[Explanation, ...]:
        return (CordonedNode(),)

    def events_to_register(self) -> Sequence[Registration]:
        return (
            Registration(Resource.NODE, Action.ADD | Action.UPDATE_NODE_TAINT, _after_node_change),
            Registration(Resource.POD, Action.UPDATE_POD_TOLERATION, _after_toleration),
        )


def _after_node_change(pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    if not isinstance(new, Node):
        return False
    was_cordoned = not isinstance(old, Node) or old.unschedulable
    return was_cordoned and not new.unschedulable


def _after_toleration(pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    return isinstance(new, PodInfo) and new.uid == pod.uid and tolerated(UNSCHEDULABLE_TAINT, new.tolerations)
