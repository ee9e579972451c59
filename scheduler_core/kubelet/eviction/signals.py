"""The signals that the eviction manager watches, the resource of each, and the node condition that it sets.

Source: pkg/kubelet/eviction/helpers.go, pkg/kubelet/eviction/api/types.go (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler_core.objects.resources import EPHEMERAL_STORAGE, MEMORY
from scheduler_core.objects.scalars.quantity import NANO, Format, Quantity

MEMORY_AVAILABLE = "memory.available"
ALLOCATABLE_MEMORY_AVAILABLE = "allocatableMemory.available"
NODEFS_AVAILABLE = "nodefs.available"
NODEFS_INODES_FREE = "nodefs.inodesFree"
IMAGEFS_AVAILABLE = "imagefs.available"
IMAGEFS_INODES_FREE = "imagefs.inodesFree"
CONTAINERFS_AVAILABLE = "containerfs.available"
CONTAINERFS_INODES_FREE = "containerfs.inodesFree"
PID_AVAILABLE = "pid.available"

INODES = "inodes"
PIDS = "pids"

MEMORY_PRESSURE = "MemoryPressure"
DISK_PRESSURE = "DiskPressure"
PID_PRESSURE = "PIDPressure"
CONDITIONS = (MEMORY_PRESSURE, DISK_PRESSURE, PID_PRESSURE)

RESOURCES: Mapping[str, str] = {
    MEMORY_AVAILABLE: MEMORY,
    ALLOCATABLE_MEMORY_AVAILABLE: MEMORY,
    NODEFS_AVAILABLE: EPHEMERAL_STORAGE,
    IMAGEFS_AVAILABLE: EPHEMERAL_STORAGE,
    CONTAINERFS_AVAILABLE: EPHEMERAL_STORAGE,
    NODEFS_INODES_FREE: INODES,
    IMAGEFS_INODES_FREE: INODES,
    CONTAINERFS_INODES_FREE: INODES,
    PID_AVAILABLE: PIDS,
}
"""Signal → resource, in the order in which signals are served when several are crossed.

The order within memory and within the rest is this simulator's: upstream takes a Go map's."""

MEMORY_SIGNALS = (MEMORY_AVAILABLE, ALLOCATABLE_MEMORY_AVAILABLE)
CONTAINERFS_SIGNALS = (CONTAINERFS_AVAILABLE, CONTAINERFS_INODES_FREE)


def condition_of(signal: str) -> str:
    """The node condition that a crossed threshold of `signal` sets."""
    if signal in MEMORY_SIGNALS:
        return MEMORY_PRESSURE
    return PID_PRESSURE if signal == PID_AVAILABLE else DISK_PRESSURE


@dataclass(frozen=True, slots=True)
class Observation:
    """The measurement of one signal, in bytes or as a count. `stats_ms` is the time of the figures."""

    available: int
    capacity: int
    stats_ms: int


Measurement = Mapping[str, Observation]
"""Observations by signal; a signal that was not measured is missing."""


def available_quantity(signal: str, observation: Observation) -> Quantity:
    """The free amount as messages print it: counts in the decimal family, bytes in the binary one."""
    family: Format = "DecimalSI" if RESOURCES[signal] in (INODES, PIDS) else "BinarySI"
    return Quantity(observation.available * NANO, family)
