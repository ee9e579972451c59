"""Details of the volume plugins' refusals: which claim, which volume, which limit."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.actor import Message, message
from scheduler_core.advice.plugin_advice import Details, RefusedNode
from scheduler_core.objects.storage import READ_WRITE_ONCE_POD
from scheduler_core.scheduler.plugins.volumes.node_volume_limits import limit_counts
from scheduler_core.scheduler.plugins.volumes.pod_volumes import claim_uses
from scheduler_core.scheduler.plugins.volumes.volume_binder import reaches
from scheduler_core.scheduler.plugins.volumes.volume_restrictions import disks_conflict
from scheduler_core.scheduler.plugins.volumes.volume_zone import topologies, within

MESSAGES: Mapping[str, str] = {
    "obstacle.disk": "its disk is already used by {pods}",
    "obstacle.claim_in_use": "claim {claim} is ReadWriteOncePod and is used by {pods}",
    "obstacle.volume_elsewhere": "volume {volume} of claim {claim} cannot be used on this node",
    "obstacle.claim_unbound": "this node has no volume for claim {claim}",
    "obstacle.volume_zone": "volume {volume} is in {key} {zones}",
    "obstacle.volume_limit": (
        "{driver}: {attached} volumes are attached and {wanted} more are needed; the limit is {limit}"
    ),
}


def restrictions(refused: RefusedNode) -> Details:
    pod, snapshot = refused.pod, refused.cycle.snapshot
    messages: list[Message] = []
    sharing = tuple(other.key for other in refused.node.pods if disks_conflict(pod, other))
    if sharing:
        messages.append(message("obstacle.disk", pods=sharing))
    for use in claim_uses(pod, ephemeral=False):
        claim = snapshot.claims.get(f"{pod.namespace}/{use.name}")
        if claim is None or READ_WRITE_ONCE_POD not in claim.access_modes:
            continue
        users = tuple(
            other.key
            for info in snapshot.nodes
            for other in info.pods
            if other.namespace == pod.namespace and use.name in other.claim_names
        )
        if users:
            messages.append(message("obstacle.claim_in_use", claim=use.name, pods=users))
    return tuple(messages)


def binding(refused: RefusedNode) -> Details:
    pod, snapshot = refused.pod, refused.cycle.snapshot
    messages: list[Message] = []
    for use in claim_uses(pod):
        claim = snapshot.claims.get(f"{pod.namespace}/{use.name}")
        if claim is None:
            continue
        volume = snapshot.volumes.get(claim.volume_name) if claim.volume_name else None
        if volume is not None and not reaches(snapshot, volume, refused.node):
            messages.append(message("obstacle.volume_elsewhere", volume=volume.meta.name, claim=use.name))
        elif not claim.bound:
            messages.append(message("obstacle.claim_unbound", claim=use.name))
    return tuple(messages)


def zones(refused: RefusedNode) -> Details:
    pod, snapshot = refused.pod, refused.cycle.snapshot
    messages: list[Message] = []
    for use in claim_uses(pod, ephemeral=False):
        claim = snapshot.claims.get(f"{pod.namespace}/{use.name}")
        volume = snapshot.volumes.get(claim.volume_name) if claim is not None else None
        for key, zones in () if volume is None else topologies(volume):
            if volume is not None and not within(refused.node.labels, key, zones):
                volume_name, where = volume.meta.name, tuple(sorted(zones))
                messages.append(message("obstacle.volume_zone", volume=volume_name, key=key, zones=where))
    return tuple(messages)


def limits(refused: RefusedNode) -> Details:
    return tuple(
        message("obstacle.volume_limit", driver=driver, attached=attached, wanted=new, limit=limit)
        for driver, attached, new, limit in limit_counts(refused.cycle.snapshot, refused.pod, refused.node)
        or ()
        if attached + new > limit
    )
