"""Changes of storage that could make a pod fit.

In a trial a change shows what the volume controller would make of it: claims that need not wait for a pod are
bound at once. In a run the controller does that itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from scheduler_core.actor import Message, message
from scheduler_core.advice.changes import ClusterChange
from scheduler_core.advice.editable import Document, editable, part
from scheduler_core.objects.manifest import Json, Manifest
from scheduler_core.objects.storage import (
    BIND_COMPLETED_ANNOTATION,
    ClaimReference,
    PersistentVolume,
    PersistentVolumeClaim,
    StorageClass,
)
from scheduler_core.objects.volumes import volume_matching
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.plugins.volumes.volume_binder import NO_PROVISIONER
from scheduler_core.scheduler.plugins.volumes.volume_binding import WAIT_FOR_FIRST_CONSUMER

_AUTHORS = ("name", "namespace", "labels", "annotations")


def authored(manifest: Manifest, kind: str) -> Document:
    """A private copy with the fields that its author wrote, to be applied again."""
    document = editable(manifest)
    metadata = part(document, "metadata")
    document["metadata"] = {key: metadata[key] for key in _AUTHORS if key in metadata}
    document.pop("status", None)
    version = "v1" if kind.startswith("Persistent") else "storage.k8s.io/v1"
    document.setdefault("apiVersion", version)
    document["kind"] = kind
    return document


@dataclass(frozen=True, slots=True)
class AppliedChange(ClusterChange):
    """Applies a manifest."""

    manifest: Manifest


@dataclass(frozen=True, slots=True)
class MakeClaim(AppliedChange):
    weight: ClassVar[int] = 33
    claim: str
    size: str
    class_name: str

    def alter(self, snapshot: Snapshot) -> None:
        claim = PersistentVolumeClaim.parse(self.manifest)
        snapshot.claims[claim.meta.key] = claim
        settle(snapshot, claim)

    def message(self) -> Message:
        if not self.class_name:
            return message("advice.make_claim", claim=self.claim, size=self.size)
        return message("advice.make_claim_of", claim=self.claim, size=self.size, name=self.class_name)

    def price(self) -> tuple[Message, ...]:
        return (message("advice.price_claim", claim=self.claim),)


@dataclass(frozen=True, slots=True)
class MakeVolume(AppliedChange):
    """Creates a volume; `node` is "" when all nodes can reach it."""

    weight: ClassVar[int] = 36
    claim: str
    size: str
    node: str

    def alter(self, snapshot: Snapshot) -> None:
        created = PersistentVolume.parse({**self.manifest, "status": {"phase": "Available"}})
        snapshot.volumes[created.meta.name] = created
        for claim in list(snapshot.claims.values()):
            settle(snapshot, claim)

    def message(self) -> Message:
        if not self.node:
            return message("advice.make_volume", claim=self.claim, size=self.size)
        return message("advice.make_volume_on", claim=self.claim, size=self.size, node=self.node)

    def price(self) -> tuple[Message, ...]:
        return (message("advice.price_volume", size=self.size),)


@dataclass(frozen=True, slots=True)
class MakeClass(AppliedChange):
    weight: ClassVar[int] = 34
    name: str
    provisioner: str

    def alter(self, snapshot: Snapshot) -> None:
        snapshot.storage_classes[self.name] = StorageClass.parse(self.manifest)

    def message(self) -> Message:
        return message("advice.make_class", name=self.name, provisioner=self.provisioner)

    def price(self) -> tuple[Message, ...]:
        return (message("advice.price_class", provisioner=self.provisioner),)


@dataclass(frozen=True, slots=True)
class AllowTopology(AppliedChange):
    weight: ClassVar[int] = 27
    name: str
    label: str

    def alter(self, snapshot: Snapshot) -> None:
        snapshot.storage_classes[self.name] = StorageClass.parse(self.manifest)

    def message(self) -> Message:
        return message("advice.allow_topology", name=self.name, label=self.label)

    def price(self) -> tuple[Message, ...]:
        return (message("advice.price_allow", name=self.name, label=self.label),)


def delayed(snapshot: Snapshot, claim: PersistentVolumeClaim) -> bool:
    """Whether the claim waits for its first consumer."""
    storage = snapshot.storage_classes.get(claim.class_name)
    return storage is not None and storage.binding_mode == WAIT_FOR_FIRST_CONSUMER and not claim.volume_name


def settle(snapshot: Snapshot, claim: PersistentVolumeClaim) -> None:
    """Does what the volume controller would do with an unbound claim: binds or provisions a volume."""
    if claim.bound:
        return
    if claim.volume_name:
        volume = snapshot.volumes.get(claim.volume_name)
        if (
            volume is not None
            and volume.claim is not None
            and not volume_matching.reserved_for(volume, claim)
        ):
            volume = None
    elif delayed(snapshot, claim):
        return
    else:
        volume = volume_matching.matching_volume(snapshot.volumes, claim, None)
        volume = volume or _provisioned(snapshot, claim)
    if volume is None:
        return
    meta = claim.meta
    reference = ClaimReference(meta.namespace, meta.name, meta.uid)
    snapshot.volumes[volume.meta.name] = replace(volume, claim=reference, phase="Bound")
    annotations = {**meta.annotations, BIND_COMPLETED_ANNOTATION: "yes"}
    snapshot.claims[meta.key] = replace(
        claim, volume_name=volume.meta.name, phase="Bound", meta=replace(meta, annotations=annotations)
    )


def _provisioned(snapshot: Snapshot, claim: PersistentVolumeClaim) -> PersistentVolume | None:
    """The volume that a class with immediate binding provisions wherever its topology allows."""
    storage = snapshot.storage_classes.get(claim.class_name)
    if storage is None or storage.provisioner in ("", NO_PROVISIONER):
        return None
    terms: list[Json] = [
        {
            "matchExpressions": [
                {"key": entry.key, "operator": "In", "values": list(entry.values)}
                for entry in term.match_expressions
            ]
        }
        for term in storage.allowed_topologies
    ]
    spec: dict[str, Json] = {
        "accessModes": list(claim.access_modes),
        "capacity": {"storage": claim.stated_request},
        "csi": {"driver": storage.provisioner, "volumeHandle": f"pvc-{claim.meta.key}"},
        "storageClassName": claim.class_name,
    }
    if terms:
        spec["nodeAffinity"] = {"required": {"nodeSelectorTerms": terms}}
    return PersistentVolume.parse(
        {"metadata": {"name": f"pvc-{claim.meta.namespace}-{claim.meta.name}"}, "spec": spec}
    )
