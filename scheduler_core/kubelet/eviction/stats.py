"""The usage statistics of a pod, and its requests.

Source: pkg/kubelet/eviction/helpers.go `podDiskUsage`, `localVolumeNames`; pkg/api/v1/resource
`GetResourceRequestQuantity` (v1.34).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from scheduler_core.objects.manifest import Manifest, find
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.pod_resources.requests import pod_level
from scheduler_core.objects.scalars.quantity import ZERO, Quantity


@dataclass(frozen=True, slots=True)
class ContainerStats:
    """Bytes and counts; None means not measured. `rootfs` is the writable layer."""

    name: str
    memory: int | None = None
    rootfs: int | None = None
    logs: int | None = None
    rootfs_inodes: int | None = None
    logs_inodes: int | None = None


@dataclass(frozen=True, slots=True)
class VolumeStats:
    name: str
    used: int = 0
    inodes: int = 0


@dataclass(frozen=True, slots=True)
class PodStats:
    containers: tuple[ContainerStats, ...] = ()
    volumes: tuple[VolumeStats, ...] = ()
    processes: int = 0

    @property
    def memory(self) -> int:
        """The working set of the whole pod."""
        return sum(container.memory or 0 for container in self.containers)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A pod that may be evicted; `stats` is None when nothing was measured of it."""

    pod: Pod
    stats: PodStats | None


class Part(StrEnum):
    """The places where a pod stores bytes and inodes."""

    ROOTFS = "writable layers"
    LOGS = "logs"
    VOLUMES = "local volumes"


ALL_PARTS = frozenset(Part)


def disk_usage(candidate: Candidate, parts: Collection[Part], *, inodes: bool = False) -> int:
    """The bytes (or inodes) that the pod uses in `parts`; 0 without statistics."""
    stats = candidate.stats
    if stats is None:
        return 0
    total = 0
    for container in stats.containers:
        if Part.ROOTFS in parts:
            total += (container.rootfs_inodes if inodes else container.rootfs) or 0
        if Part.LOGS in parts:
            total += (container.logs_inodes if inodes else container.logs) or 0
    if Part.VOLUMES in parts:
        local = {find(volume, "name") for volume in candidate.pod.spec.volumes if _local(volume)}
        for measured in stats.volumes:
            if measured.name in local:
                total += measured.inodes if inodes else measured.used
    return total


def memory_backed(volume: Manifest) -> bool:
    return find(volume, "emptyDir", "medium") == "Memory"


def _local(volume: Manifest) -> bool:
    """Whether the volume is local: hostPath, or one of `IsLocalEphemeralVolume` (emptyDir on disk, configMap,
    gitRepo).
    """
    if volume.get("emptyDir") is not None:
        return not memory_backed(volume)
    return any(volume.get(kind) is not None for kind in ("hostPath", "configMap", "gitRepo"))


def pod_request(pod: Pod, resource: str) -> Quantity:
    """The request of the whole pod for `resource`, as the kubelet counts it.

    It is the larger of the containers' sum and the largest init container; overhead is added only when that
    is not zero. Unlike the scheduler, the kubelet does not add up sidecars.
    """
    level = pod.spec.pod_requests
    if level is not None and resource in level and pod_level(resource):
        request = level[resource]
    else:
        request = ZERO
        for container in pod.spec.containers:
            if resource in container.requests:
                request += container.requests[resource]
        for container in pod.spec.init_containers:
            if resource in container.requests and container.requests[resource].nano > request.nano:
                request = container.requests[resource]
    if request.nano and resource in pod.spec.overhead:
        request += pod.spec.overhead[resource]
    return request
