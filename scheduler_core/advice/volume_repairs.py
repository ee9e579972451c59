"""Repairs for the volume plugins' refusals on one node: volumes out of reach, and exhausted limits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from scheduler_core.advice.alternatives import CLEARED_BY_OTHERS, Alternative, together
from scheduler_core.advice.changes import Change
from scheduler_core.advice.claim_repairs import provisions, volume_for
from scheduler_core.advice.cluster_changes import DeletePod, LabelNode, label_for
from scheduler_core.advice.editable import Document, editable, entries, part, parts
from scheduler_core.advice.volume_changes import (
    AllowTopology,
    LabelVolume,
    RaiseCapacity,
    RaiseVolumeLimit,
    authored,
)
from scheduler_core.objects.selection.selectors import NodeSelectorTerm
from scheduler_core.objects.storage import (
    READ_WRITE_ONCE_POD,
    SELECTED_NODE_ANNOTATION,
    PersistentVolumeClaim,
    StorageClass,
)
from scheduler_core.objects.volumes import volume_matching
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.cycle.cycle import Cycle
from scheduler_core.scheduler.plugins.volumes.node_volume_limits import attached_by, limit_counts
from scheduler_core.scheduler.plugins.volumes.pod_volumes import claim_uses
from scheduler_core.scheduler.plugins.volumes.volume_binder import reaches
from scheduler_core.scheduler.plugins.volumes.volume_restrictions import disks_conflict
from scheduler_core.scheduler.plugins.volumes.volume_zone import GA_LABELS, topologies, within

PODS_TO_TRY = 3


def binding(cycle: Cycle, node: NodeInfo) -> Sequence[Alternative]:
    """VolumeBinding: bound volumes that the node cannot reach, and unbound claims without a volume here."""
    snapshot, pod = cycle.snapshot, cycle.pod
    options: list[Sequence[Alternative]] = []
    opened: list[PersistentVolumeClaim] = []
    for use in claim_uses(pod):
        claim = snapshot.claims.get(f"{pod.namespace}/{use.name}")
        if claim is None:
            return ()
        if not claim.bound:
            opened.append(claim)
            continue
        volume = snapshot.volumes.get(claim.volume_name)
        # The volume does not exist; PreFilter has refused that already.
        if volume is not None and not reaches(snapshot, volume, node):
            required = volume.node_affinity
            options.append(() if required is None else _relabelled(node, required.terms))
    matched: set[str] = set()
    for claim in sorted(opened, key=lambda entry: entry.request.nano):
        if claim.meta.annotations.get(SELECTED_NODE_ANNOTATION, node.name) != node.name:
            return ()
        volume = volume_matching.matching_volume(snapshot.volumes, claim, node.labels, matched)
        if volume is not None:
            matched.add(volume.meta.name)
            continue
        options.append(_place(snapshot, claim, node))
    return together(options)


def _relabelled(node: NodeInfo, terms: Iterable[NodeSelectorTerm]) -> Sequence[Alternative]:
    """Labels with which the node would match one of the terms."""
    options: list[Alternative] = []
    for term in terms:
        unmet = [entry for entry in term.match_expressions if not entry.matches(node.labels)]
        added = [label_for(node.name, entry) for entry in unmet]
        if added and all(added):
            options.append(tuple(entry for entry in added if entry is not None))
    return options


def _place(snapshot: Snapshot, claim: PersistentVolumeClaim, node: NodeInfo) -> Sequence[Alternative]:
    """Ways to give a claim that waits for its pod a volume on this node."""
    storage_class = snapshot.storage_classes.get(claim.class_name)
    if storage_class is None or not provisions(storage_class):
        return ((volume_for(snapshot, claim, node),),)
    terms = storage_class.allowed_topologies
    if terms and not any(term.matches(node.labels, "") for term in terms):
        return tuple(_allowed(storage_class, node))
    raised = _raised(snapshot, claim, node)
    return CLEARED_BY_OTHERS if raised is None else ((raised,),)


def _allowed(storage_class: StorageClass, node: NodeInfo) -> Iterator[Alternative]:
    """Adds the node's labels to the first term of the class, or labels that the class allows to the node."""
    document = authored(storage_class.manifest, "StorageClass")
    term = storage_class.allowed_topologies[0]
    unmet = [entry for entry in term.match_expressions if not entry.matches(node.labels)]
    if len(unmet) == 1 and unmet[0].key in node.labels:
        key, value = unmet[0].key, node.labels[unmet[0].key]
        first = parts(document, "allowedTopologies")[0]
        for entry in parts(first, "matchLabelExpressions"):
            if entry.get("key") == key:
                entry.setdefault("values", [])
                entries(entry, "values").append(value)
        yield (AllowTopology(document, storage_class.meta.name, f"{key}={value}"),)
    yield from _relabelled(node, (term,))


def _raised(snapshot: Snapshot, claim: PersistentVolumeClaim, node: NodeInfo) -> RaiseCapacity | None:
    """A larger capacity of the driver within reach of the node; None when the driver publishes none there."""
    size = claim.stated_request
    for capacity in sorted(snapshot.storage_capacities.values(), key=lambda entry: entry.meta.key):
        near = capacity.topology is not None and capacity.topology.matches(node.labels)
        if capacity.class_name != claim.class_name or not near:
            continue
        document = authored(capacity.manifest, "CSIStorageCapacity")
        document["capacity"] = size
        if document.get("maximumVolumeSize") is not None:
            document["maximumVolumeSize"] = size
        return RaiseCapacity(document, capacity.meta.name, claim.class_name, size)
    return None


def zones(cycle: Cycle, node: NodeInfo) -> Sequence[Alternative]:
    """VolumeZone: gives the node the labels of the volume, or the volume those of the node."""
    snapshot, pod = cycle.snapshot, cycle.pod
    of_node: dict[str, Change] = {}
    of_volume: list[Change] = []
    for use in claim_uses(pod, ephemeral=False):
        claim = snapshot.claims.get(f"{pod.namespace}/{use.name}")
        volume = snapshot.volumes.get(claim.volume_name) if claim is not None else None
        for key, values in () if volume is None else topologies(volume):
            if volume is None or within(node.labels, key, values):
                continue
            label = key if key in node.labels else GA_LABELS.get(key, key)
            of_node.setdefault(label, LabelNode(node.name, label, min(values)))
            if label in node.labels:
                of_volume.append(LabelVolume(volume.meta.name, key, node.labels[label]))
    options = (tuple(of_node.values()), tuple(of_volume))
    return tuple(option for option in options if option)


def limits(cycle: Cycle, node: NodeInfo) -> Sequence[Alternative]:
    """NodeVolumeLimits: a higher limit, or one pod fewer that has enough volumes of its own."""
    snapshot, pod = cycle.snapshot, cycle.pod
    over = [entry for entry in limit_counts(snapshot, pod, node) or () if entry[1] + entry[2] > entry[3]]
    csi_node = snapshot.csi_nodes.get(node.name)
    if not over or csi_node is None:
        # The claim is missing; PreFilter has refused that already.
        return CLEARED_BY_OTHERS
    raised: list[Change] = []
    document = authored(csi_node.manifest, "CSINode")
    for driver, attached, new, _ in over:
        document = _with_limit(document, driver, attached + new)
        raised.append(RaiseVolumeLimit(document, node.name, driver, attached + new))
    options: list[Alternative] = [tuple(raised)]
    driver, attached, new, limit = over[0]
    freed = attached_by(snapshot, node, driver)
    enough = [other for other in node.pods if freed.get(other.uid, 0) >= attached + new - limit]
    enough = [other for other in enough if not other.terminating]
    enough.sort(key=lambda other: (other.priority, freed[other.uid], other.key))
    if len(over) == 1:
        options += [(DeletePod(other.key, node.name, other.priority),) for other in enough[:PODS_TO_TRY]]
    return options


def _with_limit(document: Document, driver: str, to: int) -> Document:
    document = editable(document)
    for entry in parts(document, "spec", "drivers"):
        if entry.get("name") == driver:
            entry.setdefault("allocatable", {})
            part(entry, "allocatable")["count"] = to
    return document


def restrictions(cycle: Cycle, node: NodeInfo) -> Sequence[Alternative]:
    """VolumeRestrictions: removes the pods that hold a disk here, or that use a ReadWriteOncePod claim
    anywhere."""
    snapshot, pod = cycle.snapshot, cycle.pod
    alone = {
        name
        for name in pod.claim_names
        if (claim := snapshot.claims.get(f"{pod.namespace}/{name}")) is not None
        and READ_WRITE_ONCE_POD in claim.access_modes
    }
    users = {other.key: other for other in node.pods if disks_conflict(pod, other)}
    for info in snapshot.nodes:
        for other in info.pods:
            if other.namespace == pod.namespace and alone & set(other.claim_names):
                users[other.key] = other
    if any(other.terminating for other in users.values()):
        return ()
    deleted = tuple(
        DeletePod(other.key, other.node_name or node.name, other.priority) for other in users.values()
    )
    return (deleted,) if deleted else ()
