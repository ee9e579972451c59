"""What the node lifecycle controller knows of a node and its lease, and when it counts the node as silent.

Source: pkg/controller/nodelifecycle/node_lifecycle_controller.go (v1.34), `nodeHealthData`.
"""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.controllers.common.node_conditions import no_execute_keys, ready_status
from scheduler_core.objects.node import Node

MONITOR_MS = 5_000
"""`--node-monitor-period`."""
GRACE_MS = 50_000
"""`--node-monitor-grace-period`."""
GRACE_UNTIL_1_31_MS = 40_000
STARTUP_GRACE_MS = 60_000
"""`--node-startup-grace-period`: for a kubelet that has never reported."""
EXCLUDED_LABEL = "node.kubernetes.io/exclude-disruption"


def passes_at(at_ms: int) -> int:
    """The time of the first monitoring pass at or after `at_ms`."""
    return -(-at_ms // MONITOR_MS) * MONITOR_MS


@dataclass(frozen=True, slots=True)
class MonitoredNode:
    """What the passes read of a node. `first_ms` is when the controller first saw the node."""

    node: Node
    ready: str
    zone: str
    excluded: bool
    no_execute: tuple[str, ...]
    first_ms: int

    @staticmethod
    def of(node: Node, first_ms: int) -> MonitoredNode:
        return MonitoredNode(
            node=node,
            ready=ready_status(node),
            zone=f"{node.region}:{node.zone}",
            excluded=EXCLUDED_LABEL in node.labels,
            no_execute=no_execute_keys(node),
            first_ms=first_ms,
        )

    @property
    def read_fields(self) -> tuple[str, str, bool, tuple[str, ...]]:
        """The fields whose change makes the next pass necessary."""
        return self.ready, self.zone, self.excluded, self.no_execute


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """The state of a node's lease. Once renewals stop, `seen_ms` is the pass that noticed the last one.

    `posted` is False while the kubelet has never reported. A node that was silent `before_start` may have
    been seen last before this controller knew of it.
    """

    renewing: bool = True
    seen_ms: int = 0
    renewed_ms: int = 0
    posted: bool = True
    before_start: bool = False

    def missed_ms(self, node: MonitoredNode, grace_ms: int) -> int | None:
        """The time (ms) of the pass that finds the node silent for too long; None when no pass will, or one
        already has.
        """
        if self.renewing or node.ready == "Unknown":
            return None
        since = self.seen_ms if self.before_start else max(self.seen_ms, passes_at(node.first_ms))
        if not self.posted and not node.ready:
            since, grace_ms = node.first_ms, STARTUP_GRACE_MS
        return ((since + grace_ms) // MONITOR_MS + 1) * MONITOR_MS

    def counts_ready(self, node: MonitoredNode) -> bool:
        """Whether the node counts as ready in its zone; one without conditions does once it has reported."""
        return node.ready == "True" if node.ready else self.posted


RENEWING = Heartbeat()
"""The heartbeat of a node without a lease object: it counts as renewing."""
