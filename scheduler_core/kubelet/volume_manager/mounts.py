"""Volumes on a node: a pod starts only when those that have to be attached are.

Source: pkg/kubelet/volumemanager (v1.34): it asks for a volume by listing it in node.status.volumesInUse,
waits until the attach/detach controller lists it in volumesAttached, and complains, once, after 2 min 3 s.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from scheduler_core.actor import message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.kubelet.node.machine import Mount
from scheduler_core.kubelet.pod_workers.sync_pod import Told
from scheduler_core.kubelet.pod_workers.worker import State, Worker
from scheduler_core.kubelet.status_manager.pending_writes import Voice
from scheduler_core.kubelet.status_manager.pod_status import creating
from scheduler_core.objects.manifest import find, mapping, text
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.storage import PersistentVolume, PersistentVolumeClaim
from scheduler_core.objects.volumes.attachable import (
    attacher,
    claim_keys,
    unique_volume_name,
    volumes_attached,
    volumes_in_use,
)

MOUNT_PATIENCE_MS = 123_000
_ON_THE_NODE = ("hostPath", "local", "emptyDir")


def mounts_of(pod: Pod, api: ApiServer) -> tuple[Mount, ...]:
    """The pod's volumes that lie outside its node."""
    claims, volumes = api.objects("PersistentVolumeClaim"), api.objects("PersistentVolume")
    drivers = api.objects("CSIDriver")
    found: list[Mount] = []
    for name, key in zip(_claimed(pod), claim_keys(pod), strict=True):
        claim = claims.get(key)
        if not isinstance(claim, PersistentVolumeClaim) or not claim.bound:
            continue
        volume = volumes.get(claim.volume_name)
        if not isinstance(volume, PersistentVolume):
            continue
        if any(find(volume.manifest, "spec", field) is not None for field in _ON_THE_NODE):
            continue
        attaches = bool(attacher(volume, drivers))
        found.append(Mount(name, key, volume.meta.name, unique_volume_name(volume), attaches))
    return tuple(found)


def _claimed(pod: Pod) -> Iterator[str]:
    """The names of the volumes in the pod that `claim_keys` speaks of."""
    for entry in pod.spec.volumes:
        if find(entry, "persistentVolumeClaim", "claimName") or isinstance(find(entry, "ephemeral"), dict):
            yield text(entry.get("name"))


def has_claims(pod: Pod) -> bool:
    return next(claim_keys(pod), None) is not None


def missing(mounts: Iterable[Mount], voice: Voice) -> tuple[Mount, ...]:
    """Those that cannot be mounted now."""
    stored = voice.api.nodes.get(voice.node)
    attached = () if stored is None else volumes_attached(stored)
    return tuple(
        one for one in mounts if not voice.storage or (one.attaches and one.unique_name not in attached)
    )


def first_look(worker: Worker, voice: Voice) -> tuple[Worker, Told | None] | None:
    """At a pod's start: None where nothing has to be waited for."""
    if worker.mounts is not None or not has_claims(worker.pod):
        return None
    mounts = mounts_of(worker.pod, voice.api) if voice.heard else None
    worker = replace(worker, mounts=mounts)
    if mounts is not None and not missing(mounts, voice):
        return replace(worker, due_ms=voice.now_ms), None
    voice.status(worker.pod, creating(worker.pod, voice.timestamp))
    due = voice.now_ms + MOUNT_PATIENCE_MS
    worker = replace(worker, state=State.MOUNTING, since_ms=voice.now_ms, due_ms=due)
    names = tuple(one.volume for one in mounts or ())
    said = message("kubelet.waits_for_volumes", pod=worker.pod.name, volumes=names, node=voice.node)
    return worker, ("start", said)


def look_again(worker: Worker, voice: Voice) -> tuple[Worker, Told | None]:
    """Something changed, or the patience is over."""
    now_ms, pod = voice.now_ms, worker.pod
    if worker.mounts is None and voice.heard:
        worker = replace(worker, mounts=mounts_of(pod, voice.api))
    lacking: tuple[Mount, ...] = ()
    if worker.mounts is not None and voice.heard:
        lacking = missing(worker.mounts, voice)
        if not lacking:
            return replace(worker, state=State.SEEN, due_ms=now_ms, done=0), None
    patient_ms = worker.since_ms + MOUNT_PATIENCE_MS
    if worker.done or now_ms < patient_ms:
        return replace(worker, due_ms=None if worker.done else patient_ms), None
    names = " ".join(one.name for one in lacking or worker.mounts or ())
    voice.event(
        pod,
        "Warning",
        "FailedMount",
        f"Unable to attach or mount volumes: unmounted volumes=[{names}], unattached volumes=[{names}], "
        "failed to process volumes=[]: timed out waiting for the condition",
    )
    said = message("kubelet.failed_mount", pod=pod.name, node=voice.node)
    return replace(worker, due_ms=None, done=1), ("update", said)


def in_use(workers: Iterable[Worker]) -> tuple[str, ...]:
    """The unique names for node.status.volumesInUse: wanted by a pod that is not dead yet."""
    names = {
        one.unique_name: None
        for worker in workers
        if worker.mounts and worker.state is not State.REPORTED
        for one in worker.mounts
        if one.attaches
    }
    return tuple(sorted(names))


def say_in_use(used: tuple[str, ...], api: ApiServer, node: str) -> bool:
    """Writes node.status.volumesInUse; False: there is no such node."""
    stored = api.nodes.get(node)
    if stored is None:
        return False
    if volumes_in_use(stored) != used:
        status = {**mapping(stored.manifest.get("status")), "volumesInUse": list(used)}
        api.update_status("Node", node, status)
    return True
