"""The start state: the scenario's manifests in an API server at virtual time 0."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scheduler_core.apiserver.defaults.defaulting import Defaulted, with_defaults
from scheduler_core.apiserver.documents.source_object import SourceObject
from scheduler_core.apiserver.server import ApiServer, ServerOptions
from scheduler_core.controllers.volume.attachments import attach_running
from scheduler_core.kubelet.status_manager.pod_status import running
from scheduler_core.kubelet.types.static_pods import as_mirror
from scheduler_core.objects import Pod
from scheduler_core.objects.manifest import Json, Manifest, find, mapping, text, with_value
from scheduler_core.objects.pod import PodStatus
from scheduler_core.objects.read_once import read_once
from scheduler_core.objects.releases.known_fields import with_known_fields
from scheduler_core.objects.releases.releases import Release
from scheduler_core.objects.replacing import replace
from scheduler_core.simulation.scenario.scenario import Scenario

TOLD_OBJECTS = 250
"""Objects between two reports of how many are there."""


def start_state(scenario: Scenario, told: Callable[[float], None] = lambda share: None) -> ApiServer:
    """All objects of the scenario, as if they had existed before; objects that the API server refuses are
    left out. `told` hears now and then which share (0 to 1) of them is there.

    `Scenario.objects` are in the order of creation already: classes before the pods that name them.
    """
    options = ServerOptions(release=scenario.release)
    api = ApiServer(start_at=scenario.start_at, seed=scenario.seed, options=options)
    uids = _claim_uids(scenario.objects)
    for number, source in enumerate(scenario.objects):
        if number % TOLD_OBJECTS == 0:
            told(number / len(scenario.objects))
        manifest: Manifest = _known(source, options.release)
        if source.kind == "Pod":
            manifest = already_running(as_mirror(manifest), scenario.start)
        elif source.kind == "PersistentVolumeClaim" and not find(manifest, "metadata", "uid"):
            uid = uids.get(_namespaced(find(manifest, "metadata")))
            manifest = with_value(manifest, ("metadata", "uid"), uid) if uid else manifest
        api.load(source.kind, Defaulted(manifest), complete=with_containers)
    attach_running(api)
    return api


def _known(source: SourceObject, release: Release) -> Defaulted:
    """The object with its defaults, without the fields that the release does not know. A pod keeps its
    priority: it may have got it when the feature was on."""
    known = with_known_fields(source.kind, source.manifest, release, keeps_priority=True)
    return source.defaulted if known == source.manifest else with_defaults(source.kind, known)


def _claim_uids(objects: Sequence[SourceObject]) -> dict[str, str]:
    """Volumes name their claims by uid as well; claims whose uid is missing in the file get it back from
    there.
    """
    references = (
        find(each.manifest, "spec", "claimRef") for each in objects if each.kind == "PersistentVolume"
    )
    return {_namespaced(each): text(find(each, "uid")) for each in references if each is not None}


def _namespaced(reference: Json) -> str:
    return f"{text(find(reference, 'namespace')) or 'default'}/{text(find(reference, 'name'))}"


def already_running(manifest: Manifest, start: str) -> Manifest:
    """A bound pod without a phase has been running since the start."""
    status = mapping(manifest.get("status"))
    if not text(find(manifest, "spec", "nodeName")) or status.get("phase", "Running") != "Running":
        return manifest
    since = text(status.get("startTime")) or start
    if not text(find(manifest, "metadata", "creationTimestamp")):
        manifest = with_value(manifest, ("metadata", "creationTimestamp"), since)
    return with_value(manifest, ("status",), {**status, "phase": "Running", "startTime": since})


def with_containers(pod: Pod) -> Pod:
    """A bound pod that runs, with what its status lacks of containers and conditions, as a kubelet would have
    written it at the pod's startTime. A pod that was read from a cluster lacks nothing.
    """
    status = mapping(pod.manifest.get("status"))
    parts = ["conditions", "containerStatuses"] + ["initContainerStatuses"] * bool(pod.spec.init_containers)
    if not pod.node_name or pod.status.phase != "Running" or all(part in status for part in parts):
        return pod
    spec = mapping(pod.manifest.get("spec"))
    told, typed = _told_by_kubelet({name: spec[name] for name in _READ_BY_STATUS if name in spec}, status)
    return replace(pod, manifest={**pod.manifest, "status": told}, status=typed)


_READ_BY_STATUS = ("containers", "initContainers", "readinessGates", "restartPolicy")
"""The fields of a pod's spec on which the status of a running pod depends."""


@read_once
def _told_by_kubelet(spec: Manifest, status: Manifest) -> tuple[Manifest, PodStatus]:
    pod = Pod.parse({"spec": spec, "status": status})
    since = text(status.get("startTime"))
    written = running(pod, since)
    conditions: list[Json] = [{**each, "lastTransitionTime": since} for each in written.conditions]
    told = {**written.changes, "conditions": conditions}
    completed = pod.with_status({name: value for name, value in told.items() if name not in status})
    return mapping(completed.manifest["status"]), completed.status
