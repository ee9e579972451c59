"""A pod waits for its volumes before its containers are started.

Source: `WaitForAttachAndMount` (pkg/kubelet/volumemanager) and `SyncPod` (pkg/kubelet/kubelet.go, v1.34). A
wait ends after 2 min 3 s and begins again. Up to v1.27 an Event told that; since then the kubelet records
none when the deadline has interrupted the wait.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scheduler_core.actor import message
from scheduler_core.kubelet.pod_workers import active_deadline
from scheduler_core.kubelet.pod_workers.worker import State, Worker
from scheduler_core.kubelet.status_manager.api_writer import ApiWriter
from scheduler_core.kubelet.status_manager.pod_status import creating
from scheduler_core.kubelet.types.act_messages import PodAct
from scheduler_core.kubelet.volume_manager import read_write_once_pod
from scheduler_core.kubelet.volume_manager.mounts import (
    Mount,
    claim_deleted,
    has_claims,
    mounts_of,
    not_mountable,
)
from scheduler_core.objects.releases.releases import Release
from scheduler_core.objects.replacing import replace

MOUNT_PATIENCE_MS = 123_000


def wait_if_needed(
    worker: Worker, others: Iterable[Worker], writer: ApiWriter
) -> tuple[Worker, PodAct | None] | None:
    """The worker before its containers are started; None when it does not have to wait for a volume.
    `others` are the workers of the other pods here.
    """
    if worker.mounts is not None or not has_claims(worker.pod):
        return None
    mounts = mounts_of(worker.pod, writer.api) if writer.connected else None
    worker = replace(worker, mounts=mounts)
    refused_mount: Mount | None = None
    if mounts is not None and not _waits(worker, mounts, writer):
        refused_mount = read_write_once_pod.refused(mounts, mounted(others))
        if refused_mount is None:
            return replace(worker, due_ms=writer.now_ms), None
    writer.status(worker.pod, creating(worker.pod, writer.timestamp))
    due = writer.now_ms + MOUNT_PATIENCE_MS
    worker = replace(worker, state=State.MOUNTING, since_ms=writer.now_ms, due_ms=due)
    worker = active_deadline.planned(worker, writer)
    if refused_mount is not None:
        return _refused(worker, refused_mount, "start", writer)
    names = tuple(mount.volume for mount in mounts or ())
    sentence = message("kubelet.waits_for_volumes", pod=worker.pod.name, volumes=names, node=writer.node)
    return worker, ("start", sentence)


def check_again(
    worker: Worker, others: Iterable[Worker], release: Release, writer: ApiWriter
) -> tuple[Worker, PodAct | None]:
    """The worker after its volumes may have changed, or after it has waited for too long."""
    now_ms, pod = writer.now_ms, worker.pod
    if worker.mounts is None and writer.connected:
        worker = replace(worker, mounts=mounts_of(pod, writer.api))
    lacking: tuple[Mount, ...] = ()
    if worker.mounts is not None and writer.connected:
        lacking = _not_mountable(worker.mounts, writer)
        if not _waits(worker, worker.mounts, writer):
            refused_mount = read_write_once_pod.refused(worker.mounts, mounted(others))
            if refused_mount is None:
                return _mountable(worker, now_ms), None
            if worker.refused_ms is None:
                return _refused(worker, refused_mount, "update", writer)
    patient_ms = worker.since_ms + MOUNT_PATIENCE_MS
    if worker.done or now_ms < patient_ms:
        return replace(worker, due_ms=None if worker.done else patient_ms), None
    if release.tells_mount_timeout:
        names = " ".join(mount.name for mount in lacking or worker.mounts or ())
        writer.event(
            pod,
            "Warning",
            "FailedMount",
            f"Unable to attach or mount volumes: unmounted volumes=[{names}], unattached volumes=[{names}], "
            "failed to process volumes=[]: timed out waiting for the condition",
        )
    sentence = message("kubelet.failed_mount", pod=pod.name, node=writer.node)
    return replace(worker, due_ms=None, done=1), ("update", sentence)


def _mountable(worker: Worker, now_ms: int) -> Worker:
    """The worker whose volumes can be mounted: by its next attempt, if an earlier one failed."""
    if worker.refused_ms is not None:
        attempt_ms = read_write_once_pod.next_attempt_ms(worker.refused_ms, now_ms)
        if attempt_ms > now_ms:
            return replace(worker, due_ms=attempt_ms)
    return replace(worker, state=State.NOT_ADMITTED, due_ms=now_ms, done=0, refused_ms=None)


def _refused(worker: Worker, mount: Mount, kind: str, writer: ApiWriter) -> tuple[Worker, PodAct | None]:
    """The worker whose volume another pod has. Its failed attempts make one Event and one act."""
    writer.event(worker.pod, "Warning", "FailedMount", read_write_once_pod.failed_mount(mount))
    sentence = message("kubelet.volume_taken", pod=worker.pod.name, volume=mount.volume, node=writer.node)
    due_ms = None if worker.done else worker.since_ms + MOUNT_PATIENCE_MS
    return replace(worker, refused_ms=writer.now_ms, due_ms=due_ms), (kind, sentence)


def _waits(worker: Worker, mounts: tuple[Mount, ...], writer: ApiWriter) -> bool:
    """Whether a volume cannot be mounted now, or a claim of the pod is being deleted."""
    return bool(_not_mountable(mounts, writer)) or claim_deleted(worker.pod, writer.api)


def _not_mountable(mounts: tuple[Mount, ...], writer: ApiWriter) -> tuple[Mount, ...]:
    return not_mountable(mounts, writer.api, writer.node, reaches_storage=writer.reaches_storage)


def mounted(workers: Iterable[Worker]) -> Iterator[Mount]:
    """The volumes that are mounted for pods: from their start until they are reported dead."""
    for worker in workers:
        if worker.state not in (State.MOUNTING, State.REPORTED):
            yield from worker.mounts or ()


def wakes_others(worker: Worker) -> bool:
    """Whether a pod that has gone or is reported dead leaves a volume that only one pod may use."""
    return any(mount.single_pod for mount in worker.mounts or ())


def mounts_in_use(workers: Iterable[Worker]) -> tuple[Mount, ...]:
    """The mounts of all pods that are not reported dead yet."""
    return tuple(
        mount for worker in workers if worker.state is not State.REPORTED for mount in worker.mounts or ()
    )
