"""A volume with the access mode ReadWriteOncePod is mounted for one pod of the node at a time.

Source: pkg/volume/util/operationexecutor/operation_generator.go `GenerateMountVolumeFunc`, and
pkg/util/goroutinemap/exponentialbackoff (v1.34). The scheduler enforces the mode too; a pod that it did not
bind meets it here.
"""

from __future__ import annotations

from collections.abc import Iterable

from scheduler_core.kubelet.volume_manager.mounts import Mount

IN_USE = "volume uses the ReadWriteOncePod access mode and is already in use by another pod"
SET_UP_FAILED = 'MountVolume.SetUp failed for volume "%(volume)s" : %(error)s'
FIRST_RETRY_MS = 500
MAX_BACKOFF_MS = 122_000
"""Each failure doubles the time before the next attempt, up to 2 min 2 s."""


def failed_mount(mount: Mount) -> str:
    """The message of the FailedMount Event."""
    return SET_UP_FAILED % {"volume": mount.volume, "error": IN_USE}


def refused(mounts: Iterable[Mount], others: Iterable[Mount]) -> Mount | None:
    """The first of a pod's mounts that the node refuses, because one of the `others` has the volume mounted;
    None when all can be mounted.
    """
    in_use = {other.volume for other in others}
    return next((mount for mount in mounts if mount.single_pod and mount.volume in in_use), None)


def next_attempt_ms(first_ms: int, now_ms: int) -> int:
    """The time (ms) of the first attempt at `now_ms` or later, when the attempt at `first_ms` failed and
    those in between fail as well. A failed attempt changes nothing, so they are not played one by one.
    """
    at_ms, wait_ms = first_ms, FIRST_RETRY_MS
    while at_ms < now_ms:
        if wait_ms == MAX_BACKOFF_MS:
            return at_ms + -(-(now_ms - at_ms) // wait_ms) * wait_ms
        at_ms += wait_ms
        wait_ms = min(2 * wait_ms, MAX_BACKOFF_MS)
    return at_ms
