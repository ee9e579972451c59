"""The volumes of a pod from outside its node, and whether they can be mounted.

Source: pkg/kubelet/volumemanager (v1.34): the kubelet asks for a volume by listing it in
node.status.volumesInUse and waits until the attach/detach controller lists it in volumesAttached.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.objects.manifest import find, text
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.storage import (
    READ_WRITE_ONCE_POD,
    PersistentVolume,
    PersistentVolumeClaim,
)
from scheduler_core.objects.volumes.attachable import (
    attacher,
    claim_keys,
    unique_volume_name,
    volumes_attached,
    volumes_in_use,
)

_ON_THE_NODE = ("hostPath", "local", "emptyDir")


@dataclass(frozen=True, slots=True)
class Mount:
    """A volume from outside the node in a pod: its `name` there, `claim` (namespace/name) and `volume`.

    `unique_name` is its name in the status of the node. `attaches` means that it has to be attached to the
    node first, `single_pod` that its only access mode is ReadWriteOncePod.
    """

    name: str
    claim: str
    volume: str
    unique_name: str
    attaches: bool
    single_pod: bool = False


def mounts_of(pod: Pod, api: ApiServer) -> tuple[Mount, ...]:
    """The pod's volumes that lie outside its node."""
    claims, volumes = api.objects("PersistentVolumeClaim"), api.objects("PersistentVolume")
    drivers = api.objects("CSIDriver")
    mounts: list[Mount] = []
    for name, key in zip(_claimed(pod), claim_keys(pod), strict=True):
        claim = claims.get(key)
        if not isinstance(claim, PersistentVolumeClaim) or not claim.bound:
            continue
        volume = volumes.get(claim.volume_name)
        if not isinstance(volume, PersistentVolume):
            continue
        if any(volume.spec_manifest.get(field) is not None for field in _ON_THE_NODE):
            continue
        attaches = bool(attacher(volume, drivers))
        single_pod = volume.access_modes == (READ_WRITE_ONCE_POD,)
        mounts.append(Mount(name, key, volume.meta.name, unique_volume_name(volume), attaches, single_pod))
    return tuple(mounts)


def _claimed(pod: Pod) -> Iterator[str]:
    """The names in the pod of the volumes whose claims `claim_keys` yields, in the same order."""
    for entry in pod.spec.volumes:
        if find(entry, "persistentVolumeClaim", "claimName") or isinstance(find(entry, "ephemeral"), dict):
            yield text(entry.get("name"))


def claim_deleted(pod: Pod, api: ApiServer) -> bool:
    """Whether a claim of the pod is being deleted, so that the kubelet does not start the pod. Source:
    `getPVCExtractPV` (volumemanager/populator).
    """
    claims = api.objects("PersistentVolumeClaim")
    own = (claims.get(key) for key in claim_keys(pod))
    return any(claim is not None and claim.meta.deletion_at is not None for claim in own)


def has_claims(pod: Pod) -> bool:
    return next(claim_keys(pod), None) is not None


def not_mountable(
    mounts: Iterable[Mount], api: ApiServer, node: str, *, reaches_storage: bool
) -> tuple[Mount, ...]:
    """The mounts that are not possible now: not attached to the node yet, or the storage is out of reach."""
    stored = api.nodes.get(node)
    attached = () if stored is None else volumes_attached(stored)
    return tuple(
        mount
        for mount in mounts
        if not reaches_storage or (mount.attaches and mount.unique_name not in attached)
    )


def in_use(mounts: Iterable[Mount]) -> tuple[str, ...]:
    """The unique names for node.status.volumesInUse."""
    return tuple(sorted({mount.unique_name for mount in mounts if mount.attaches}))


def write_in_use(used: tuple[str, ...], api: ApiServer, node: str) -> bool:
    """Writes node.status.volumesInUse; returns False when there is no such node."""
    stored = api.nodes.get(node)
    if stored is None:
        return False
    if volumes_in_use(stored) != used:
        status = {**stored.status_manifest, "volumesInUse": list(used)}
        api.update_status("Node", node, status)
    return True
