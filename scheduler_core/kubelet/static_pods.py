"""Static pods: they come from files of the node; what the API server has of them are pictures (mirror pods).

Source: pkg/kubelet/pod/mirror_client.go and kubelet.go `tryReconcileMirrorPods` (v1.34): a mirror pod that is
deleted is made again, and its pod runs on as if nothing had happened. Files cannot be changed from here, so a
mirror pod that the kubelet meets counts as the picture of a file.
"""

from __future__ import annotations

from dataclasses import replace

from scheduler_core.apiserver.actor import message
from scheduler_core.apiserver.results import Ok
from scheduler_core.kubelet.critical import is_mirror, is_static
from scheduler_core.kubelet.outbox import Voice
from scheduler_core.kubelet.syncing import Told
from scheduler_core.kubelet.worker import Worker
from scheduler_core.objects.manifest import Json, Manifest, mapping
from scheduler_core.objects.pod import Pod

_OWN = ("uid", "resourceVersion", "creationTimestamp", "generation", "finalizers")
_DELETION = ("deletionTimestamp", "deletionGracePeriodSeconds")


def from_file(pod: Pod) -> bool:
    """Whether the pod comes from a file of its node: never evicted, and not ended by deleting its object."""
    return (
        is_static(pod) or is_mirror(pod) or any(owner.kind == "Node" for owner in pod.meta.owner_references)
    )


def mirror_deleted(worker: Worker, pod: Pod, now_ms: int, *, listed: bool) -> Worker:
    """Somebody deleted the picture; the pod itself goes on."""
    return replace(worker, pod=pod, listed=listed, mirror_ms=now_ms)


def mirror(worker: Worker, voice: Voice) -> tuple[Worker, Told | None]:
    """Takes the deleted picture away and makes a new one."""
    old = worker.pod
    worker = replace(worker, mirror_ms=None)
    stored = voice.api.pods.get(old.key)
    if stored is not None and stored.uid == old.uid and stored.terminating:
        voice.delete(stored)
    result = voice.api.create("Pod", _picture(old), voice.now_ms)
    if not isinstance(result, Ok) or not isinstance(result.object, Pod):
        return worker, None
    state = {name: value for name, value in mapping(old.manifest.get("status")).items() if name != "phase"}
    voice.api.patch_pod_status(old.key, {**state, "phase": old.status.phase or "Pending"}, voice.clock_ms)
    made = voice.api.pods[old.key]
    said = message("kubelet.mirrors", pod=old.name, node=voice.node)
    return replace(worker, pod=made, listed=True), ("create", said)


def _picture(pod: Pod) -> Manifest:
    metadata: dict[str, Json] = {
        name: value
        for name, value in mapping(pod.manifest.get("metadata")).items()
        if name not in (*_OWN, *_DELETION)
    }
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": pod.manifest.get("spec")}
