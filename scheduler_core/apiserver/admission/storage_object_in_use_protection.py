"""The admission plugins StorageObjectInUseProtection and PodGroupProtection: every claim, every volume and
every PodGroup gets a finalizer.

Source: plugin/pkg/admission/storage/storageobjectinuseprotection (v1.34), podgroupprotection (v1.36). The
finalizers keep a deleted claim while a pod uses it, a deleted volume while it is bound, and a deleted
PodGroup while unfinished pods name it; their controllers are `controllers/volume/pvc_protection.py`,
`pv_protection.py` and `controllers/podgroup_protection.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.objects.manifest import Manifest, find, items, with_value
from scheduler_core.objects.pod_groups import PROTECTION
from scheduler_core.objects.volumes.protection import PV_PROTECTION, PVC_PROTECTION

_FINALIZERS: Mapping[str, str] = {
    "PersistentVolumeClaim": PVC_PROTECTION,
    "PersistentVolume": PV_PROTECTION,
    "PodGroup": PROTECTION,
}


def protected(kind: str, manifest: Manifest) -> Manifest:
    """The new object with the finalizer of its kind; objects of other kinds stay as they are.

    A terminating object in a start state gets none, because the API server adds no finalizer then.
    """
    finalizer = _FINALIZERS.get(kind)
    present = items(find(manifest, "metadata", "finalizers"))
    if finalizer is None or finalizer in present:
        return manifest
    if find(manifest, "metadata", "deletionTimestamp") is not None:
        return manifest
    return with_value(manifest, ("metadata", "finalizers"), [*present, finalizer])
