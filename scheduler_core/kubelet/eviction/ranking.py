"""The order in which pods are evicted.

Source: pkg/kubelet/eviction/helpers.go `rankMemoryPressure`, `rankPIDPressure`, `rankDiskPressureFunc`,
`buildSignalToRankFunc` (v1.34). Upstream's sort is stable for up to 12 pods; here it always is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scheduler_core.kubelet.eviction.config import EvictionConfig
from scheduler_core.kubelet.eviction.signals import (
    IMAGEFS_AVAILABLE,
    IMAGEFS_INODES_FREE,
    INODES,
    MEMORY_SIGNALS,
    NODEFS_AVAILABLE,
    NODEFS_INODES_FREE,
    PID_AVAILABLE,
    RESOURCES,
)
from scheduler_core.kubelet.eviction.stats import ALL_PARTS, Candidate, Part, disk_usage, pod_request
from scheduler_core.kubelet.types.critical_pods import is_critical
from scheduler_core.objects.replacing import replace
from scheduler_core.objects.resources import EPHEMERAL_STORAGE, MEMORY
from scheduler_core.objects.scalars.quantity import NANO


@dataclass(frozen=True, slots=True)
class Ranked:
    """One place in the ranking. `usage` and `request` are in bytes (counts for inodes and processes).
    `excess` is usage minus request in nano-units and decides last.
    """

    candidate: Candidate
    measured: bool
    above: bool
    priority: int
    usage: int
    request: int
    excess: int
    critical: bool

    @property
    def over(self) -> int:
        """By how much usage exceeds the request; negative when it is lower."""
        return self.excess // NANO

    @property
    def name(self) -> str:
        return self.candidate.pod.name


def rank(
    signal: str, candidates: Sequence[Candidate], config: EvictionConfig, *, by_priority: bool = True
) -> tuple[Ranked, ...]:
    """All candidates, in the order in which they are evicted. Without `by_priority` (releases before 1.11)
    all priorities count as 0."""
    if signal in MEMORY_SIGNALS:
        places = [_by_memory(candidate) for candidate in candidates]
    elif signal == PID_AVAILABLE:
        places = [_by_processes(candidate) for candidate in candidates]
    else:
        parts, inodes = counted_parts(signal, config), RESOURCES[signal] == INODES
        places = [_by_disk(candidate, parts, inodes) for candidate in candidates]
    if not by_priority:
        places = [replace(place, priority=0) for place in places]
    return tuple(sorted(places, key=_key_of_processes if signal == PID_AVAILABLE else _key))


def _key(place: Ranked) -> tuple[bool, bool, int, int]:
    # A pod without statistics is evicted first; it has no usage to compare.
    return place.measured, place.measured and not place.above, place.priority, -place.excess


def _key_of_processes(place: Ranked) -> tuple[int, bool, int]:
    return place.priority, place.measured, -place.excess


def counted_parts(signal: str, config: EvictionConfig) -> frozenset[Part]:
    """The parts that count as usage of the disk of `signal`; containerfs is the one with the
    writable layers.
    """
    if not config.dedicated_image_fs:
        return ALL_PARTS
    of_nodefs = signal in (NODEFS_AVAILABLE, NODEFS_INODES_FREE)
    of_imagefs = signal in (IMAGEFS_AVAILABLE, IMAGEFS_INODES_FREE)
    if config.split_container_fs:
        return frozenset() if of_imagefs else ALL_PARTS
    return frozenset({Part.LOGS, Part.VOLUMES}) if of_nodefs else frozenset({Part.ROOTFS})


def _by_memory(candidate: Candidate) -> Ranked:
    request = pod_request(candidate.pod, MEMORY)
    usage = candidate.stats.memory if candidate.stats is not None else 0
    return _ranked(candidate, usage * NANO > request.nano, usage, request.value, usage * NANO - request.nano)


def _by_processes(candidate: Candidate) -> Ranked:
    processes = candidate.stats.processes if candidate.stats is not None else 0
    return _ranked(candidate, processes > 0, processes, 0, processes * NANO)


def _by_disk(candidate: Candidate, parts: frozenset[Part], inodes: bool) -> Ranked:
    request = pod_request(candidate.pod, EPHEMERAL_STORAGE)
    usage = disk_usage(candidate, parts, inodes=inodes)
    # Upstream compares inodes with a request of "inodes", which no pod can have, and then subtracts bytes.
    above = usage > 0 if inodes else usage * NANO > request.nano
    return _ranked(candidate, above, usage, request.value, usage * NANO - request.nano)


def _ranked(candidate: Candidate, above: bool, usage: int, request: int, excess: int) -> Ranked:
    """The place of a candidate; without statistics it has no usage and is not above its request."""
    measured = candidate.stats is not None
    if not measured:
        usage = excess = 0
    pod = candidate.pod
    return Ranked(
        candidate, measured, measured and above, pod.priority, usage, request, excess, is_critical(pod)
    )
