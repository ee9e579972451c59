"""Storage object in use protection: the finalizers of claims and volumes, and which pods use a claim.

Source: pkg/volume/util/finalizer.go, pkg/controller/volume/pvcprotection `podUsesPVC` (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.objects.manifest import find, text
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.storage import PersistentVolumeClaim

PVC_PROTECTION = "kubernetes.io/pvc-protection"
PV_PROTECTION = "kubernetes.io/pv-protection"


def uses(pod: Pod, claim: PersistentVolumeClaim) -> bool:
    """Whether the pod keeps a deleted claim: it has a node, and one of its volumes is the claim.

    A finished pod counts too, until its object is deleted. The claim of a generic ephemeral volume is used
    until the pod is shut down: being deleted, with a grace period of 0.
    """
    if not pod.node_name or pod.namespace != claim.meta.namespace:
        return False
    shut_down = pod.terminating and pod.meta.deletion_grace_period_seconds == 0
    for entry in pod.spec.volumes:
        if text(find(entry, "persistentVolumeClaim", "claimName")) == claim.meta.name:
            return True
        if shut_down or not isinstance(entry.get("ephemeral"), Mapping):
            continue
        owner = claim.meta.controller
        owned = owner is not None and owner.uid == pod.uid
        if owned and f"{pod.name}-{text(entry.get('name'))}" == claim.meta.name:
            return True
    return False
