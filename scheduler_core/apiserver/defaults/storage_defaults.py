"""The values that the API server writes into storage objects: defaults, the default class, the first phase.

Source: pkg/apis/core/v1/defaults.go, plugin/pkg/admission/storage/storageclass (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.objects.manifest import Json, Manifest, find, mapping, with_value
from scheduler_core.objects.storage import BETA_CLASS_ANNOTATION, StorageClass


def storage_defaults(kind: str, manifest: Manifest) -> Manifest:
    """The manifest of a storage object with its defaults."""
    spec = dict(mapping(manifest.get("spec")))
    match kind:
        case "StorageClass":
            return {"reclaimPolicy": "Delete", "volumeBindingMode": "Immediate", **without_nulls(manifest)}
        case "PersistentVolumeClaim":
            return {**manifest, "spec": {"volumeMode": "Filesystem", **without_nulls(spec)}}
        case "PersistentVolume":
            volume = {
                "volumeMode": "Filesystem",
                "persistentVolumeReclaimPolicy": "Retain",
                **without_nulls(spec),
            }
            return {**manifest, "spec": volume}
        case _:
            return manifest


def without_nulls(manifest: Manifest) -> dict[str, Json]:
    """The fields that are set: a field that is null counts as left out and gets its default."""
    return {name: value for name, value in manifest.items() if value is not None}


def first_phase(kind: str, manifest: Manifest, *, given: bool) -> str:
    """status.phase of a new object. A `given` object comes from the start state, so it has existed for a
    while.
    """
    if kind == "PersistentVolume" and given and find(manifest, "spec", "claimRef") is None:
        return "Available"
    return "Pending"


def with_default_class(manifest: Manifest, classes: Mapping[str, StorageClass]) -> Manifest:
    """The claim, with the default class if it names none; of several default classes the newest, then the
    first by name.
    """
    named = find(manifest, "spec", "storageClassName") is not None
    annotated = find(manifest, "metadata", "annotations", BETA_CLASS_ANNOTATION) is not None
    defaults = sorted(
        (class_ for class_ in classes.values() if class_.default),
        key=lambda default: (-(default.meta.creation_at or 0), default.meta.name),
    )
    if named or annotated or not defaults or not isinstance(manifest.get("spec"), Mapping):
        return manifest
    return with_value(manifest, ("spec", "storageClassName"), defaults[0].meta.name)
