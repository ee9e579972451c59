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
from scheduler_core.objects.lease import (
    NODE_LEASE_NAMESPACE,
    RENEW_TIME,
    RENEWING_ANNOTATION,
    Lease,
    node_lease,
)
from scheduler_core.objects.manifest import Json, Manifest, find, mapping, text, with_value, without
from scheduler_core.objects.pod import PodStatus
from scheduler_core.objects.pod_resources.declared_features import with_declared_features
from scheduler_core.objects.read_once import read_once
from scheduler_core.objects.releases.known_fields import with_known_fields
from scheduler_core.objects.releases.releases import Release
from scheduler_core.objects.releases.version import git_version
from scheduler_core.objects.replacing import replace
from scheduler_core.objects.scalars.times import format_time
from scheduler_core.objects.storage import BIND_COMPLETED_ANNOTATION
from scheduler_core.simulation.scenario.scenario import Scenario
from scheduler_core.simulation.scenario.silence import Silence, silent_nodes

PROGRESS_INTERVAL = 250
"""Number of objects stored between two calls of `progress`."""


def start_state(scenario: Scenario, progress: Callable[[float], None] = lambda share: None) -> ApiServer:
    """All objects of the scenario, as if they had existed before; objects that the API server refuses are
    left out. `progress` is called with the stored share (0 to 1) at intervals.

    `Scenario.objects` are in the order of creation already: classes before the pods that name them.
    """
    options = ServerOptions(release=scenario.release, git_version=git_version(scenario.version))
    api = ApiServer(start_at=scenario.start_at, seed=scenario.seed, options=options)
    uids = _claim_uids(scenario.objects)
    volumes = _volumes_by_claim(scenario.objects)
    silent = silent_nodes(scenario.objects, scenario.start_at)
    for number, source in enumerate(scenario.objects):
        if number % PROGRESS_INTERVAL == 0:
            progress(number / len(scenario.objects))
        manifest: Manifest = _of_release(source, options.release)
        if source.kind == "Pod":
            manifest = already_running(as_mirror(manifest), scenario.start)
        elif source.kind == "Node":
            manifest = _with_kubelet(scenario, manifest)
        elif source.kind == "Lease" and source.meta.namespace == NODE_LEASE_NAMESPACE:
            silence = silent.pop(source.meta.name, None)
            manifest = manifest if silence is None else _stopped(manifest, silence)
        elif source.kind == "PersistentVolumeClaim":
            manifest = _claim(manifest, uids, volumes)
        api.load(source.kind, Defaulted(manifest), complete=with_containers)
    for silence in silent.values():
        api.load("Lease", with_defaults("Lease", _stopped(None, silence)))
    attach_running(api)
    return api


def silent_since(api: ApiServer) -> dict[str, int]:
    """The nodes whose leases are not renewed at the start, each with the time (ms) of its last heartbeat."""
    silent: dict[str, int] = {}
    for lease in api.objects("Lease").values():
        if not isinstance(lease, Lease) or lease.renewing or lease.meta.namespace != NODE_LEASE_NAMESPACE:
            continue
        name, renewed_at = lease.meta.name, lease.renewed_at
        if name in api.nodes:
            silent[name] = 0 if renewed_at is None else min(renewed_at - api.start_at, 0)
    return silent


def _stopped(lease: Manifest | None, silence: Silence) -> Manifest:
    """The lease of a silent node, whose renewals have stopped."""
    renewed = "" if silence.since_at is None else format_time(silence.since_at)
    stopped = node_lease(silence.node, renewed, renewing=False)
    if not renewed:
        stopped = without(stopped, RENEW_TIME)
    if lease is None:
        return stopped
    return with_value(lease, ("metadata", "annotations", RENEWING_ANNOTATION), "false")


def _with_kubelet(scenario: Scenario, node: Manifest) -> Manifest:
    """The node with the version of its kubelet, where the scenario names one, and with its features."""
    version = scenario.kubelet_version_of(text(find(node, "metadata", "name")))
    if version:
        node = with_value(node, ("status", "nodeInfo", "kubeletVersion"), git_version(version))
    return with_declared_features(node, scenario.release, scenario.feature_gates)


def _of_release(source: SourceObject, release: Release) -> Defaulted:
    """The object with its defaults, without the fields that the release does not know. A pod keeps its
    priority: it may have got it when the feature was on."""
    trimmed = with_known_fields(source.kind, source.manifest, release, keeps_priority=True)
    return source.defaulted if trimmed == source.manifest else with_defaults(source.kind, trimmed)


def _claim_uids(objects: Sequence[SourceObject]) -> dict[str, str]:
    """Volumes name their claims by uid as well; claims whose uid is missing in the file get it back from
    there.
    """
    volumes = (source.manifest for source in objects if source.kind == "PersistentVolume")
    references = (find(volume, "spec", "claimRef") for volume in volumes)
    claims = (claim for claim in references if claim is not None)
    return {_namespaced(claim): text(find(claim, "uid")) for claim in claims}


def _volumes_by_claim(objects: Sequence[SourceObject]) -> dict[str, str]:
    """namespace/name of a claim → the volume that names it."""
    return {
        _namespaced(claim): source.meta.name
        for source in objects
        if source.kind == "PersistentVolume" and (claim := find(source.spec_manifest, "claimRef"))
    }


def _claim(manifest: Manifest, uids: dict[str, str], volumes: dict[str, str]) -> Manifest:
    """A claim with the uid by which its volume names it. One that says it is bound, to a volume that says the
    same, is bound, also where its text lacks the annotation of the volume controller."""
    key = _namespaced(find(manifest, "metadata"))
    if not find(manifest, "metadata", "uid") and key in uids:
        manifest = with_value(manifest, ("metadata", "uid"), uids[key])
    name = text(find(manifest, "spec", "volumeName"))
    if name and volumes.get(key) == name and find(manifest, "status", "phase") == "Bound":
        annotations = mapping(find(manifest, "metadata", "annotations"))
        if BIND_COMPLETED_ANNOTATION not in annotations:
            bound = {**annotations, BIND_COMPLETED_ANNOTATION: "yes"}
            manifest = with_value(manifest, ("metadata", "annotations"), bound)
    return manifest


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
    status = pod.status_manifest
    parts = ["conditions", "containerStatuses"] + ["initContainerStatuses"] * bool(pod.spec.init_containers)
    if not pod.node_name or pod.status.phase != "Running" or all(part in status for part in parts):
        return pod
    spec = pod.spec_manifest
    completed, typed = _kubelet_status({name: spec[name] for name in _READ_BY_STATUS if name in spec}, status)
    return replace(pod, manifest={**pod.manifest, "status": completed}, status=typed)


_READ_BY_STATUS = ("containers", "initContainers", "readinessGates", "restartPolicy")
"""The fields of a pod's spec on which the status of a running pod depends."""


@read_once
def _kubelet_status(spec: Manifest, status: Manifest) -> tuple[Manifest, PodStatus]:
    pod = Pod.parse({"spec": spec, "status": status})
    since = text(status.get("startTime"))
    update = running(pod, since)
    conditions: list[Json] = [{**condition, "lastTransitionTime": since} for condition in update.conditions]
    reported = {**update.changes, "conditions": conditions}
    completed = pod.with_status({name: value for name, value in reported.items() if name not in status})
    assumed = "containerStatuses" not in status
    return completed.status_manifest, replace(completed.status, assumed=assumed)
