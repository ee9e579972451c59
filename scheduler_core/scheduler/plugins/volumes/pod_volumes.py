"""A pod's volumes as the volume plugins read them.

Source: component-helpers storage/ephemeral, csi-translation-lib (names of in-tree plugins), v0.34.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scheduler_core.objects.manifest import Manifest, find, mapping, text
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.storage import PersistentVolumeClaim
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.plugins.volumes.in_tree_volumes import MIGRATED_DRIVERS

NOT_OWNER = "PVC %(claim)s was not created for pod %(pod)s (pod is not owner)"
CLAIM_NOT_FOUND = 'persistentvolumeclaim "%(claim)s" not found'


@dataclass(frozen=True, slots=True)
class ClaimUse:
    """One volume of a pod that is backed by a claim."""

    name: str
    ephemeral: bool


def claim_uses(pod: PodInfo, *, ephemeral: bool = True) -> Iterator[ClaimUse]:
    """The volumes with claims in spec order. A generic ephemeral volume's claim is named `<pod>-<volume>`."""
    return claim_uses_of(pod.pod, ephemeral=ephemeral)


def claim_uses_of(pod: Pod, *, ephemeral: bool = True) -> Iterator[ClaimUse]:
    """`claim_uses` of a pod that the scheduler has derived nothing from yet."""
    for volume in pod.spec.volumes:
        use = claim_use(pod, volume)
        if use is not None and (ephemeral or not use.ephemeral):
            yield use


def claim_use(pod: Pod, volume: Manifest) -> ClaimUse | None:
    """The claim behind one volume of the pod; None for an inline volume."""
    if isinstance(volume.get("persistentVolumeClaim"), Mapping):
        return ClaimUse(text(find(volume, "persistentVolumeClaim", "claimName")), False)
    if isinstance(volume.get("ephemeral"), Mapping):
        return ClaimUse(f"{pod.name}-{text(volume.get('name'))}", True)
    return None


def uses_claim(pod: PodInfo, namespace: str, name: str, *, ephemeral: bool = True) -> bool:
    return namespace == pod.namespace and any(
        use.name == name for use in claim_uses(pod, ephemeral=ephemeral)
    )


def created_for(claim: PersistentVolumeClaim, pod: PodInfo) -> bool:
    """Whether the claim of a generic ephemeral volume was made for this pod, and not for another one of the
    same name."""
    owner = claim.meta.controller
    return claim.meta.namespace == pod.namespace and owner is not None and owner.uid == pod.uid


def not_owner(claim: PersistentVolumeClaim, pod: PodInfo) -> str:
    """Why `created_for` is False (ephemeral.VolumeIsForPod)."""
    return NOT_OWNER % {"claim": claim.meta.key, "pod": pod.key}


def migrated_drivers(pod: PodInfo) -> Iterator[str]:
    for volume in pod.pod.spec.volumes:
        for source, driver in MIGRATED_DRIVERS.items():
            if isinstance(volume.get(source), Mapping):
                yield driver


def inline_csi_drivers(pod: PodInfo) -> Iterator[str]:
    for volume in pod.pod.spec.volumes:
        source = volume.get("csi")
        if isinstance(source, Mapping):
            yield text(source.get("driver"))


def source_of(volume: Manifest, kind: str) -> Manifest | None:
    source = volume.get(kind)
    return mapping(source) if isinstance(source, Mapping) else None


def claim_not_found(name: str) -> str:
    return CLAIM_NOT_FOUND % {"claim": name}
