"""What a text lacks although a decision about its objects may need it, by the resource names of kubectl."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from scheduler_core.apiserver.admission.admission import SYSTEM_CLASSES
from scheduler_core.apiserver.documents.source_object import SourceObject
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text
from scheduler_core.objects.node import ADDED_ANNOTATION
from scheduler_core.objects.pod import DESCRIBED_ANNOTATION
from scheduler_core.objects.storage import StorageClass
from scheduler_core.objects.volumes.driver_topology import LABELS_OF_DRIVERS

_AFFINITIES = ("podAffinity", "podAntiAffinity")
_RULES = ("requiredDuringSchedulingIgnoredDuringExecution", "preferredDuringSchedulingIgnoredDuringExecution")
DEVICE_KINDS = ("resourceclaims", "resourceslices", "deviceclasses")


def missing_kinds(objects: Sequence[SourceObject]) -> tuple[str, ...]:
    """The resources that somebody should add to the text, in a fixed order; empty where nothing is needed.

    A text that has objects of a kind has what `kubectl get` printed of it: what one of its names leads to and
    is not among them does not exist in the cluster either. Claims are printed by namespace.
    """
    return tuple(dict.fromkeys(_missing(objects)))


def _missing(objects: Sequence[SourceObject]) -> Iterator[str]:
    by_kind: dict[str, list[SourceObject]] = {}
    for source in objects:
        by_kind.setdefault(source.kind, []).append(source)
    nodes, pods = by_kind.get("Node", []), by_kind.get("Pod", [])
    claims = by_kind.get("PersistentVolumeClaim", [])
    printed = {source.meta.namespace for source in claims}
    classes = {source.meta.name: source for source in by_kind.get("StorageClass", [])}
    specs = [*_pod_specs(objects)]
    # Read where they stand: to parse the metadata of all pods takes long.
    described = any(
        find(pod.metadata_manifest, "annotations", DESCRIBED_ANNOTATION) == "true" for pod in pods
    )
    added = all(node.meta.annotations.get(ADDED_ANNOTATION) == "true" for node in nodes)
    if added and (described or any(pod.meta.creation_at is not None for pod in pods)):
        yield "nodes"
    if described:
        yield "pods"
    if any(pod.meta.namespace not in printed for pod in pods if any(_claims_of(pod))):
        yield "pvc"
    bound = any(text(source.spec_manifest.get("volumeName")) for source in claims)
    if bound and "PersistentVolume" not in by_kind:
        yield "pv"
    wanted_classes = {name for source in claims if (name := _class_of(source.spec_manifest))}
    wanted_classes |= {name for spec in _claim_templates(objects) if (name := _class_of(spec))}
    if wanted_classes and not classes:
        yield "storageclasses"
    parsed = [StorageClass.parse(classes[name].manifest) for name in sorted(wanted_classes & classes.keys())]
    zonal = any(storage_class.provisioner in LABELS_OF_DRIVERS for storage_class in parsed)
    if nodes and zonal and "CSINode" not in by_kind:
        yield "csinodes"
    priorities = {text(spec.get("priorityClassName")) for spec in specs} - {"", *SYSTEM_CLASSES}
    if priorities and "PriorityClass" not in by_kind:
        yield "priorityclasses"
    if "Namespace" not in by_kind and any(_selects_namespaces(spec) for spec in specs):
        yield "namespaces"
    if any(spec.get("resourceClaims") for spec in specs) and "ResourceSlice" not in by_kind:
        yield from DEVICE_KINDS
    if all(node.meta.creation_at is None for node in nodes):
        return  # written by hand: what is not there does not exist
    if "Lease" not in by_kind:
        yield "leases"
    if pods and "PodDisruptionBudget" not in by_kind:
        yield "pdb"


def _claims_of(pod: SourceObject) -> Iterator[str]:
    for volume in items(pod.spec_manifest.get("volumes")):
        name = text(find(volume, "persistentVolumeClaim", "claimName"))
        if name:
            yield name


def _class_of(spec: Json) -> str:
    return text(find(spec, "storageClassName"))


def _claim_templates(objects: Iterable[SourceObject]) -> Iterator[Json]:
    for source in objects:
        if source.kind == "StatefulSet":
            for template in items(source.spec_manifest.get("volumeClaimTemplates")):
                yield find(template, "spec")


def _pod_specs(objects: Iterable[SourceObject]) -> Iterator[Manifest]:
    """The specs of pods and of pod templates."""
    for source in objects:
        spec = (
            source.spec_manifest if source.kind == "Pod" else find(source.spec_manifest, "template", "spec")
        )
        if spec:
            yield mapping(spec)


def _selects_namespaces(spec: Manifest) -> bool:
    """Whether a pod affinity of the spec chooses namespaces by their labels."""
    affinity = mapping(spec.get("affinity"))
    return any(
        find(entry, "namespaceSelector") or find(entry, "podAffinityTerm", "namespaceSelector")
        for kind in _AFFINITIES
        for rule in _RULES
        for entry in items(find(affinity.get(kind), rule))
    )
