"""The scores by which the kernel picks a container when a node is out of memory.

Source: pkg/kubelet/qos/policy.go `GetContainerOOMScoreAdjust` (v1.34).
"""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.kubelet.types.critical_pods import is_node_critical
from scheduler_core.kubelet.types.pod_qos import pod_qos_class
from scheduler_core.objects.pod import Container, Pod
from scheduler_core.objects.pod_resources.qos import BEST_EFFORT, GUARANTEED
from scheduler_core.objects.pod_resources.requests import pod_requests
from scheduler_core.objects.resources import MEMORY, get

PROTECTED = -997
"""The score of Guaranteed pods, and of pods that are critical to their node."""
BEST_EFFORT_SCORE = 1000


def oom_score_adj(
    qos: str,
    memory_request: int,
    node_memory: int,
    *,
    node_critical: bool = False,
    regular_requests: Sequence[int] | None = None,
    unassigned: int = 0,
) -> int:
    """The adjustment of one container, -1000 … 1000: the highest is killed first. Memory is in bytes.

    `regular_requests` are, for a sidecar, the requests of its pod's regular containers. `unassigned` is this
    container's part of the pod-level request that no container asks for (`unassigned_memory`).
    """
    if node_critical or qos == GUARANTEED:
        return PROTECTED
    if qos == BEST_EFFORT:
        return BEST_EFFORT_SCORE
    score = BEST_EFFORT_SCORE - 1000 * (memory_request + unassigned) // node_memory
    if regular_requests:
        # A sidecar must not be killed before the container it serves.
        score = min(score, BEST_EFFORT_SCORE - 1000 * (min(regular_requests) + unassigned) // node_memory)
    return min(max(score, BEST_EFFORT_SCORE + PROTECTED), BEST_EFFORT_SCORE - 1)


def unassigned_memory(pod: Pod) -> int:
    """Each container's part of the pod-level memory request that no container asks for (bytes)."""
    level = pod.spec.pod_requests
    if level is None or not get(level, MEMORY).nano:
        return 0
    containers = len(pod.spec.containers) + len(pod.spec.init_containers)
    together = get(pod_requests(pod, use_pod_level=False), MEMORY).value
    together -= get(pod.spec.overhead, MEMORY).value
    return int((get(level, MEMORY).value - together) / containers) if containers else 0


def container_oom_score_adj(pod: Pod, container: Container, node_memory: int) -> int:
    """The adjustment of one of the pod's containers on a node with `node_memory` bytes."""
    return oom_score_adj(
        pod_qos_class(pod),
        get(container.requests, MEMORY).value,
        node_memory,
        node_critical=is_node_critical(pod),
        regular_requests=[get(regular.requests, MEMORY).value for regular in pod.spec.containers]
        if container.sidecar
        else None,
        unassigned=unassigned_memory(pod),
    )
