"""ObjectMeta: the metadata that every object has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scheduler_core.objects.manifest import (
    EMPTY,
    HasManifest,
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
    texts,
)
from scheduler_core.objects.read_once import read_once
from scheduler_core.objects.scalars.times import parse_time


@dataclass(frozen=True, slots=True)
class OwnerReference:
    api_version: str
    kind: str
    name: str
    uid: str
    controller: bool
    block_owner_deletion: bool = False

    @staticmethod
    def parse(value: Json) -> OwnerReference:
        reference = mapping(value)
        return OwnerReference(
            text(reference.get("apiVersion")),
            text(reference.get("kind")),
            text(reference.get("name")),
            text(reference.get("uid")),
            flag(reference.get("controller")),
            flag(reference.get("blockOwnerDeletion")),
        )


@dataclass(frozen=True, slots=True)
class ObjectMeta:
    """Times are milliseconds since the epoch. `namespace` is "" for cluster-scoped kinds."""

    name: str
    namespace: str = ""
    uid: str = ""
    generate_name: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    annotations: Mapping[str, str] = field(default_factory=dict)
    owner_references: tuple[OwnerReference, ...] = ()
    finalizers: tuple[str, ...] = ()
    resource_version: str = ""
    generation: int | None = None
    creation_at: int | None = None
    deletion_at: int | None = None
    deletion_grace_period_seconds: int | None = None

    @property
    def key(self) -> str:
        """`namespace/name`, or `name` alone for cluster-scoped kinds."""
        return f"{self.namespace}/{self.name}" if self.namespace else self.name

    @property
    def controller(self) -> OwnerReference | None:
        """The managing owner, of which there is at most one. Source: metav1.GetControllerOf."""
        for owner in self.owner_references:
            if owner.controller:
                return owner
        return None

    @property
    def deletion_requested_at(self) -> int | None:
        """When somebody asked for the deletion: `deletion_at` is the end of the grace period."""
        if self.deletion_at is None:
            return None
        return self.deletion_at - max(self.deletion_grace_period_seconds or 0, 0) * 1000

    def with_version(self, version: str) -> ObjectMeta:
        """The same with another resourceVersion."""
        return ObjectMeta(
            self.name,
            self.namespace,
            self.uid,
            self.generate_name,
            self.labels,
            self.annotations,
            self.owner_references,
            self.finalizers,
            version,
            self.generation,
            self.creation_at,
            self.deletion_at,
            self.deletion_grace_period_seconds,
        )

    @staticmethod
    def parse(value: Json, namespaced: bool) -> ObjectMeta:
        manifest: Manifest = mapping(value)
        return ObjectMeta(
            name=text(manifest.get("name")),
            namespace=(text(manifest.get("namespace")) or "default") if namespaced else "",
            uid=text(manifest.get("uid")),
            generate_name=text(manifest.get("generateName")),
            labels=texts(manifest.get("labels", EMPTY)),
            annotations=texts(manifest.get("annotations", EMPTY)),
            owner_references=owner_references(manifest.get("ownerReferences")),
            finalizers=strings(manifest.get("finalizers")),
            resource_version=text(manifest.get("resourceVersion")),
            generation=integer(manifest.get("generation")),
            creation_at=_time(manifest.get("creationTimestamp")),
            deletion_at=_time(manifest.get("deletionTimestamp")),
            deletion_grace_period_seconds=integer(manifest.get("deletionGracePeriodSeconds")),
        )


def owner_manifests(stored: HasManifest) -> list[Manifest]:
    """The documents of an object's metadata.ownerReferences."""
    return [mapping(entry) for entry in items(find(stored.manifest, "metadata", "ownerReferences"))]


def kind_of(stored: HasManifest) -> str:
    """The kind that an object's manifest states; "" where it states none."""
    return text(stored.manifest.get("kind"))


@read_once
def owner_references(value: Json) -> tuple[OwnerReference, ...]:
    """metadata.ownerReferences."""
    return tuple(OwnerReference.parse(entry) for entry in items(value))


def _time(value: Json) -> int | None:
    return parse_time(value) if isinstance(value, str) else None


def time_of(manifest: Json, *path: str) -> int | None:
    """The instant at `path` in milliseconds since the epoch; None when it is missing or malformed."""
    return _time(find(manifest, *path))


class ApiObject:
    """What every stored object has beside its own fields."""

    __slots__ = ()
    manifest: Manifest
    meta: ObjectMeta

    metadata_manifest = Read(mapping, "metadata")
    spec_manifest = Read(mapping, "spec")
    status_manifest = Read(mapping, "status")
    """The parts of the document, for writes that copy them and for comparisons of the whole part; {} when
    missing. A rule reads the attributes of its kind."""

    @property
    def key(self) -> str:
        """`namespace/name`, or the name of an object without a namespace."""
        return self.meta.key
