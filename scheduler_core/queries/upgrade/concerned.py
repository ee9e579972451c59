"""Which objects of a run a change between two releases concerns: a row for each field of `Release`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from scheduler_core.objects.manifest import Json, Manifest, find, flag, items, mapping, text
from scheduler_core.objects.node import REGION_LABELS, ZONE_LABELS
from scheduler_core.objects.releases.releases import Release
from scheduler_core.queries.upgrade.documents import MOST_NAMES, Document
from scheduler_core.queries.upgrade.responsible import differing

Finder: TypeAlias = "Callable[[Sequence[Document]], Iterable[str]]"
_HARD = ("NoSchedule", "NoExecute")
_ALWAYS_REPLACED = frozenset(("Job", "DaemonSet"))
_TOPOLOGY = frozenset((ZONE_LABELS[-1], REGION_LABELS[-1]))


def concerned(documents: Sequence[Document], then: Release, now: Release) -> list[Json]:
    """`{"field", "objects", "count"}` for each field in which the releases differ and that concerns an
    object."""
    rows: list[Json] = []
    for name in differing(then, now):
        find_objects = FINDERS.get(name)
        names = [] if find_objects is None else list(dict.fromkeys(find_objects(documents)))
        if names:
            rows.append({"field": name, "objects": list[Json](names[:MOST_NAMES]), "count": len(names)})
    return rows


def _all_with(kind: str, test: Callable[[Manifest], bool]) -> Finder:
    """The objects of a kind whose manifest passes a test."""

    def names(documents: Sequence[Document]) -> Iterator[str]:
        return (entry.name for entry in documents if entry.kind == kind and test(entry.written))

    return names


def _pods_with(test: Callable[[Document], bool]) -> Finder:
    """The pods, and what makes pods, that pass a test."""

    def names(documents: Sequence[Document]) -> Iterator[str]:
        return (entry.name for entry in documents if entry.pod_spec and test(entry))

    return names


def _container_has(*fields: str) -> Finder:
    return _pods_with(lambda pod: any(name in container for container in pod.containers for name in fields))


def _rules(pod: Document) -> Iterator[Json]:
    for container in pod.containers:
        yield from items(container.get("restartPolicyRules"))


def _volumes(pod: Document) -> Iterator[Manifest]:
    return map(mapping, items(pod.pod_spec.get("volumes")))


def _devices(manifest: Manifest) -> Iterator[Manifest]:
    return map(mapping, items(find(manifest, "spec", "devices")))


def _device_has(field: str) -> Finder:
    return _all_with("ResourceSlice", lambda manifest: any(field in device for device in _devices(manifest)))


def _requests(manifest: Manifest) -> Iterator[Manifest]:
    for path in (("spec", "devices"), ("spec", "spec", "devices")):
        yield from map(mapping, items(find(manifest, *path, "requests")))


def _alternatives(documents: Sequence[Document]) -> Iterator[str]:
    for entry in documents:
        claims = entry.kind in ("ResourceClaim", "ResourceClaimTemplate")
        if claims and any("firstAvailable" in request for request in _requests(entry.written)):
            yield entry.name


def _tainted(manifest: Manifest) -> bool:
    return any(text(find(taint, "effect")) in _HARD for taint in items(find(manifest, "spec", "taints")))


def _equal_priorities(documents: Sequence[Document]) -> Iterator[str]:
    """Pending pods whose priority another pending pod has as well."""
    waiting = defaultdict[Json, list[str]](list)
    for entry in documents:
        if entry.kind == "Pod" and not find(entry.written, "spec", "nodeName"):
            waiting[find(entry.written, "spec", "priority") or 0].append(entry.name)
    for names in waiting.values():
        if len(names) > 1:
            yield from names


def _pending(test: Callable[[Manifest], bool]) -> Finder:
    """Pending pods whose spec passes a test."""

    def waits(manifest: Manifest) -> bool:
        spec = mapping(manifest.get("spec"))
        return not spec.get("nodeName") and test(spec)

    return _all_with("Pod", waits)


def _related(spec: Manifest) -> bool:
    """Whether a pod's place depends on other pods."""
    affinity = mapping(spec.get("affinity"))
    return bool(spec.get("topologySpreadConstraints")) or not affinity.keys().isdisjoint(
        ("podAffinity", "podAntiAffinity")
    )


def _slow_to_bind(pod: Document) -> bool:
    return bool(pod.pod_spec.get("resourceClaims")) or any(
        "persistentVolumeClaim" in volume or "ephemeral" in volume for volume in _volumes(pod)
    )


def _selects_topology(documents: Sequence[Document]) -> Iterator[str]:
    """Objects whose selector of pods names a label that bound pods get, or pods that set it themselves."""
    for entry in documents:
        if entry.kind == "PersistentVolumeClaim":  # it selects volumes
            continue
        selectors = [find(entry.written, "spec", "selector"), *_pod_selectors(entry.pod_spec)]
        own = entry.kind != "Pod" or not find(entry.written, "spec", "nodeName")
        if any(map(_names_topology, selectors)) or (own and not _TOPOLOGY.isdisjoint(entry.pod_labels)):
            yield entry.name


def _pod_selectors(spec: Manifest) -> Iterator[Json]:
    for constraint in items(spec.get("topologySpreadConstraints")):
        yield find(constraint, "labelSelector")
    for side in ("podAffinity", "podAntiAffinity"):
        for part in ("requiredDuringScheduling", "preferredDuringScheduling"):
            for term in items(find(spec, "affinity", side, f"{part}IgnoredDuringExecution")):
                yield find(mapping(term).get("podAffinityTerm", term), "labelSelector")


def _names_topology(selector: Json) -> bool:
    labels = mapping(selector)
    keys = {text(find(row, "key")) for row in items(labels.get("matchExpressions"))}
    return not _TOPOLOGY.isdisjoint({*labels, *mapping(labels.get("matchLabels")), *keys})


def _unsynced_budgets(documents: Sequence[Document]) -> Iterator[str]:
    """Budgets with maxUnavailable or a percentage over pods whose controller has no scale."""
    pods = [
        entry for entry in documents if entry.kind == "Pod" and _controllers(entry.written) & _ALWAYS_REPLACED
    ]
    for entry in documents:
        if entry.kind != "PodDisruptionBudget":
            continue
        spec = mapping(entry.written.get("spec"))
        if "maxUnavailable" not in spec and not isinstance(spec.get("minAvailable"), str):
            continue
        labels = mapping(find(spec, "selector", "matchLabels"))
        place = find(entry.written, "metadata", "namespace")
        if any(
            find(pod.written, "metadata", "namespace") == place and labels.items() <= pod.pod_labels.items()
            for pod in pods
        ):
            yield entry.name


def _controllers(manifest: Manifest) -> set[str]:
    return {text(find(owner, "kind")) for owner in items(find(manifest, "metadata", "ownerReferences"))}


def _extended_resources(documents: Sequence[Document]) -> Iterator[str]:
    """Pods that ask for a resource that a DeviceClass maps to devices."""
    classes = [entry.written for entry in documents if entry.kind == "DeviceClass"]
    names = {text(find(entry, "spec", "extendedResourceName")) for entry in classes}
    names |= {
        f"deviceclass.resource.kubernetes.io/{text(find(entry, 'metadata', 'name'))}" for entry in classes
    }

    def asks(pod: Document) -> bool:
        return any(
            not names.isdisjoint(mapping(find(container, "resources", part)))
            for container in pod.containers
            for part in ("requests", "limits")
        )

    return iter(_pods_with(asks)(documents)) if classes else iter(())


def _pools(documents: Sequence[Document]) -> Iterator[str]:
    """The slices of devices that do not belong to one node."""
    for entry in documents:
        if entry.kind == "ResourceSlice" and not find(entry.written, "spec", "nodeName"):
            yield entry.name


def _sidecar_storage(pod: Document) -> bool:
    return any(
        text(find(container, "restartPolicy")) == "Always"
        and find(container, "resources", "limits", "ephemeral-storage") is not None
        for container in items(pod.pod_spec.get("initContainers"))
    )


def _resizing(manifest: Manifest) -> bool:
    kinds = {text(find(row, "type")) for row in items(find(manifest, "status", "conditions"))}
    return not kinds.isdisjoint(("PodResizePending", "PodResizeInProgress"))


def _scored_by_capacity(documents: Sequence[Document]) -> Iterator[str]:
    measured = {
        text(find(entry.written, "storageClassName"))
        for entry in documents
        if entry.kind == "CSIStorageCapacity"
    }
    for entry in documents:
        if entry.kind == "StorageClass" and text(find(entry.written, "metadata", "name")) in measured:
            yield entry.name


_image_volumes = _pods_with(lambda pod: any("image" in volume for volume in _volumes(pod)))
_suspended = _all_with("Job", lambda manifest: flag(find(manifest, "spec", "suspend")))
FINDERS: Mapping[str, Finder] = MappingProxyType(
    {
        "taint_message_names_taint": _all_with("Node", _tainted),
        "lists_in_random_order": _equal_priorities,
        "nominates_before_binding": _pods_with(_slow_to_bind),
        "binding_clears_nomination": _all_with(
            "Pod",
            lambda manifest: bool(
                find(manifest, "spec", "nodeName") and find(manifest, "status", "nominatedNodeName")
            ),
        ),
        "static_volume_wakes": _all_with(
            "PersistentVolumeClaim",
            lambda manifest: (
                find(manifest, "spec", "storageClassName") == "" and not find(manifest, "spec", "volumeName")
            ),
        ),
        "scores_device_alternatives": _alternatives,
        "topology_labels": _selects_topology,
        "names_cause_of_eviction_refusal": _unsynced_budgets,
        "resets_ready_on_restart": _container_has("readinessProbe", "startupProbe"),
        "statefulset_max_unavailable": _all_with(
            "StatefulSet",
            lambda manifest: (
                find(manifest, "spec", "updateStrategy", "rollingUpdate", "maxUnavailable") is not None
            ),
        ),
        "container_restart_rules": _container_has("restartPolicyRules"),
        "restart_all_containers": _pods_with(
            lambda pod: any(find(rule, "action") == "RestartAllContainers" for rule in _rules(pod))
        ),
        "image_volumes": _image_volumes,
        "scores_image_volumes": _image_volumes,
        "hints_count_nominated": _pending(_related),
        "own_labels_wake": _pending(_related),
        "declared_features": _pods_with(
            lambda pod: any(find(rule, "action") == "RestartAllContainers" for rule in _rules(pod))
        ),
        "extended_resource_claims": _extended_resources,
        "partitionable_devices": _device_has("consumesCounters"),
        "consumable_capacity": _device_has("allowMultipleAllocations"),
        "device_taints": _device_has("taints"),
        "device_taint_rules": _all_with("DeviceTaintRule", lambda _: True),
        "device_binding_conditions": _device_has("bindingConditions"),
        "checks_whole_pools": _pools,
        "lifted_anti_affinity_wakes": _pending(_related),
        "each_anti_affinity_term_wakes": _pending(_related),
        "image_volumes_raise_threshold": _image_volumes,
        "resizes_pod_level": _pods_with(lambda pod: bool(pod.pod_spec.get("resources"))),
        "suspended_job_resources": _suspended,
        "suspended_job_scheduling": _suspended,
        "storage_capacity_scoring": _scored_by_capacity,
        "volume_limit_scaling": _all_with(
            "CSIDriver", lambda manifest: flag(find(manifest, "spec", "preventPodSchedulingIfMissing"))
        ),
        "pod_requests_by_total": _all_with("Pod", _resizing),
        "limits_sidecar_storage": _pods_with(_sidecar_storage),
        "toleration_comparison": _pods_with(
            lambda pod: any(
                find(entry, "operator") in ("Lt", "Gt") for entry in items(pod.pod_spec.get("tolerations"))
            )
        ),
    }
)
"""How the objects are found that a change concerns. A field that stands nowhere here concerns decisions
alone, or everybody."""
