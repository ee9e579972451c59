"""`replicaset_scale_down_order.json`: the order in which a ReplicaSet deletes pods."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.controllers.replicaset.scale_down import (
    RankedPod,
    deletion_cost,
    pods_to_delete,
    scale_down_order,
)
from scheduler_core.objects.manifest import Json, Manifest, flag, integer, items, mapping, text


def evaluate(case: Manifest) -> Manifest:
    """`case` is the vector's `input`; ages there are seconds."""
    pods = [mapping(entry) for entry in items(case.get("pods"))]
    active = [pod for pod in pods if _active(pod)]
    family = [*active, *(pod for pod in map(mapping, items(case.get("otherReplicaSetPods"))) if _active(pod))]
    ranked = [_ranked(pod, family) for pod in active]
    diff = len(ranked) - (integer(case.get("replicas")) or 0)
    deleted = pods_to_delete(ranked, diff) if diff > 0 else []
    order = ranked if diff >= len(ranked) and diff > 0 else scale_down_order(ranked)
    inactive: list[Json] = [text(pod.get("name")) for pod in pods if not _active(pod)]
    return {
        "diff": diff,
        "create": max(-diff, 0),
        "delete": [pod.name for pod in deleted],
        "order": [pod.name for pod in order],
        "colocationRank": {pod.name: pod.colocated for pod in ranked},
        "inactiveIgnored": inactive,
    }


def _active(pod: Manifest) -> bool:
    return pod.get("phase") not in ("Succeeded", "Failed") and not flag(pod.get("deleting"))


def _ranked(pod: Manifest, family: Sequence[Manifest]) -> RankedPod:
    cost = pod.get("deletionCost")
    return RankedPod(
        name=text(pod.get("name")),
        uid=text(pod.get("uid")) or text(pod.get("name")),
        node=text(pod.get("node")),
        phase=text(pod.get("phase")),
        ready=flag(pod.get("ready")),
        age_ms=_milliseconds(pod.get("ageSeconds")) or 0,
        colocated=sum(1 for other in family if text(other.get("node")) == text(pod.get("node"))),
        ready_for_ms=_milliseconds(pod.get("readySecondsAgo")),
        deletion_cost=deletion_cost(cost if isinstance(cost, str) else None),
        restarts=integer(pod.get("restarts")) or 0,
        sidecar_restarts=integer(pod.get("sidecarRestarts")) or 0,
    )


def _milliseconds(seconds: Json) -> int | None:
    return round(seconds * 1000) if isinstance(seconds, (int, float)) else None
