"""Mirror pods: the objects that a kubelet creates at the API server for its static pods.

Source: pkg/kubelet/pod/mirror_client.go and kubelet.go `tryReconcileMirrorPods` (v1.34): a mirror pod that is
deleted is created again, and its pod runs on as if nothing had happened. Files cannot be changed from here,
so a mirror pod that the kubelet meets stands for a file.
"""

from __future__ import annotations

from scheduler_core.actor import message
from scheduler_core.apiserver.storage.results import Ok
from scheduler_core.kubelet.pod_workers.worker import State, Worker
from scheduler_core.kubelet.status_manager.api_writer import ApiWriter
from scheduler_core.kubelet.types.act_messages import PodAct
from scheduler_core.kubelet.types.static_pods import from_file
from scheduler_core.objects.manifest import Json, Manifest, find, items
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.replacing import replace

_OWN = ("uid", "resourceVersion", "creationTimestamp", "generation", "finalizers")


_DELETION = ("deletionTimestamp", "deletionGracePeriodSeconds")


def called_final_by_others(worker: Worker, pod: Pod) -> bool:
    """True when the API server's mirror pod says Failed or Succeeded although the static pod still runs."""
    return from_file(pod) and pod.finished and worker.state is State.RUNNING and bool(worker.processes)


def missing(worker: Worker) -> bool:
    """Whether a static pod runs without a mirror pod, because there was no Node object to own one."""
    return not worker.listed and worker.mirror_ms is None and from_file(worker.pod)


def mirror_deleted(worker: Worker, pod: Pod, now_ms: int, *, listed: bool) -> Worker:
    """The worker after its mirror pod was deleted; the static pod itself runs on."""
    return replace(worker, pod=pod, listed=listed, mirror_ms=now_ms)


def mirror(worker: Worker, writer: ApiWriter) -> tuple[Worker, PodAct | None]:
    """Removes the deleted mirror pod and creates a new one, if the node is registered."""
    old = worker.pod
    worker = replace(worker, mirror_ms=None)
    stored = writer.api.pods.get(old.key)
    if stored is not None and stored.uid == old.uid and stored.terminating:
        writer.delete(stored)
    if writer.node not in writer.api.nodes:
        return replace(worker, listed=False), None
    result = writer.api.create("Pod", _picture(old), writer.now_ms)
    if not isinstance(result, Ok) or not isinstance(result.object, Pod):
        return worker, None
    writer.api.patch_pod_status(old.key, _own_status(old), writer.clock_ms)
    created = writer.api.pods[old.key]
    sentence = message("kubelet.mirrors", pod=old.name, node=writer.node)
    return replace(worker, pod=created, listed=True), ("create", sentence)


def _own_status(pod: Pod) -> dict[str, Json]:
    """The status that the kubelet itself wrote, without conditions that others added to the old mirror
    pod.
    """
    status = dict(pod.status_manifest)
    if "conditions" in status:
        conditions = items(status["conditions"])
        status["conditions"] = [entry for entry in conditions if find(entry, "type") != "DisruptionTarget"]
    return {**status, "phase": pod.status.phase or "Pending"}


def _picture(pod: Pod) -> Manifest:
    metadata: dict[str, Json] = {
        name: value for name, value in pod.metadata_manifest.items() if name not in (*_OWN, *_DELETION)
    }
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": pod.spec_manifest}
