"""NodePorts: a host port can be held once per node, protocol and address.

Source: pkg/scheduler/framework/plugins/nodeports (v1.34).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import HostPort, PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.diagnosis.explanation import Explanation, PortInUse
from scheduler_core.scheduler.framework.events import Action, EventObject, Registration, Resource
from scheduler_core.scheduler.framework.interface import (
    PRE_FILTER_OK,
    PRE_FILTER_SKIP,
    PreFilterResult,
)
from scheduler_core.scheduler.framework.reads import Reads
from scheduler_core.scheduler.framework.reasons import Reason, reasons_at
from scheduler_core.scheduler.framework.refusals import Refusal, refused_among
from scheduler_core.scheduler.framework.status import SUCCESS, Status, unschedulable

NAME = "NodePorts"
REFUSED = unschedulable(NAME, "node(s) didn't have free ports for the requested pod ports")


class NodePorts:
    name: ClassVar[str] = NAME
    reasons: ClassVar[tuple[Reason, ...]] = reasons_at("filter", *REFUSED.reasons)
    reads: ClassVar[Reads] = Reads.POD | Reads.PODS_OF_NODE

    def pre_filter(self, state: CycleState, snapshot: Snapshot, pod: PodInfo) -> PreFilterResult:
        return PRE_FILTER_OK if pod.host_ports else PRE_FILTER_SKIP

    def filter(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> Status:
        for used in node.used_ports:
            for port in pod.host_ports:
                if port.conflicts_with(used):
                    return REFUSED
        return SUCCESS

    def filter_all(self, state: CycleState, pod: PodInfo) -> Sequence[Refusal]:
        return refused_among(state.snapshot.columns.with_ports, self.filter, state, pod)

    def explain(
        self, state: CycleState, pod: PodInfo, node: NodeInfo, bare: NodeInfo
    ) -> tuple[Explanation, ...]:
        return tuple(
            PortInUse(f"{port.port}/{port.protocol}", tuple([other.key for other in pods]))
            for port, pods in port_holders(pod, node).items()
        )

    def events_to_register(self) -> Sequence[Registration]:
        return (
            Registration(Resource.POD, Action.DELETE, _after_deletion),
            Registration(Resource.NODE, Action.ADD),
        )


def port_holders(pod: PodInfo, node: NodeInfo) -> dict[HostPort, list[PodInfo]]:
    """Each host port of the pod that is taken on the node, with the pods that hold it."""
    holders = {
        port: [other for other in node.pods if any(map(port.conflicts_with, other.host_ports))]
        for port in pod.host_ports
    }
    return {port: pods for port, pods in holders.items() if pods}


def _after_deletion(pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    """Whether the deleted pod held, or was assumed to hold, a conflicting port."""
    if not isinstance(old, PodInfo) or not (old.node_name or old.nominated_node_name):
        return False
    return any(port.conflicts_with(old_port) for old_port in old.host_ports for port in pod.host_ports)
