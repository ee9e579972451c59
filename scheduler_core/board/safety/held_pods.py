"""Which pods wait for the end of a controller's timer."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.controllers.common.timers import Timer
from scheduler_core.controllers.pod_gc import only_finalizers_keep
from scheduler_core.objects.storage import PersistentVolumeClaim
from scheduler_core.objects.volumes.attachable import claim_keys


def held_by(api: ApiServer, timer: Timer) -> list[str]:
    """The keys of the pods to which something happens when the timer ends: the pod that is evicted, the pods
    that the garbage collector removes from a deleted node, or the pods elsewhere that need the volume."""
    match timer.kind:
        case "toleration":
            return [] if timer.pod is None else [timer.pod]
        case "quarantine":
            pods = api.pods.values()
            return [pod.key for pod in pods if pod.node_name == timer.node and not only_finalizers_keep(pod)]
        case "detach":
            return list(_users_elsewhere(api, timer))
    return []


def _users_elsewhere(api: ApiServer, timer: Timer) -> Iterator[str]:
    """Pods with a claim of the timer's volume that are not on the timer's node."""
    claims = {
        key
        for key, claim in api.objects("PersistentVolumeClaim").items()
        if isinstance(claim, PersistentVolumeClaim) and claim.volume_name == timer.volume
    }
    for pod in api.pods.values():
        elsewhere = pod.spec.volumes and pod.node_name != timer.node and not pod.finished
        if elsewhere and any(key in claims for key in claim_keys(pod)):
            yield pod.key
