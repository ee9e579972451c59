"""PrioritySort: higher spec.priority first, then the older queue timestamp.

Source: pkg/scheduler/framework/plugins/queuesort (v1.34).
"""

from __future__ import annotations

from typing import ClassVar

from scheduler_core.scheduler.cluster.pod_info import PodInfo

NAME = "PrioritySort"


class PrioritySort:
    name: ClassVar[str] = NAME

    def sort_key(self, pod: PodInfo, timestamp_ms: int, serial: int) -> tuple[int, ...]:
        """Upstream leaves the order of equal timestamps open; here the pod that arrived first comes first."""
        return -pod.priority, timestamp_ms, serial
