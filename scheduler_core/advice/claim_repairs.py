"""Repairs for a volume plugin's refusal in PreFilter: claims and volumes that are missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scheduler_core.advice.alternatives import CLEARED_BY_OTHERS, Alternative, together
from scheduler_core.advice.changes import free_name
from scheduler_core.advice.volume_changes import (
    MakeClaim,
    MakeClass,
    MakeVolume,
    delayed,
)
from scheduler_core.objects.manifest import Json, Manifest, find, mapping, text
from scheduler_core.objects.node import HOSTNAME_LABEL
from scheduler_core.objects.selection.selectors import LabelSelector
from scheduler_core.objects.storage import (
    PersistentVolumeClaim,
    StorageClass,
)
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.cycle.cycle import Cycle
from scheduler_core.scheduler.plugins.volumes.pod_volumes import ClaimUse, claim_uses, created_for
from scheduler_core.scheduler.plugins.volumes.volume_binder import NO_PROVISIONER

CLASSES_TO_TRY = 2
SIZE = "1Gi"
"""The size of a claim when its size is unknown."""


def before_nodes(cycle: Cycle, plugin: str) -> Sequence[Alternative]:
    """Alternatives for a refusal in PreFilter. All claims are repaired at once, for the plugin that refuses
    first; this also clears the refusals of the other plugins."""
    uses = list(claim_uses(cycle.pod))
    if plugin != _first_to_refuse(cycle, uses):
        return CLEARED_BY_OTHERS
    options = [_put_right(cycle, use) for use in uses]
    return tuple(alternative for alternative in together(options) if alternative)


def _first_to_refuse(cycle: Cycle, uses: Sequence[ClaimUse]) -> str:
    """The name of the volume plugin whose PreFilter refuses the pod first, from the state of its claims."""
    snapshot, pod = cycle.snapshot, cycle.pod
    claims = [(use, snapshot.claims.get(f"{pod.namespace}/{use.name}")) for use in uses]
    if any(claim is None and not use.ephemeral for use, claim in claims):
        return "VolumeRestrictions"
    if all(claim is not None and claim.bound for _, claim in claims):
        return "VolumeZone"
    return "VolumeBinding"


def _put_right(cycle: Cycle, use: ClaimUse) -> Sequence[Alternative]:
    """Ways to make one claim usable; an empty alternative when it is usable already."""
    snapshot, pod = cycle.snapshot, cycle.pod
    claim = snapshot.claims.get(f"{pod.namespace}/{use.name}")
    if claim is None:
        return tuple(_missing_claim(snapshot, pod, use))
    if claim.phase == "Lost" or claim.meta.deletion_at is not None:
        return ()
    if use.ephemeral and not created_for(claim, pod):
        return ()
    if claim.bound:
        exists = claim.volume_name in snapshot.volumes
        return CLEARED_BY_OTHERS if exists else ((volume_for(snapshot, claim, reserved=True),),)
    if delayed(snapshot, claim):
        return CLEARED_BY_OTHERS
    return tuple(_unbound(snapshot, claim))


def _missing_claim(snapshot: Snapshot, pod: PodInfo, use: ClaimUse) -> Iterator[Alternative]:
    """Creates the claim: from its template, in a class, for a free volume, or with a new volume."""
    if use.ephemeral:
        new_claim = _of_template(pod, use)
        if new_claim is not None:
            yield (new_claim,)
        return
    classes = [entry for entry in snapshot.storage_classes.values() if provisions(entry)]
    classes.sort(key=lambda entry: (not entry.default, entry.meta.name))
    for name in [entry.meta.name for entry in classes[:CLASSES_TO_TRY]]:
        spec: dict[str, Json] = {**_spec(SIZE, ["ReadWriteOnce"]), "storageClassName": name}
        yield (_claim(pod, use.name, spec),)
    free = [volume for volume in snapshot.volumes.values() if volume.claim is None and volume.access_modes]
    free = [
        volume for volume in free if volume.phase in ("", "Available") and volume.meta.deletion_at is None
    ]
    if free:
        volume = min(free, key=lambda entry: (entry.capacity.nano, entry.meta.name))
        size = text(volume.capacity_manifest.get("storage"))
        spec = {
            **_spec(size, [volume.access_modes[0]]),
            "storageClassName": volume.class_name,
            "volumeMode": volume.volume_mode,
        }
        yield (_claim(pod, use.name, spec),)
    if not classes and not free:
        new_claim = _claim(pod, use.name, {**_spec(SIZE, ["ReadWriteOnce"]), "storageClassName": ""})
        claim = PersistentVolumeClaim.parse(new_claim.manifest)
        yield (volume_for(snapshot, claim), new_claim)


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
    """The claim that the ephemeral volume controller would make."""
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


def provisions(storage_class: StorageClass) -> bool:
    """Whether the class creates volumes; the provisioner "no-provisioner" creates none."""
    return storage_class.provisioner not in ("", NO_PROVISIONER)


def _unbound(snapshot: Snapshot, claim: PersistentVolumeClaim) -> Iterator[Alternative]:
    """Repairs for a claim that should be bound but has no volume: a storage class, or a volume for it."""
    storage_class = snapshot.storage_classes.get(claim.class_name)
    if claim.volume_name:
        if claim.volume_name not in snapshot.volumes:
            yield (volume_for(snapshot, claim),)
        return
    if storage_class is None and claim.class_name:
        provisioner = _provisioner_in_use(snapshot)
        if provisioner:
            manifest: Manifest = {
                "apiVersion": "storage.k8s.io/v1",
                "kind": "StorageClass",
                "metadata": {"name": claim.class_name},
                "provisioner": provisioner,
                "volumeBindingMode": "WaitForFirstConsumer",
            }
            yield (MakeClass(manifest, claim.class_name, provisioner),)
    if storage_class is None or not provisions(storage_class):
        yield (volume_for(snapshot, claim),)


def _provisioner_in_use(snapshot: Snapshot) -> str:
    """A provisioner that another storage class already uses; "" where there is none."""
    in_use = sorted(entry.provisioner for entry in snapshot.storage_classes.values() if provisions(entry))
    return next(iter((*in_use, *sorted(snapshot.csi_drivers))), "")


def volume_for(
    snapshot: Snapshot, claim: PersistentVolumeClaim, node: NodeInfo | None = None, *, reserved: bool = False
) -> MakeVolume:
    """A volume that suits the claim, on `node` or reachable from all nodes."""
    name = claim.volume_name or free_name(f"pv-{claim.meta.name}", snapshot.volumes)
    size = claim.stated_request or SIZE
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
        on_host: Json = {"key": HOSTNAME_LABEL, "operator": "In", "values": [host]}
        spec["nodeAffinity"] = {"required": {"nodeSelectorTerms": [{"matchExpressions": [on_host]}]}}
        spec["local"] = {"path": f"/mnt/{name}"}
    manifest: Manifest = {
        "apiVersion": "v1",
        "kind": "PersistentVolume",
        "metadata": {"name": name, "labels": _selected_labels(claim.selector)},
        "spec": spec,
    }
    return MakeVolume(manifest, claim.meta.name, size, "" if host is None or node is None else node.name)


def _selected_labels(selector: LabelSelector | None) -> dict[str, Json]:
    """Labels that the selector matches, as far as they can be derived."""
    return {
        entry.key: entry.values[0] if entry.values else ""
        for entry in (selector.requirements if selector is not None else ())
        if entry.operator in ("In", "Exists")
    }
