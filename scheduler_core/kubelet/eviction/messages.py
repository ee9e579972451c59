"""Texts of the eviction manager.

Source: pkg/kubelet/eviction/helpers.go (v1.34), `evictionMessage` and the formats beside it. Every sentence
ends with a full stop and a blank, the last one too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scheduler_core.kubelet.eviction.signals import (
    DISK_PRESSURE,
    MEMORY_PRESSURE,
    PID_PRESSURE,
    Measurement,
    available_quantity,
)
from scheduler_core.kubelet.eviction.stats import Candidate, ContainerStats
from scheduler_core.kubelet.eviction.thresholds import Threshold
from scheduler_core.objects.resources import EPHEMERAL_STORAGE, MEMORY, get
from scheduler_core.objects.scalars.quantity import NANO, Quantity

REASON = "Evicted"
LOW_ON = "The node was low on resource: %(resource)s. "
NODE_CONDITION = "The node had condition: [%(conditions)s]. "
RECLAIMING = "Attempting to reclaim %(resource)s"
THRESHOLD_MET_REASON = "EvictionThresholdMet"

CONDITION_TEXTS: Mapping[str, tuple[str, str]] = {
    MEMORY_PRESSURE: ("KubeletHasInsufficientMemory", "kubelet has insufficient memory available"),
    DISK_PRESSURE: ("KubeletHasDiskPressure", "kubelet has disk pressure"),
    PID_PRESSURE: ("KubeletHasInsufficientPID", "kubelet has insufficient PID available"),
}
"""Condition → (reason, message) when it is True; for False see `node_status.HEALTHY`."""

CONDITION_EVENTS: Mapping[str, tuple[str, str]] = {
    MEMORY_PRESSURE: ("NodeHasInsufficientMemory", "NodeHasSufficientMemory"),
    DISK_PRESSURE: ("NodeHasDiskPressure", "NodeHasNoDiskPressure"),
    PID_PRESSURE: ("NodeHasInsufficientPID", "NodeHasSufficientPID"),
}
"""Condition → reason of the node's event when it turns True, and False."""


def reclaiming(resource: str) -> str:
    return RECLAIMING % {"resource": resource}


def node_condition(conditions: Sequence[str]) -> str:
    """The reason for not admitting a pod under pressure."""
    return NODE_CONDITION % {"conditions": " ".join(conditions)}


def empty_dir(volume: str, limit: Quantity) -> str:
    return f'Usage of EmptyDir volume "{volume}" exceeds the limit "{limit}". '


def pod_storage(limit: Quantity) -> str:
    return f"Pod ephemeral local storage usage exceeds the total limit of containers {limit}. "


def container_storage(container: str, limit: Quantity) -> str:
    return f'Container {container} exceeded its local ephemeral storage limit "{limit}". '


def eviction_message(
    resource: str, candidate: Candidate, thresholds: Sequence[Threshold], measurement: Measurement
) -> tuple[str, Mapping[str, str]]:
    """The message of an eviction for `resource`, and the annotations of its event.

    `thresholds` are those acted upon, in order: the first of this resource gives the numbers.
    """
    text = LOW_ON % {"resource": resource}
    for threshold in thresholds:
        observation = measurement.get(threshold.signal)
        if threshold.resource == resource and observation is not None:
            free = available_quantity(threshold.signal, observation)
            text += f"Threshold quantity: {threshold.value.of(observation.capacity)}, available: {free}. "
            break
    stats, pod = candidate.stats, candidate.pod
    if stats is None:
        return text, {}
    annotations: dict[str, str] = {}
    level = pod.spec.pod_requests
    if resource == MEMORY and level is not None and MEMORY in level:
        used = _bytes(stats.memory)
        text += f"Pod {pod.name} was using {used}, request is {level[MEMORY]}, "
        text += f"has larger consumption of {resource}. "
        annotations |= {"offending_pod": pod.name, "offending_pod_usage": str(used)}
    requests = {
        container.name: get(container.requests, resource)
        for container in (*pod.spec.init_containers, *pod.spec.containers)
    }
    names: list[str] = []
    usages: list[str] = []
    for container in stats.containers:
        usage = _usage(container, resource)
        request = requests.get(container.name)
        if usage is None or request is None or usage * NANO <= request.nano:
            continue
        text += f"Container {container.name} was using {_bytes(usage)}, request is {request}, "
        text += f"has larger consumption of {resource}. "
        names.append(container.name)
        usages.append(str(_bytes(usage)))
    annotations |= {
        "offending_containers": ",".join(names),
        "offending_containers_usage": ",".join(usages),
        "starved_resource": resource,
    }
    return text, annotations


def _usage(container: ContainerStats, resource: str) -> int | None:
    if resource == MEMORY:
        return container.memory
    if resource == EPHEMERAL_STORAGE and container.rootfs is not None and container.logs is not None:
        return container.rootfs + container.logs
    return None


def _bytes(amount: int) -> Quantity:
    return Quantity(amount * NANO, "BinarySI")
