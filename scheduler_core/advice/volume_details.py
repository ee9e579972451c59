"""Details of the volume plugins' refusals: which claim, which volume, which limit."""

from __future__ import annotations

from scheduler_core.actor import Message, message
from scheduler_core.objects.storage import READ_WRITE_ONCE_POD
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cycle.cycle import Cycle
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.status import Status
from scheduler_core.scheduler.plugins.volumes.node_volume_limits import limit_counts
from scheduler_core.scheduler.plugins.volumes.pod_volumes import claim_uses
from scheduler_core.scheduler.plugins.volumes.volume_binder import reaches
from scheduler_core.scheduler.plugins.volumes.volume_restrictions import disks_conflict
from scheduler_core.scheduler.plugins.volumes.volume_zone import topologies, within


def volume_details(
    cycle: Cycle, state: CycleState, status: Status, node: NodeInfo, bare: NodeInfo
) -> tuple[Message, ...]:
    """Details of VolumeRestrictions and VolumeBinding."""
    return _restrictions(cycle, node) if status.plugin == "VolumeRestrictions" else _binding(cycle, node)


def _restrictions(cycle: Cycle, node: NodeInfo) -> tuple[Message, ...]:
    pod, snapshot = cycle.pod, cycle.snapshot
    messages: list[Message] = []
    sharing = tuple(other.key for other in node.pods if disks_conflict(pod, other))
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


def _binding(cycle: Cycle, node: NodeInfo) -> tuple[Message, ...]:
    pod, snapshot = cycle.pod, cycle.snapshot
    messages: list[Message] = []
    for use in claim_uses(pod):
        claim = snapshot.claims.get(f"{pod.namespace}/{use.name}")
        if claim is None:
            continue
        volume = snapshot.volumes.get(claim.volume_name) if claim.volume_name else None
        if volume is not None and not reaches(snapshot, volume, node):
            messages.append(message("obstacle.volume_elsewhere", volume=volume.meta.name, claim=use.name))
        elif not claim.bound:
            messages.append(message("obstacle.claim_unbound", claim=use.name))
    return tuple(messages)


def zone_details(
    cycle: Cycle, state: CycleState, status: Status, node: NodeInfo, bare: NodeInfo
) -> tuple[Message, ...]:
    pod, snapshot = cycle.pod, cycle.snapshot
    messages: list[Message] = []
    for use in claim_uses(pod, ephemeral=False):
        claim = snapshot.claims.get(f"{pod.namespace}/{use.name}")
        volume = snapshot.volumes.get(claim.volume_name) if claim is not None else None
        for key, zones in () if volume is None else topologies(volume):
            if volume is not None and not within(node.labels, key, zones):
                where = tuple(sorted(zones))
                messages.append(
                    message("obstacle.volume_zone", volume=volume.meta.name, key=key, zones=where)
                )
    return tuple(messages)


def limit_details(
    cycle: Cycle, state: CycleState, status: Status, node: NodeInfo, bare: NodeInfo
) -> tuple[Message, ...]:
    return tuple(
        message("obstacle.volume_limit", driver=driver, attached=attached, wanted=wanted, limit=limit)
        for driver, attached, wanted, limit in limit_counts(cycle.snapshot, cycle.pod, node) or ()
        if attached + wanted > limit
    )
