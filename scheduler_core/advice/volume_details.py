"""Details of the volume plugins' refusals: which claim, which volume, which limit."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.actor import Message, message
from scheduler_core.advice.plugin_advice import Details, RefusedNode
from scheduler_core.scheduler.framework.diagnosis.explanation import (
    UnboundClaim,
    VolumeCount,
    VolumeElsewhere,
    VolumeInUse,
    VolumeInZone,
)

MESSAGES: Mapping[str, str] = {
    "obstacle.disk": "its disk is already used by {pods}",
    "obstacle.claim_in_use": "claim {claim} is ReadWriteOncePod and is used by {pods}",
    "obstacle.volume_elsewhere": "volume {volume} of claim {claim} cannot be used on this node",
    "obstacle.claim_unbound": "this node has no volume for claim {claim}",
    "obstacle.volume_zone": "volume {volume} is in {key} {zones}",
    "obstacle.volume_limit": (
        "{driver}: {attached} volumes are attached and {needed} more are needed; the limit is {limit}"
    ),
}


def restrictions(refused: RefusedNode) -> Details:
    return tuple(
        message("obstacle.claim_in_use", claim=entry.claim, pods=entry.pods)
        if entry.claim
        else message("obstacle.disk", pods=entry.pods)
        for entry in refused.explanations()
        if isinstance(entry, VolumeInUse)
    )


def binding(refused: RefusedNode) -> Details:
    messages: list[Message] = []
    for entry in refused.explanations():
        if isinstance(entry, VolumeElsewhere):
            messages.append(message("obstacle.volume_elsewhere", volume=entry.volume, claim=entry.claim))
        elif isinstance(entry, UnboundClaim):
            messages.append(message("obstacle.claim_unbound", claim=entry.claim))
    return tuple(messages)


def zones(refused: RefusedNode) -> Details:
    return tuple(
        message("obstacle.volume_zone", volume=entry.volume, key=entry.key, zones=entry.zones)
        for entry in refused.explanations()
        if isinstance(entry, VolumeInZone)
    )


def limits(refused: RefusedNode) -> Details:
    return tuple(
        message(
            "obstacle.volume_limit",
            driver=entry.driver,
            attached=entry.attached,
            needed=entry.needed,
            limit=entry.limit,
        )
        for entry in refused.explanations()
        if isinstance(entry, VolumeCount)
    )
