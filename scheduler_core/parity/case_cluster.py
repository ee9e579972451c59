"""The cluster of a recorded case as the scheduler sees it, after the API server has completed the objects."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.apiserver.admission.admission import resolve_priority
from scheduler_core.apiserver.defaults.defaulting import with_defaults
from scheduler_core.objects.device_slices import ResourceSlice
from scheduler_core.objects.devices import DeviceClass, ResourceClaim
from scheduler_core.objects.manifest import Manifest, find, items, mapping, text, with_value
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.policy import Namespace, PodDisruptionBudget, PriorityClass
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.replacing import replace
from scheduler_core.objects.storage import CSINode, PersistentVolume, PersistentVolumeClaim, StorageClass
from scheduler_core.objects.workloads import Service, Workload
from scheduler_core.parity.case_config import profile_config
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.configuration import Configuration
from scheduler_core.scheduler.configuration.profile import Profile, ProfileConfig, build_profile
from scheduler_core.scheduler.configuration.releases import in_release
from scheduler_core.scheduler.queue.nominator import Nominator

_OWNERS = {
    "replicasets": "ReplicaSet",
    "statefulsets": "StatefulSet",
    "replicationcontrollers": "ReplicationController",
}


@dataclass(frozen=True, slots=True)
class CaseCluster:
    """`pending` is in queue order. The caller that plays the case on may change `snapshot` and
    `nominator`.
    """

    snapshot: Snapshot
    nominator: Nominator
    pending: tuple[PodInfo, ...]
    profile: Profile


def build_cluster(case: Manifest, release: Release = BASELINE) -> CaseCluster:
    snapshot = Snapshot()
    nominator = Nominator()
    classes = {
        priority_class.key: priority_class
        for priority_class in (
            PriorityClass.parse(mapping(entry)) for entry in items(case.get("priorityclasses"))
        )
    }
    for entry in items(case.get("nodes")):
        snapshot.put_node(Node.parse(with_defaults("Node", mapping(entry))))
    for entry in items(case.get("namespaces")):
        namespace = Namespace.parse(with_defaults("Namespace", mapping(entry)))
        snapshot.namespaces[namespace.key] = namespace.labels
    _add_lookups(snapshot, case)
    for entry in items(case.get("pods")):
        pod = parse_pod(mapping(entry), classes)
        if pod.pod.finished:
            continue
        if pod.node_name:
            snapshot.add_pod(pod)
        else:
            nominator.add(pod)
    pending = tuple(parse_pod(mapping(entry), classes) for entry in items(case.get("pending")))
    return CaseCluster(
        snapshot, nominator, pending, build_profile(_in_release(profile_config(case.get("config")), release))
    )


def _add_lookups(snapshot: Snapshot, case: Manifest) -> None:
    for entry in items(case.get("pdbs")):
        budget = PodDisruptionBudget.parse(with_defaults("PodDisruptionBudget", mapping(entry)))
        snapshot.budgets[budget.key] = budget
    for entry in items(case.get("services")):
        service = Service.parse(with_defaults("Service", mapping(entry)))
        snapshot.services[service.key] = service
    for field, kind in _OWNERS.items():
        for entry in items(case.get(field)):
            workload = Workload.parse(with_defaults(kind, {"kind": kind, **mapping(entry)}))
            snapshot.workloads[kind, workload.key] = workload
    for entry in items(case.get("pvcs")):
        claim = PersistentVolumeClaim.parse(mapping(entry))
        snapshot.claims[claim.meta.key] = claim
    for entry in items(case.get("pvs")):
        volume = PersistentVolume.parse(mapping(entry))
        snapshot.volumes[volume.meta.name] = volume
    for entry in items(case.get("storageclasses")):
        storage_class = StorageClass.parse(mapping(entry))
        snapshot.storage_classes[storage_class.meta.name] = storage_class
    for entry in items(case.get("csinodes")):
        csi_node = CSINode.parse(mapping(entry))
        snapshot.csi_nodes[csi_node.meta.name] = csi_node
    _add_devices(snapshot, case)


def _add_devices(snapshot: Snapshot, case: Manifest) -> None:
    for entry in items(case.get("deviceclasses")):
        device_class = DeviceClass.parse(with_defaults("DeviceClass", mapping(entry)))
        snapshot.device_classes[device_class.meta.name] = device_class
    for entry in items(case.get("resourceslices")):
        resource_slice = ResourceSlice.parse(with_defaults("ResourceSlice", mapping(entry)))
        snapshot.resource_slices[resource_slice.meta.name] = resource_slice
    for entry in items(case.get("resourceclaims")):
        claim = ResourceClaim.parse(with_defaults("ResourceClaim", mapping(entry)))
        snapshot.resource_claims[claim.meta.key] = claim


def parse_pod(manifest: Manifest, classes: dict[str, PriorityClass]) -> PodInfo:
    """A pod after defaulting and priority admission; recorded cases have no other admission and no
    validation. The preemption policy comes from the class that gave the priority, so a pod with its own
    priority gets none.
    """
    manifest = with_defaults("Pod", manifest)
    priority = resolve_priority(text(find(manifest, "spec", "priorityClassName")), classes)
    if priority is not None and find(manifest, "spec", "priority") is None:
        _, value, policy = priority
        manifest = with_value(manifest, ("spec", "priority"), value)
        if find(manifest, "spec", "preemptionPolicy") is None:
            manifest = with_value(manifest, ("spec", "preemptionPolicy"), policy)
    return PodInfo.of(Pod.parse(manifest))


def _in_release(profile: ProfileConfig, release: Release) -> ProfileConfig:
    """The profile in a release. Among equal nodes the recorded verdicts take the first by name in every
    release."""
    release = replace(release, equal_nodes_by_heap=False)
    return in_release(Configuration(profiles=(profile,)), release).profiles[0]
