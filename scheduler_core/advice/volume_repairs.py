"""Repairs for the volume plugins' refusals on one node: volumes out of reach, and exhausted limits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scheduler_core.advice.alternatives import CLEARED_BY_OTHERS, Alternative, together
from scheduler_core.advice.claim_repairs import provisions, volume_for
from scheduler_core.advice.cluster_changes import DeletePod, value_for
from scheduler_core.advice.editable import entries, parts
from scheduler_core.advice.new_nodes import node_with
from scheduler_core.advice.plugin_advice import without
from scheduler_core.advice.volume_changes import AllowTopology, authored
from scheduler_core.objects.node import HOSTNAME_LABEL
from scheduler_core.objects.storage import (
    READ_WRITE_ONCE_POD,
    SELECTED_NODE_ANNOTATION,
    PersistentVolume,
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
            options.append(_near(snapshot, node, volume))
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


def _near(snapshot: Snapshot, node: NodeInfo, volume: PersistentVolume) -> Sequence[Alternative]:
    """A node from where the volume can be reached; none for a disk of one machine. The volume stays where it
    is, whatever labels somebody writes.
    """
    required = volume.node_affinity
    options: list[Alternative] = []
    for term in () if required is None else required.terms:
        unmet = [entry for entry in term.match_expressions if not entry.matches(node.labels)]
        values = {entry.key: value_for(entry) for entry in unmet}
        labels = {key: value for key, value in values.items() if value is not None}
        if labels and len(labels) == len(values) and HOSTNAME_LABEL not in labels:
            options.append((node_with(snapshot, node, labels),))
    return options


def _place(snapshot: Snapshot, claim: PersistentVolumeClaim, node: NodeInfo) -> Sequence[Alternative]:
    """Ways to give a claim that waits for its pod a volume on this node."""
    storage_class = snapshot.storage_classes.get(claim.class_name)
    if storage_class is None or not provisions(storage_class):
        return ((volume_for(snapshot, claim, node),),)
    terms = storage_class.allowed_topologies
    if terms and not any(term.matches(node.labels, "") for term in terms):
        return tuple(_allowed(storage_class, node))
    # A driver that published too little storage here publishes it itself: nobody raises that by hand.
    return () if _published(snapshot, claim, node) else CLEARED_BY_OTHERS


def _allowed(storage_class: StorageClass, node: NodeInfo) -> Iterator[Alternative]:
    """Adds the node's labels to the first term of the class."""
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


def _published(snapshot: Snapshot, claim: PersistentVolumeClaim, node: NodeInfo) -> bool:
    return any(
        capacity.class_name == claim.class_name
        and capacity.topology is not None
        and capacity.topology.matches(node.labels)
        for capacity in snapshot.storage_capacities.values()
    )


def zones(cycle: Cycle, node: NodeInfo) -> Sequence[Alternative]:
    """VolumeZone: a node in the zone of the volume."""
    snapshot, pod = cycle.snapshot, cycle.pod
    labels: dict[str, str] = {}
    for use in claim_uses(pod, ephemeral=False):
        claim = snapshot.claims.get(f"{pod.namespace}/{use.name}")
        volume = snapshot.volumes.get(claim.volume_name) if claim is not None else None
        for key, values in () if volume is None else topologies(volume):
            if not within(node.labels, key, values):
                label = key if key in node.labels else GA_LABELS.get(key, key)
                labels.setdefault(label, min(values))
    return ((node_with(snapshot, node, labels),),) if labels else ()


def limits(cycle: Cycle, node: NodeInfo) -> Sequence[Alternative]:
    """NodeVolumeLimits: one pod fewer that has enough volumes of its own. The driver states the limit."""
    snapshot, pod = cycle.snapshot, cycle.pod
    over = [entry for entry in limit_counts(snapshot, pod, node) or () if entry[1] + entry[2] > entry[3]]
    if not over or node.name not in snapshot.csi_nodes:
        # The claim is missing; PreFilter has refused that already.
        return CLEARED_BY_OTHERS
    options: list[Alternative] = []
    driver, attached, new, limit = over[0]
    freed = attached_by(snapshot, node, driver)
    enough = [other for other in node.pods if freed.get(other.uid, 0) >= attached + new - limit]
    enough = [other for other in enough if not other.terminating]
    enough.sort(key=lambda other: (other.priority, freed[other.uid], other.key))
    if len(over) == 1:
        options += [(DeletePod(other.key, node.name, other.priority),) for other in enough[:PODS_TO_TRY]]
    return options


def restrictions(cycle: Cycle, node: NodeInfo) -> Sequence[Alternative]:
    """VolumeRestrictions: removes the pod that holds a disk here, or that uses a ReadWriteOncePod claim
    anywhere. Several pods are not ended for one."""
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
    return without(list(users.values()), node)
