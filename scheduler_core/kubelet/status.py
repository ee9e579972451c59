"""The pod statuses a kubelet writes.

Source: pkg/kubelet/kubelet_pods.go and pkg/kubelet/status/generate.go (v1.34), as far as one can
see them on a board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import Container, Pod

CONTAINERS_NOT_READY = "ContainersNotReady"
Condition = Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class StatusWrite:
    """What goes into `ApiServer.patch_pod_status`: top-level fields, and conditions merged by type."""

    changes: Mapping[str, Json]
    conditions: tuple[Condition, ...]


def creating(pod: Pod, now: str) -> StatusWrite:
    """First sight: the sandbox is being made, containers wait."""
    names = sorted(container.name for container in pod.spec.containers)
    waits = "PodInitializing" if pod.spec.init_containers else "ContainerCreating"
    changes: dict[str, Json] = {
        "phase": "Pending",
        "startTime": now,
        "containerStatuses": [
            _entry(container, 0, False, {"waiting": {"reason": waits}})
            for container in _sorted(pod.spec.containers)
        ],
    }
    if pod.spec.init_containers:
        changes["initContainerStatuses"] = [
            _entry(container, 0, False, {"waiting": {"reason": "PodInitializing"}})
            for container in pod.spec.init_containers
        ]
    uninitialized = (
        f"containers with incomplete status: [{' '.join(c.name for c in pod.spec.init_containers)}]"
    )
    conditions = (
        _true("Initialized")
        if not pod.spec.init_containers
        else _false("Initialized", "ContainersNotInitialized", uninitialized),
        *_unready(names),
    )
    return StatusWrite(changes, conditions)


def _sorted(containers: Sequence[Container]) -> list[Container]:
    """The kubelet reports regular containers by name."""
    return sorted(containers, key=lambda container: container.name)


def _entry(container: Container, restarts: int, ready: bool, state: Json) -> dict[str, Json]:
    return {
        "name": container.name,
        "image": container.image,
        "ready": ready,
        "started": ready,
        "restartCount": restarts,
        "state": state,
    }


def _terminated(exit_code: int, now: str) -> Json:
    reason = "Completed" if exit_code == 0 else "Error"
    return {"terminated": {"exitCode": exit_code, "reason": reason, "finishedAt": now}}


def _true(kind: str) -> Condition:
    return {"type": kind, "status": "True"}


def _false(kind: str, reason: str, message: str) -> Condition:
    condition: dict[str, Json] = {"type": kind, "status": "False", "reason": reason}
    if message:
        condition["message"] = message
    return condition


def _unready(names: Sequence[str]) -> tuple[Condition, ...]:
    message = f"containers with unready status: [{' '.join(names)}]"
    return (
        _false("Ready", CONTAINERS_NOT_READY, message),
        _false("ContainersReady", CONTAINERS_NOT_READY, message),
    )


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
    """The kubelet's own word on Ready."""
    return StatusWrite({}, (_true("Ready"),))
