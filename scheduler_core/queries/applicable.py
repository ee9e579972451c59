"""The objects of a step as manifests that `kubectl apply` takes on another cluster."""

from __future__ import annotations

from scheduler_core.engine.world import World
from scheduler_core.objects.kinds import INERT, KINDS, Object
from scheduler_core.objects.manifest import Json, Manifest, items, mapping

_OWN_NAMESPACES = frozenset({"default", "kube-system", "kube-public", "kube-node-lease"})
_SYSTEM_CLASSES = "system-"
_PROVISIONED_BY = "pv.kubernetes.io/provisioned-by"
_KEPT_METADATA = ("name", "namespace", "labels", "annotations")
_NOTES = ("kubectl.kubernetes.io/", "deployment.kubernetes.io/", "pv.kubernetes.io/", "volume.kubernetes.io/")
"""Prefixes of annotations that kubectl and controllers write by themselves."""
_NODE_STATUS = ("capacity", "allocatable")


def applicable(world: World) -> list[Json]:
    """The manifests in an order in which each comes after those that it refers to.

    Left out is what the cluster makes again by itself: objects of a controller, volumes of a provisioner,
    what has a deletion timestamp, and the namespaces and classes that each cluster has; so are inert objects,
    whose values are not kept. Of a status only the size of a node stays, which kubectl ignores and a
    simulator of nodes reads.
    """
    manifests: list[tuple[int, str, Manifest]] = []
    for name, kind in KINDS.items():
        if kind.derived or name in INERT:
            continue
        for key, stored in world.api.objects(name).items():
            if _is_made_again(name, stored):
                continue
            manifests.append((kind.creation_rank, f"{name}/{key}", _portable(name, stored.manifest)))
    return [dict(manifest) for _, _, manifest in sorted(manifests, key=lambda row: row[:2])]


def _is_made_again(kind: str, stored: Object) -> bool:
    """Whether the cluster creates the object again by itself, or the object is being deleted."""
    meta = stored.metadata_manifest
    if meta.get("deletionTimestamp"):
        return True
    if any(mapping(owner).get("controller") for owner in items(meta.get("ownerReferences"))):
        return True
    if kind == "Namespace":
        return meta.get("name") in _OWN_NAMESPACES
    if kind == "PriorityClass":
        return str(meta.get("name")).startswith(_SYSTEM_CLASSES)
    return kind == "PersistentVolume" and _PROVISIONED_BY in mapping(meta.get("annotations"))


def _portable(kind: str, manifest: Manifest) -> Manifest:
    """The manifest as kubectl applies it elsewhere: no status but a node's size, no claim's volume name."""
    fields = {name: value for name, value in manifest.items() if name not in ("metadata", "status")}
    meta = mapping(manifest.get("metadata"))
    metadata = {name: meta[name] for name in _KEPT_METADATA if meta.get(name)}
    notes = {
        name: value
        for name, value in mapping(metadata.pop("annotations", None)).items()
        if not name.startswith(_NOTES)
    }
    head: dict[str, Json] = {name: fields.pop(name) for name in ("apiVersion", "kind") if name in fields}
    head["metadata"] = {**metadata, **({"annotations": notes} if notes else {})}
    if kind == "Node":
        status = mapping(manifest.get("status"))
        size = {name: status[name] for name in _NODE_STATUS if name in status}
        return {**head, **fields, **({"status": size} if size else {})}
    if kind == "PersistentVolumeClaim":
        # The provisioner of another cluster makes another volume.
        spec = {name: value for name, value in mapping(fields.get("spec")).items() if name != "volumeName"}
        return {**head, **fields, "spec": spec}
    return {**head, **fields}
