"""Limits of local storage, which every pass checks even without pressure.

Source: pkg/kubelet/eviction/eviction_manager.go `localStorageEviction` (v1.34).
"""

from __future__ import annotations

from scheduler_core.kubelet.eviction import messages
from scheduler_core.kubelet.eviction.stats import ALL_PARTS, Candidate, PodStats, disk_usage
from scheduler_core.objects.manifest import find, text
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.resources import EPHEMERAL_STORAGE, ResourceList, add, highest
from scheduler_core.objects.scalars.quantity import NANO, Quantity, QuantityError, parse_quantity


def exceeded_limit(candidate: Candidate, *, dedicated_image_fs: bool, sidecars: bool = False) -> str | None:
    """The limit that the pod exceeds, as the message of its eviction; None when it exceeds none or has no
    statistics. With `sidecars` the limits of sidecars count too (since 1.37).
    """
    if candidate.stats is None:
        return None
    return (
        _empty_dir(candidate.pod, candidate.stats)
        or _pod(candidate)
        or _container(candidate.pod, candidate.stats, dedicated_image_fs, sidecars)
    )


def _empty_dir(pod: Pod, stats: PodStats) -> str | None:
    """The message about the first emptyDir that holds more than its sizeLimit; None when there is none."""
    used = {volume.name: volume.used for volume in stats.volumes}
    for volume in pod.spec.volumes:
        name = text(volume.get("name"))
        limit = _size_limit(find(volume, "emptyDir", "sizeLimit"))
        if limit is not None and limit.nano > 0 and name in used and used[name] * NANO > limit.nano:
            return messages.empty_dir(name, limit)
    return None


def _size_limit(value: object) -> Quantity | None:
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return None
    try:
        return parse_quantity(value)
    except QuantityError:
        return None


def _pod(candidate: Candidate) -> str | None:
    limit = pod_storage_limit(candidate.pod)
    if limit is not None and disk_usage(candidate, ALL_PARTS) * NANO > limit.nano:
        return messages.pod_storage(limit)
    return None


def pod_storage_limit(pod: Pod) -> Quantity | None:
    """The ephemeral-storage limit of the whole pod (component-helpers `PodLimits`); None when no container
    has one.
    """
    total: dict[str, Quantity] = {}
    for container in pod.spec.containers:
        total = add(total, _storage(container.limits))
    sidecars: dict[str, Quantity] = {}
    peak: dict[str, Quantity] = {}
    for container in pod.spec.init_containers:
        if container.sidecar:
            total = add(total, _storage(container.limits))
            sidecars = add(sidecars, _storage(container.limits))
            peak = highest(peak, sidecars)
        else:
            peak = highest(peak, add(_storage(container.limits), sidecars))
    total = highest(total, peak)
    if EPHEMERAL_STORAGE not in total:
        return None
    limit = total[EPHEMERAL_STORAGE]
    if limit.nano and EPHEMERAL_STORAGE in pod.spec.overhead:
        limit += pod.spec.overhead[EPHEMERAL_STORAGE]
    return limit


def _storage(limits: ResourceList) -> ResourceList:
    return {name: limit for name, limit in limits.items() if name == EPHEMERAL_STORAGE}


def _container(pod: Pod, stats: PodStats, dedicated_image_fs: bool, sidecars: bool) -> str | None:
    """The message about the first container whose logs and writable layer exceed its limit; else None."""
    limits = {
        container.name: container.limits[EPHEMERAL_STORAGE]
        for container in (
            *pod.spec.containers,
            *(entry for entry in pod.spec.init_containers if sidecars and entry.sidecar),
        )
        if EPHEMERAL_STORAGE in container.limits and container.limits[EPHEMERAL_STORAGE].value
    }
    for container in stats.containers:
        used = container.logs or 0
        if not dedicated_image_fs:
            used += container.rootfs or 0
        if container.name in limits and limits[container.name].nano < used * NANO:
            return messages.container_storage(container.name, limits[container.name])
    return None
