"""A write to the status of a pod; `pod_status.py` computes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler_core.objects.manifest import Json, find, items
from scheduler_core.objects.pod import Pod

CONTAINERS_NOT_READY = "ContainersNotReady"
Condition = Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class StatusWrite:
    """The arguments of `ApiServer.patch_pod_status`: top-level fields, and conditions merged by type."""

    changes: Mapping[str, Json]
    conditions: tuple[Condition, ...]


def observing(write: StatusWrite, generation: int | None) -> StatusWrite:
    """The write with the generation of the pod that the kubelet has seen, in the status and in each of its
    conditions. Source: podutil CalculatePodStatusObservedGeneration, CalculatePodConditionObservedGeneration
    (v1.36)."""
    if not generation:
        return write
    conditions = tuple({**condition, "observedGeneration": generation} for condition in write.conditions)
    return StatusWrite({**write.changes, "observedGeneration": generation}, conditions)


_OF_THE_KUBELET = ("PodScheduled", "PodReadyToStartContainers", "Initialized", "ContainersReady", "Ready")


def rejected_status(pod: Pod, reason: str, message: str, now: str) -> StatusWrite:
    """The status of a pod that is not admitted: no containers, and no conditions of the kubelet. Source:
    kubelet.go `rejectPod`, status_manager.go `updateStatusInternal` (which fills in startTime), v1.34.
    """
    status = pod.status_manifest
    changes: dict[str, Json] = {
        "phase": "Failed",
        "reason": reason,
        "message": message,
        "startTime": status.get("startTime") or now,
        "containerStatuses": None,
        "initContainerStatuses": None,
    }
    conditions = items(status.get("conditions"))
    if conditions:
        changes["conditions"] = [
            condition for condition in conditions if find(condition, "type") not in _OF_THE_KUBELET
        ] or None
    return StatusWrite(changes, ())


def called_unready_by_others(pod: Pod) -> bool:
    """Whether another component, the node lifecycle controller, set Ready to False although all containers
    are ready.
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
    """Sets Ready to True again and clears the reason that the other component wrote."""
    return StatusWrite({"reason": None}, ({"type": "Ready", "status": "True"},))
