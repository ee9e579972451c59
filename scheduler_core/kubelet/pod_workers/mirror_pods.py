"""Static pods: they come from files of the node; what the API server has of them are pictures (mirror pods).

Source: pkg/kubelet/pod/mirror_client.go and kubelet.go `tryReconcileMirrorPods` (v1.34): a mirror pod that is
deleted is made again, and its pod runs on as if nothing had happened. Files cannot be changed from here, so a
mirror pod that the kubelet meets counts as the picture of a file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scheduler_core.actor import message
from scheduler_core.apiserver.storage.results import Ok
from scheduler_core.kubelet.pod_workers.sync_pod import Told
from scheduler_core.kubelet.pod_workers.worker import State, Worker
from scheduler_core.kubelet.status_manager.pending_writes import Voice
from scheduler_core.kubelet.types.critical_pods import CONFIG_HASH, CONFIG_MIRROR, is_mirror, is_static
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text, with_value
from scheduler_core.objects.pod import Pod

TOLERATES_ALL: Mapping[str, Json] = {"operator": "Exists", "effect": "NoExecute"}
"""What every static pod tolerates. Source: pkg/kubelet/config/common.go `applyDefaults`."""
_OWN = ("uid", "resourceVersion", "creationTimestamp", "generation", "finalizers")
_DELETION = ("deletionTimestamp", "deletionGracePeriodSeconds")


def from_file(pod: Pod) -> bool:
    """Whether the pod comes from a file of its node: never evicted, and not ended by deleting its object."""
    return (
        is_static(pod) or is_mirror(pod) or any(owner.kind == "Node" for owner in pod.meta.owner_references)
    )


def as_mirror(manifest: Manifest) -> Manifest:
    """A written-down pod as its kubelet would have pictured it, if it comes from a file: marked as a mirror
    pod, and with the toleration that all of them have."""
    if not from_file(Pod.parse(manifest)):
        return manifest
    annotations = mapping(find(manifest, "metadata", "annotations"))
    if CONFIG_MIRROR not in annotations:
        marked = {**annotations, CONFIG_MIRROR: text(annotations.get(CONFIG_HASH)) or "mirror"}
        manifest = with_value(manifest, ("metadata", "annotations"), marked)
    tolerations = items(find(manifest, "spec", "tolerations"))
    if not any(mapping(one) == TOLERATES_ALL for one in tolerations):
        manifest = with_value(manifest, ("spec", "tolerations"), [*tolerations, TOLERATES_ALL])
    return manifest


def called_final_by_others(worker: Worker, pod: Pod) -> bool:
    """Somebody wrote a final phase into the picture of a pod that lives: its kubelet looks at the file."""
    return from_file(pod) and pod.finished and worker.state is State.RUNNING and bool(worker.processes)


def missing(worker: Worker) -> bool:
    """The pod goes on without a picture: there was no Node object to make it for."""
    return not worker.listed and worker.mirror_ms is None and from_file(worker.pod)


def mirror_deleted(worker: Worker, pod: Pod, now_ms: int, *, listed: bool) -> Worker:
    """Somebody deleted the picture; the pod itself goes on."""
    return replace(worker, pod=pod, listed=listed, mirror_ms=now_ms)


def mirror(worker: Worker, voice: Voice) -> tuple[Worker, Told | None]:
    """Takes the deleted picture away and makes a new one, if the node is registered."""
    old = worker.pod
    worker = replace(worker, mirror_ms=None)
    stored = voice.api.pods.get(old.key)
    if stored is not None and stored.uid == old.uid and stored.terminating:
        voice.delete(stored)
    if voice.node not in voice.api.nodes:
        return replace(worker, listed=False), None
    result = voice.api.create("Pod", _picture(old), voice.now_ms)
    if not isinstance(result, Ok) or not isinstance(result.object, Pod):
        return worker, None
    voice.api.patch_pod_status(old.key, _own_status(old), voice.clock_ms)
    made = voice.api.pods[old.key]
    said = message("kubelet.mirrors", pod=old.name, node=voice.node)
    return replace(worker, pod=made, listed=True), ("create", said)


def _own_status(pod: Pod) -> dict[str, Json]:
    """What the kubelet knows of its pod; what others said of the old picture went with it."""
    status = dict(mapping(pod.manifest.get("status")))
    if "conditions" in status:
        conditions = items(status["conditions"])
        status["conditions"] = [one for one in conditions if find(one, "type") != "DisruptionTarget"]
    return {**status, "phase": pod.status.phase or "Pending"}


def _picture(pod: Pod) -> Manifest:
    metadata: dict[str, Json] = {
        name: value
        for name, value in mapping(pod.manifest.get("metadata")).items()
        if name not in (*_OWN, *_DELETION)
    }
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": pod.manifest.get("spec")}
