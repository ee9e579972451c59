"""What a kubelet writes into a pod's status; `pod_status.py` works it out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import Pod

CONTAINERS_NOT_READY = "ContainersNotReady"
Condition = Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class StatusWrite:
    """What goes into `ApiServer.patch_pod_status`: top-level fields, and conditions merged by type."""

    changes: Mapping[str, Json]
    conditions: tuple[Condition, ...]


def called_unready_by_others(pod: Pod) -> bool:
    """Whether somebody else (the node lifecycle controller) set Ready to False while all containers are
    ready.
    """
    ready, containers = pod.status.condition("Ready"), pod.status.condition("ContainersReady")
    return (
        ready is not None
        and ready.status == "False"
        and ready.reason != "ReadinessGatesNotReady"
        and containers is not None
        and containers.status == "True"
        and not pod.finished
    )


def ready_again() -> StatusWrite:
    """The kubelet's own word on Ready, and no reason of others besides."""
    return StatusWrite({"reason": None}, ({"type": "Ready", "status": "True"},))
