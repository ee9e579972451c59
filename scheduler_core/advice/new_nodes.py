"""A new node: like one that exists, or of the kind that a pod requires."""

from __future__ import annotations

from collections.abc import Mapping
from operator import ge

from scheduler_core.advice.changes import free_name
from scheduler_core.advice.cluster_changes import AddNode, AddNodeOfKind
from scheduler_core.advice.editable import Document, editable, part, parts
from scheduler_core.advice.nodes.machine_labels import states_machine
from scheduler_core.advice.nodes.node_taints import passing
from scheduler_core.objects.node import HOSTNAME_LABEL
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot

_SERVERS_OWN = ("uid", "resourceVersion", "creationTimestamp", "generation", "managedFields", "annotations")

_COMMON = ("", "true", "false")
"""Values that two labels share although they state different facts."""


def node_like(snapshot: Snapshot, example: NodeInfo) -> AddNode:
    """One more node like `example`, with its drivers and devices."""
    name = free_name(example.name, set(snapshot.names))
    manifest = _like(example, name, {})
    slices = _slices_like(snapshot, example.name, name)
    return AddNode(name, example.name, manifest, _drivers_like(snapshot, example.name, name), slices)


def node_with(snapshot: Snapshot, example: NodeInfo, labels: Mapping[str, str]) -> AddNode:
    """One more node with these labels: like the largest that has them, or where `example` is larger, like
    that one in all other respects."""
    alike = [node for node in snapshot.nodes if labels.items() <= node.labels.items()]
    largest = max(alike, key=_size, default=None)
    if largest is not None and all(map(ge, _size(largest), _size(example))):
        return node_like(snapshot, largest)
    return _of_kind(snapshot, example, labels)


def _size(node: NodeInfo) -> tuple[int, int]:
    return node.allocatable.milli_cpu, node.allocatable.memory


def _of_kind(snapshot: Snapshot, example: NodeInfo, labels: Mapping[str, str]) -> AddNodeOfKind:
    """A node like `example` that has these labels. What states the same fact in other words follows: a node
    in another zone is in that zone for its drivers too.
    """
    hostname = labels.get(HOSTNAME_LABEL, "")
    base = hostname or example.name
    name = free_name(base, set(snapshot.names))
    own = example.labels
    replaced = {own[key]: value for key, value in labels.items() if own.get(key, "") not in _COMMON}
    facts = {
        key: replaced[value]
        for key, value in own.items()
        if value in replaced and states_machine(key, snapshot.csi_nodes)
    }
    manifest = _like(example, name, {**facts, **labels})
    kind = ", ".join(f"{key}={value}" for key, value in sorted(labels.items()))
    drivers = _drivers_like(snapshot, example.name, name)
    return AddNodeOfKind(name, example.name, manifest, drivers, (), kind)


def _like(node: NodeInfo, name: str, labels: Mapping[str, str]) -> Document:
    """The manifest of a new node: the example without identity, cordon, taints of its state and volumes."""
    document = editable(node.node.manifest)
    document.setdefault("apiVersion", "v1")
    document["kind"] = "Node"
    for field in ("spec", "status"):
        document[field] = document.get(field) or {}
    metadata = part(document, "metadata")
    for own in _SERVERS_OWN:
        metadata.pop(own, None)
    metadata["name"] = name
    metadata["labels"] = metadata.get("labels") or {}
    held = part(metadata, "labels")
    if HOSTNAME_LABEL in held:
        held[HOSTNAME_LABEL] = name
    held.update(labels)
    spec = part(document, "spec")
    spec.pop("unschedulable", None)
    spec.pop("providerID", None)
    taints = [taint for taint in parts(spec, "taints") if not passing(str(taint.get("key")))]
    spec["taints"] = [*taints]
    if not taints:
        del spec["taints"]
    status = part(document, "status")
    for of_pods in ("volumesAttached", "volumesInUse"):
        status.pop(of_pods, None)
    return document


def _drivers_like(snapshot: Snapshot, like: str, name: str) -> Document | None:
    """The CSINode for the new node; None where its example has none."""
    csi_node = snapshot.csi_nodes.get(like)
    if csi_node is None:
        return None
    document = editable(csi_node.manifest)
    document.update(apiVersion="storage.k8s.io/v1", kind="CSINode", metadata={"name": name})
    for driver in parts(document, "spec", "drivers"):
        if driver.get("nodeID") == like:
            driver["nodeID"] = name
    return document


def _slices_like(snapshot: Snapshot, like: str, node: str) -> tuple[Document, ...]:
    """Slices that give `node` the same devices as `like` has. Devices that other nodes also reach are left
    out.

    Only pools of a single slice are copied.
    """
    names, documents = set(snapshot.resource_slices), list[Document]()
    for name in sorted(snapshot.resource_slices):
        example = snapshot.resource_slices[name]
        if example.node_name != like or example.slice_count != 1:
            continue
        document = editable({"apiVersion": "resource.k8s.io/v1", "kind": "ResourceSlice"})
        slice_name = free_name(f"{node}-{example.driver}", names)
        names.add(slice_name)
        document["metadata"] = {"name": slice_name}
        pools = {other.pool for other in snapshot.resource_slices.values() if other.driver == example.driver}
        spec = editable({"spec": example.spec_manifest})["spec"]
        assert isinstance(spec, dict)
        pool: Document = {"name": free_name(node, pools), "generation": 1, "resourceSliceCount": 1}
        spec.update(nodeName=node, pool=pool)
        document["spec"] = spec
        documents.append(document)
    return tuple(documents)
