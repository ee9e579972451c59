"""Which volume matches a claim; used by the scheduler for one node and by the volume controller for any node.

Source: component-helpers storage/volume FindMatchingVolume, CheckNodeAffinity (v0.34).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from scheduler_core.objects.selection.selectors import Labels
from scheduler_core.objects.storage import PersistentVolume, PersistentVolumeClaim


def reaches(volume: PersistentVolume, labels: Labels) -> bool:
    """Whether the volume can be used on a node with these labels."""
    return volume.node_affinity is None or volume.node_affinity.matches(labels, "")


def reserved_for(volume: PersistentVolume, claim: PersistentVolumeClaim) -> bool:
    """Whether the volume's claimRef names this claim; without a UID the name suffices."""
    reference, meta = volume.claim, claim.meta
    return (
        reference is not None
        and (reference.namespace, reference.name) == (meta.namespace, meta.name)
        and (not reference.uid or reference.uid == meta.uid)
    )


def matching_volume(
    volumes: Mapping[str, PersistentVolume],
    claim: PersistentVolumeClaim,
    labels: Labels | None,
    taken: Collection[str] = (),
) -> PersistentVolume | None:
    """The volume reserved for the claim, else the smallest that matches it. `labels` are those of the node;
    None allows any node."""
    smallest: PersistentVolume | None = None
    for volume in volumes.values():
        if volume.class_name != claim.class_name or volume.meta.name in taken:
            continue
        reserved = reserved_for(volume, claim)
        if volume.claim is not None and not reserved:
            continue
        if (
            volume.capacity.nano < claim.request.nano
            or volume.volume_mode != claim.volume_mode
            or volume.volume_attributes_class_name != claim.volume_attributes_class_name
            or volume.meta.deletion_at is not None
        ):
            continue
        reachable = labels is None or reaches(volume, labels)
        if reserved:
            return volume if reachable else None
        if volume.phase != "Available" or not reachable:
            continue
        if claim.selector is not None and not claim.selector.matches(volume.meta.labels):
            continue
        if not set(claim.access_modes) <= set(volume.access_modes):
            continue
        if smallest is None or volume.capacity.nano < smallest.capacity.nano:
            smallest = volume
    return smallest
