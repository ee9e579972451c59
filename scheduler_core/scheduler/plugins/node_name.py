"""NodeName: spec.nodeName, if it is set, must be the node's name.

Source: pkg/scheduler/framework/plugins/nodename (v1.34).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.diagnosis.explanation import Explanation, RequiredNodeName
from scheduler_core.scheduler.framework.events import Action, Registration, Resource
from scheduler_core.scheduler.framework.reads import Reads
from scheduler_core.scheduler.framework.reasons import Reason, reasons_at
from scheduler_core.scheduler.framework.refusals import Refusal, refused_among
from scheduler_core.scheduler.framework.status import SUCCESS, Status, unresolvable

NAME = "NodeName"
REFUSED = unresolvable(NAME, "node(s) didn't match the requested node name")


class NodeName:
    name: ClassVar[str] = NAME
    reasons: ClassVar[tuple[Reason, ...]] = reasons_at("filter", *REFUSED.reasons)
    reads: ClassVar[Reads] = Reads.POD | Reads.NODE

    def filter(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> Status:
        node_name = pod.node_name
        return SUCCESS if not node_name or node_name == node.name else REFUSED

    def filter_all(self, state: CycleState, pod: PodInfo) -> Sequence[Refusal]:
        if not pod.node_name:
            return ()
        return refused_among(range(len(state.snapshot.nodes)), self.filter, state, pod)

    def explain(
        self, state: CycleState, pod: PodInfo, node: NodeInfo, bare: NodeInfo
    ) -> tuple[Explanation, ...]:
        return (RequiredNodeName(pod.node_name),)

    def events_to_register(self) -> Sequence[Registration]:
        return (Registration(Resource.NODE, Action.ADD),)
