"""Node."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler_core.objects.manifest import (
    Json,
    Manifest,
    Read,
    find,
    flag,
    integer,
    items,
    mapping,
    strings,
    text,
    with_value,
    without,
)
from scheduler_core.objects.meta import ApiObject, ObjectMeta, time_of
from scheduler_core.objects.replacing import replace
from scheduler_core.objects.resources import ResourceList, parse_resource_list
from scheduler_core.objects.selection.selectors import Taint

ZONE_LABELS = ("failure-domain.beta.kubernetes.io/zone", "topology.kubernetes.io/zone")
REGION_LABELS = ("failure-domain.beta.kubernetes.io/region", "topology.kubernetes.io/region")
HOSTNAME_LABEL = "kubernetes.io/hostname"
ADDED_ANNOTATION = "podium/added"
"""Says `true` of a node that podium added because the imported text has no nodes; its size is a guess."""


@dataclass(frozen=True, slots=True)
class ContainerImage:
    """A container image on a node, with all its names; `size_bytes` is as the kubelet reported it."""

    names: tuple[str, ...]
    size_bytes: int


@dataclass(frozen=True, slots=True)
class NodeCondition:
    type: str
    status: str
    reason: str = ""
    message: str = ""
    heartbeat_at: int | None = None
    transition_at: int | None = None
    """In milliseconds since the epoch, as the times of all typed fields."""


@dataclass(frozen=True, slots=True, eq=False)
class Node(ApiObject):
    """v1.Node. `manifest` is the whole document; the other fields are the parts that the rules read."""

    manifest: Manifest
    meta: ObjectMeta
    unschedulable: bool
    taints: tuple[Taint, ...]
    capacity: ResourceList
    allocatable: ResourceList
    images: tuple[ContainerImage, ...]
    conditions: tuple[NodeCondition, ...]
    declared_features: frozenset[str]

    addresses = Read(items, "status", "addresses")
    condition_manifests = Read(items, "status", "conditions")
    info = Read(mapping, "status", "nodeInfo")
    capacity_manifest = Read(mapping, "status", "capacity")
    volumes_attached = Read(items, "status", "volumesAttached")
    volumes_in_use = Read(items, "status", "volumesInUse")

    @property
    def name(self) -> str:
        return self.meta.name

    @property
    def labels(self) -> Mapping[str, str]:
        return self.meta.labels

    @property
    def added(self) -> bool:
        """True when podium added the node to an imported text that has none."""
        return self.meta.annotations.get(ADDED_ANNOTATION) == "true"

    @property
    def zone(self) -> str:
        """The name of the zone; "" when the node has no zone label. Source: node/topology.GetZoneKey (the
        beta label comes first).
        """
        return next((self.labels[label] for label in ZONE_LABELS if self.labels.get(label)), "")

    @property
    def zone_label(self) -> str:
        """The label that says in which zone the board draws the node: Kubernetes' own, or `zone`."""
        labels = (*ZONE_LABELS, "zone")
        return next((label for label in labels if self.labels.get(label)), "")

    @property
    def drawn_zone(self) -> str:
        """The zone in which the board draws the node."""
        return self.labels.get(self.zone_label, "")

    @property
    def region(self) -> str:
        return next((self.labels[label] for label in REGION_LABELS if self.labels.get(label)), "")

    @property
    def ready(self) -> bool:
        """Whether Ready is True. A node without a Ready condition, as in a hand-written manifest, counts as
        ready.
        """
        return all(condition.status == "True" for condition in self.conditions if condition.type == "Ready")

    def condition(self, type_: str) -> NodeCondition | None:
        return next((condition for condition in self.conditions if condition.type == type_), None)

    @staticmethod
    def parse(manifest: Manifest) -> Node:
        capacity = parse_resource_list(find(manifest, "status", "capacity"))
        allocatable = find(manifest, "status", "allocatable")
        return Node(
            manifest=manifest,
            meta=ObjectMeta.parse(manifest.get("metadata"), namespaced=False),
            unschedulable=flag(find(manifest, "spec", "unschedulable")),
            taints=tuple(Taint.parse(entry) for entry in items(find(manifest, "spec", "taints"))),
            capacity=capacity,
            # Source: SetDefaults_NodeStatus (v1.34): a missing allocatable is the capacity.
            allocatable=capacity if allocatable is None else parse_resource_list(allocatable),
            images=tuple(
                ContainerImage(strings(find(entry, "names")), integer(find(entry, "sizeBytes")) or 0)
                for entry in items(find(manifest, "status", "images"))
            ),
            conditions=tuple(
                NodeCondition(
                    text(find(entry, "type")),
                    text(find(entry, "status")),
                    text(find(entry, "reason")),
                    text(find(entry, "message")),
                    time_of(entry, "lastHeartbeatTime"),
                    time_of(entry, "lastTransitionTime"),
                )
                for entry in items(find(manifest, "status", "conditions"))
            ),
            declared_features=frozenset(strings(find(manifest, "status", "declaredFeatures"))),
        )

    def with_unschedulable(self, unschedulable: bool) -> Node:
        path = ("spec", "unschedulable")
        manifest = with_value(self.manifest, path, True) if unschedulable else without(self.manifest, path)
        return replace(self, manifest=manifest, unschedulable=unschedulable)

    def with_taints(self, taints: tuple[Taint, ...]) -> Node:
        documents: list[Json] = [taint.to_manifest() for taint in taints]
        return replace(self, manifest=with_value(self.manifest, ("spec", "taints"), documents), taints=taints)
