"""The order in which a ReplicaSet deletes pods when it is scaled down.

Source: `ActivePodsWithRanks.Less` (pkg/controller/controller_utils.go) and `getPodsToDelete` of the
ReplicaSet controller, v1.34 (LogarithmicScaleDown and PodDeletionCost on).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cmp_to_key

DELETION_COST = "controller.kubernetes.io/pod-deletion-cost"
_PHASES = {"Pending": 0, "Unknown": 1, "Running": 2}
_COST = re.compile(r"0|[-1-9][0-9]*")


@dataclass(frozen=True, slots=True)
class RankedPod:
    """What the order of deletion depends on. Ages are in milliseconds; `ready_for_ms` is None when
    unknown. `colocated` counts the active pods of the same owner on the node, this one included.
    """

    name: str
    uid: str
    node: str
    phase: str
    ready: bool
    age_ms: int
    colocated: int
    ready_for_ms: int | None = None
    deletion_cost: int = 0
    restarts: int = 0
    sidecar_restarts: int = 0


def deletion_cost(annotation: str | None) -> int:
    """The deletion cost that an annotation states; a missing or malformed one is 0."""
    if annotation is None or _COST.fullmatch(annotation) is None or annotation == "-":
        return 0
    cost = int(annotation) if len(annotation) < 12 else 2**40
    return cost if -(2**31) <= cost < 2**31 else 0


def scale_down_order(pods: Sequence[RankedPod]) -> list[RankedPod]:
    """All pods in the order of deletion; pods that no rule tells apart keep their order."""
    return sorted(pods, key=cmp_to_key(_compare))


def pods_to_delete(pods: Sequence[RankedPod], count: int) -> list[RankedPod]:
    """The `count` pods to delete, in order. When all are deleted, nothing is sorted."""
    return list(pods) if count >= len(pods) else scale_down_order(pods)[:count]


def _compare(a: RankedPod, b: RankedPod) -> int:
    """Negative when `a` is deleted before `b`. Source: ActivePodsWithRanks.Less."""
    if bool(a.node) != bool(b.node):
        return 1 if a.node else -1
    for left, right in (
        (_PHASES.get(a.phase, 0), _PHASES.get(b.phase, 0)),
        (a.ready, b.ready),
        (a.deletion_cost, b.deletion_cost),
        (b.colocated, a.colocated),
    ):
        if left != right:
            return -1 if left < right else 1
    if a.ready and b.ready and a.ready_for_ms != b.ready_for_ms:
        return _by_age(a, b, a.ready_for_ms, b.ready_for_ms)
    for left, right in ((b.restarts, a.restarts), (b.sidecar_restarts, a.sidecar_restarts)):
        if left != right:
            return -1 if left < right else 1
    if a.age_ms != b.age_ms:
        return _by_age(a, b, a.age_ms, b.age_ms)
    return 0


def _by_age(a: RankedPod, b: RankedPod, a_ms: int | None, b_ms: int | None) -> int:
    """The younger pod first, on a logarithmic scale; within one step of the scale the smaller uid."""
    if a_ms is None or b_ms is None:
        # An unknown time counts as the latest: such a pod became ready just now.
        return -1 if a_ms is None else 1
    a_rank, b_rank = _logarithm(a_ms), _logarithm(b_ms)
    if a_rank != b_rank:
        return -1 if a_rank < b_rank else 1
    if a.uid == b.uid:
        return 0
    return -1 if a.uid < b.uid else 1


def _logarithm(age_ms: int) -> int:
    """⌊log2⌋ of the age in nanoseconds, -1 for an age of 0 or less."""
    return (age_ms * 1_000_000).bit_length() - 1 if age_ms > 0 else -1
