"""What would clear the refusals of the volume plugins: claims and volumes that are missing, places that do
not fit, limits that are reached."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product
from typing import TypeAlias

from scheduler_core.advice.changes import Change, DeletePod, Document, LabelNode, editable, label_for
from scheduler_core.advice.volume_changes import (
    AllowTopology,
    LabelVolume,
    MakeClaim,
    MakeClass,
    MakeVolume,
    RaiseCapacity,
    RaiseVolumeLimit,
    authored,
    delayed,
)
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text
from scheduler_core.objects.node import HOSTNAME_LABEL
from scheduler_core.objects.selectors import LabelSelector, NodeSelectorTerm
from scheduler_core.objects.storage import (
    SELECTED_NODE_ANNOTATION,
    PersistentVolumeClaim,
    StorageClass,
)
from scheduler_core.objects.volumes import volume_matching
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.cycle.cycle import Cycle
from scheduler_core.scheduler.plugins.volumes.node_volume_limits import attached_by, limit_counts
from scheduler_core.scheduler.plugins.volumes.pod_volumes import ClaimUse, claim_uses, made_for
from scheduler_core.scheduler.plugins.volumes.volume_binder import NO_PROVISIONER, reaches
from scheduler_core.scheduler.plugins.volumes.volume_restrictions import READ_WRITE_ONCE_POD, disks_conflict
from scheduler_core.scheduler.plugins.volumes.volume_zone import GA_LABELS, topologies, within

ALTERNATIVES = 6
CLASSES_TRIED = 2
PODS_TRIED = 3
SIZE = "1Gi"
"""Of a claim about whose size nothing is known."""

Alternative: TypeAlias = tuple[Change, ...]
CLEARED_BY_OTHERS: tuple[Alternative, ...] = ((),)


def _together(options: Iterable[Sequence[Alternative]]) -> tuple[Alternative, ...]:
    """One alternative of each; none where one has none."""
    chosen = islice(product(*options), ALTERNATIVES)
    return tuple(tuple(change for part in parts for change in part) for parts in chosen)


# --- before any node ------------------------------------------------------------------------------


def before_nodes(cycle: Cycle, plugin: str) -> Sequence[Alternative]:
    """For refusals of PreFilter. All claims are put right at once, for the plugin that refuses first; what
    the others say is cleared by that."""
    uses = list(claim_uses(cycle.pod))
    if plugin != _first_to_refuse(cycle, uses):
        return CLEARED_BY_OTHERS
    options = [_put_right(cycle, use) for use in uses]
    return tuple(alternative for alternative in _together(options) if alternative)


def _first_to_refuse(cycle: Cycle, uses: Sequence[ClaimUse]) -> str:
    snapshot, pod = cycle.snapshot, cycle.pod
    found = [(use, snapshot.claims.get(f"{pod.namespace}/{use.name}")) for use in uses]
    if any(claim is None and not use.ephemeral for use, claim in found):
        return "VolumeRestrictions"
    if all(claim is not None and claim.bound for _, claim in found):
        return "VolumeZone"
    return "VolumeBinding"


def _put_right(cycle: Cycle, use: ClaimUse) -> Sequence[Alternative]:
    """Ways to make one claim usable; an empty alternative where it is."""
    snapshot, pod = cycle.snapshot, cycle.pod
    claim = snapshot.claims.get(f"{pod.namespace}/{use.name}")
    if claim is None:
        return tuple(_missing_claim(snapshot, pod, use))
    if claim.phase == "Lost" or claim.meta.deletion_at is not None:
        return ()
    if use.ephemeral and not made_for(claim, pod):
        return ()
    if claim.bound:
        there = claim.volume_name in snapshot.volumes
        return CLEARED_BY_OTHERS if there else ((_volume_for(snapshot, claim, reserved=True),),)
    if delayed(snapshot, claim):
        return CLEARED_BY_OTHERS
    return tuple(_unbound(snapshot, claim))


def _missing_claim(snapshot: Snapshot, pod: PodInfo, use: ClaimUse) -> Iterator[Alternative]:
    if use.ephemeral:
        made = _of_template(pod, use)
        if made is not None:
            yield (made,)
        return
    classes = sorted(
        (found for found in snapshot.storage_classes.values() if _provisions(found)),
        key=lambda found: (not found.default, found.meta.name),
    )
    for found in classes[:CLASSES_TRIED]:
        spec: dict[str, Json] = {**_spec(SIZE, ["ReadWriteOnce"]), "storageClassName": found.meta.name}
        yield (_claim(pod, use.name, spec),)
    free = [volume for volume in snapshot.volumes.values() if volume.claim is None and volume.access_modes]
    free = [
        volume for volume in free if volume.phase in ("", "Available") and volume.meta.deletion_at is None
    ]
    if free:
        volume = min(free, key=lambda each: (each.capacity.nano, each.meta.name))
        size = text(find(volume.manifest, "spec", "capacity", "storage"))
        spec = {
            **_spec(size, [volume.access_modes[0]]),
            "storageClassName": volume.class_name,
            "volumeMode": volume.volume_mode,
        }
        yield (_claim(pod, use.name, spec),)
    if not classes and not free:
        made = _claim(pod, use.name, {**_spec(SIZE, ["ReadWriteOnce"]), "storageClassName": ""})
        claim = PersistentVolumeClaim.parse(made.manifest)
        yield (_volume_for(snapshot, claim), made)


def _spec(size: str, modes: list[Json]) -> dict[str, Json]:
    return {"accessModes": modes, "resources": {"requests": {"storage": size}}}


def _claim(
    pod: PodInfo, name: str, spec: dict[str, Json], metadata: dict[str, Json] | None = None
) -> MakeClaim:
    manifest: Manifest = {
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": {"name": name, "namespace": pod.namespace, **(metadata or {})},
        "spec": spec,
    }
    size = text(find(spec, "resources", "requests", "storage"))
    return MakeClaim(manifest, name, size, text(spec.get("storageClassName")))


def _of_template(pod: PodInfo, use: ClaimUse) -> MakeClaim | None:
    """What the ephemeral volume controller would make."""
    for volume in pod.pod.spec.volumes:
        template = find(volume, "ephemeral", "volumeClaimTemplate")
        if f"{pod.name}-{text(volume.get('name'))}" != use.name or find(template, "spec") is None:
            continue
        owner: dict[str, Json] = {
            "apiVersion": "v1",
            "kind": "Pod",
            "name": pod.name,
            "uid": pod.uid,
            "controller": True,
            "blockOwnerDeletion": True,
        }
        return _claim(pod, use.name, dict(mapping(find(template, "spec"))), {"ownerReferences": [owner]})
    return None


def _provisions(found: StorageClass) -> bool:
    return found.provisioner not in ("", NO_PROVISIONER)


def _unbound(snapshot: Snapshot, claim: PersistentVolumeClaim) -> Iterator[Alternative]:
    """A claim that should be bound and has no volume: its class, or a volume for it."""
    found = snapshot.storage_classes.get(claim.class_name)
    if claim.volume_name:
        if claim.volume_name not in snapshot.volumes:
            yield (_volume_for(snapshot, claim),)
        return
    if found is None and claim.class_name:
        provisioner = _known_provisioner(snapshot)
        if provisioner:
            manifest: Manifest = {
                "apiVersion": "storage.k8s.io/v1",
                "kind": "StorageClass",
                "metadata": {"name": claim.class_name},
                "provisioner": provisioner,
                "volumeBindingMode": "WaitForFirstConsumer",
            }
            yield (MakeClass(manifest, claim.class_name, provisioner),)
    if found is None or not _provisions(found):
        yield (_volume_for(snapshot, claim),)


def _known_provisioner(snapshot: Snapshot) -> str:
    """Somebody who makes volumes here already; "" where nobody is known."""
    known = sorted(found.provisioner for found in snapshot.storage_classes.values() if _provisions(found))
    return next(iter((*known, *sorted(snapshot.csi_drivers))), "")


def _volume_for(
    snapshot: Snapshot, claim: PersistentVolumeClaim, node: NodeInfo | None = None, *, reserved: bool = False
) -> MakeVolume:
    """A volume that suits the claim: on `node`, or somewhere that all nodes reach."""
    name = claim.volume_name or _free_name(snapshot, f"pv-{claim.meta.name}")
    size = text(find(claim.manifest, "spec", "resources", "requests", "storage")) or SIZE
    spec: dict[str, Json] = {
        "accessModes": list(claim.access_modes),
        "capacity": {"storage": size},
        "volumeMode": claim.volume_mode,
    }
    if claim.class_name:
        spec["storageClassName"] = claim.class_name
    if reserved:
        reference = {"namespace": claim.meta.namespace, "name": claim.meta.name, "uid": claim.meta.uid}
        spec["claimRef"] = {"apiVersion": "v1", "kind": "PersistentVolumeClaim", **reference}
    host = None if node is None else node.labels.get(HOSTNAME_LABEL)
    if host is None:
        spec["nfs"] = {"server": "nfs.example.com", "path": f"/{name}"}
    else:
        here: Json = {"key": HOSTNAME_LABEL, "operator": "In", "values": [host]}
        spec["nodeAffinity"] = {"required": {"nodeSelectorTerms": [{"matchExpressions": [here]}]}}
        spec["local"] = {"path": f"/mnt/{name}"}
    manifest: Manifest = {
        "apiVersion": "v1",
        "kind": "PersistentVolume",
        "metadata": {"name": name, "labels": _selected_labels(claim.selector)},
        "spec": spec,
    }
    return MakeVolume(manifest, claim.meta.name, size, "" if host is None or node is None else node.name)


def _selected_labels(selector: LabelSelector | None) -> dict[str, Json]:
    """Labels with which a volume is selected, as far as they can be told."""
    return {
        entry.key: entry.values[0] if entry.values else ""
        for entry in (selector.requirements if selector is not None else ())
        if entry.operator in ("In", "Exists")
    }


def _free_name(snapshot: Snapshot, name: str) -> str:
    number, free = 1, name
    while free in snapshot.volumes:
        number += 1
        free = f"{name}-{number}"
    return free


# --- on one node ----------------------------------------------------------------------------------


def binding(cycle: Cycle, node: NodeInfo) -> Sequence[Alternative]:
    """VolumeBinding: bound volumes the node does not reach, and open claims without a volume here."""
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
        # A volume that is not there: PreFilter has said so already.
        if volume is not None and not reaches(volume, node):
            required = volume.node_affinity
            options.append(() if required is None else _relabelled(node, required.terms))
    taken: set[str] = set()
    for claim in sorted(opened, key=lambda entry: entry.request.nano):
        if claim.meta.annotations.get(SELECTED_NODE_ANNOTATION, node.name) != node.name:
            return ()
        volume = volume_matching.matching_volume(snapshot.volumes, claim, node.labels, taken)
        if volume is not None:
            taken.add(volume.meta.name)
            continue
        options.append(_place(snapshot, claim, node))
    return _together(options)


def _relabelled(node: NodeInfo, terms: Iterable[NodeSelectorTerm]) -> Sequence[Alternative]:
    """Labels with which the node would match one of the terms."""
    found: list[Alternative] = []
    for term in terms:
        unmet = [entry for entry in term.match_expressions if not entry.matches(node.labels)]
        added = [label_for(node.name, entry) for entry in unmet]
        if added and all(added):
            found.append(tuple(entry for entry in added if entry is not None))
    return found


def _place(snapshot: Snapshot, claim: PersistentVolumeClaim, node: NodeInfo) -> Sequence[Alternative]:
    """How a claim that waits for its pod could have a volume on this node."""
    found = snapshot.storage_classes.get(claim.class_name)
    if found is None or not _provisions(found):
        return ((_volume_for(snapshot, claim, node),),)
    terms = found.allowed_topologies
    if terms and not any(term.matches(node.labels, "") for term in terms):
        return tuple(_allowed(found, node))
    raised = _raised(snapshot, claim, node)
    return CLEARED_BY_OTHERS if raised is None else ((raised,),)


def _allowed(found: StorageClass, node: NodeInfo) -> Iterator[Alternative]:
    """The node's own labels into the first term of the class, or such labels onto the node."""
    document = authored(found.manifest, "StorageClass")
    term = found.allowed_topologies[0]
    unmet = [entry for entry in term.match_expressions if not entry.matches(node.labels)]
    if len(unmet) == 1 and unmet[0].key in node.labels:
        key, value = unmet[0].key, node.labels[unmet[0].key]
        for entry in document["allowedTopologies"][0].get("matchLabelExpressions") or []:
            if entry.get("key") == key:
                entry["values"] = [*(entry.get("values") or []), value]
        yield (AllowTopology(document, found.meta.name, f"{key}={value}"),)
    yield from _relabelled(node, (term,))


def _raised(snapshot: Snapshot, claim: PersistentVolumeClaim, node: NodeInfo) -> RaiseCapacity | None:
    """More room in what the driver has in reach of the node; None where it tells of nothing there."""
    size = text(find(claim.manifest, "spec", "resources", "requests", "storage"))
    for capacity in sorted(snapshot.storage_capacities.values(), key=lambda each: each.meta.key):
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
    """VolumeZone: the node's labels like the volume's, or the volume's like the node's."""
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
    """NodeVolumeLimits: a higher limit, or one pod fewer with enough volumes of its own."""
    snapshot, pod = cycle.snapshot, cycle.pod
    over = [entry for entry in limit_counts(snapshot, pod, node) if entry[1] + entry[2] > entry[3]]
    csi_node = snapshot.csi_nodes.get(node.name)
    if not over or csi_node is None:
        # A claim that is missing: PreFilter has said so already.
        return CLEARED_BY_OTHERS
    raised: list[Change] = []
    document = authored(csi_node.manifest, "CSINode")
    for driver, attached, wanted, _ in over:
        document = _with_limit(document, driver, attached + wanted)
        raised.append(RaiseVolumeLimit(document, node.name, driver, attached + wanted))
    found: list[Alternative] = [tuple(raised)]
    driver, attached, wanted, limit = over[0]
    freed = attached_by(snapshot, node, driver)
    enough = [other for other in node.pods if freed.get(other.uid, 0) >= attached + wanted - limit]
    enough = [other for other in enough if not other.terminating]
    enough.sort(key=lambda other: (other.priority, freed[other.uid], other.key))
    if len(over) == 1:
        found.extend((DeletePod(other.key, node.name, other.priority),) for other in enough[:PODS_TRIED])
    return found


def _with_limit(document: Document, driver: str, to: int) -> Document:
    document = editable(document)
    for entry in items(find(document, "spec", "drivers")):
        if isinstance(entry, dict) and entry.get("name") == driver:
            entry["allocatable"] = {**mapping(entry.get("allocatable")), "count": to}
    return document


def restrictions(cycle: Cycle, node: NodeInfo) -> Sequence[Alternative]:
    """VolumeRestrictions: the pods that hold a disk here, or anywhere a claim for one pod alone."""
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
    gone = tuple(
        DeletePod(other.key, other.node_name or node.name, other.priority) for other in users.values()
    )
    return (gone,) if gone else ()
