"""How a Deployment moves replicas between its ReplicaSets: pure rules on numbers.

Source: pkg/controller/deployment (rolling.go, recreate.go, sync.go `scale`) and util `ResolveFenceposts`,
`NewRSNewReplicas`, v1.34. One call proposes one change of one ReplicaSet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rollout:
    """The size and limits of a rollout. `max_surge` and `max_unavailable` are numbers of pods; with Recreate
    both are None."""

    replicas: int
    max_surge: int | None
    max_unavailable: int | None


@dataclass(frozen=True, slots=True)
class SetSize:
    """One ReplicaSet: its key, spec.replicas and status.availableReplicas."""

    key: str
    replicas: int
    available: int


@dataclass(frozen=True, slots=True)
class Resize:
    """The new spec.replicas of one ReplicaSet, by key."""

    key: str
    replicas: int


def resolved(amount: int | str | None, replicas: int, *, round_up: bool) -> int:
    """An integer is returned unchanged, a percentage of `replicas` is rounded as asked; None means the
    default, 25%."""
    if isinstance(amount, int):
        return amount
    percent = int((amount or "25%").removesuffix("%"))
    return -(-percent * replicas // 100) if round_up else percent * replicas // 100


def fence_posts(surge: int | str | None, unavailable: int | str | None, replicas: int) -> tuple[int, int]:
    """(maxSurge, maxUnavailable) as numbers of pods; they are never both 0."""
    max_surge = resolved(surge, replicas, round_up=True)
    max_unavailable = resolved(unavailable, replicas, round_up=False)
    if max_surge == 0 and max_unavailable == 0:
        max_unavailable = 1
    return max_surge, min(max_unavailable, replicas)


def new_set_size(rollout: Rollout, new: int, total: int) -> int:
    """The spec.replicas that the new ReplicaSet should have. `total` sums spec.replicas of all ReplicaSets,
    the new one included.
    """
    if rollout.max_surge is None:
        return rollout.replicas
    if new > rollout.replicas:
        return rollout.replicas
    room = rollout.replicas + rollout.max_surge - total
    return new + min(room, rollout.replicas - new) if room > 0 else new


def rolling_step(rollout: Rollout, new: SetSize, old: Sequence[SetSize]) -> Resize | None:
    """The next change of a rolling update; None when there is nothing to do now. `old` is given oldest
    first."""
    total = new.replicas + sum(rs.replicas for rs in old)
    size = new_set_size(rollout, new.replicas, total)
    if size != new.replicas:
        return Resize(new.key, size)
    if sum(rs.replicas for rs in old) == 0:
        return None
    least = rollout.replicas - (rollout.max_unavailable or 0)
    limit = total - least - (new.replicas - new.available)
    if limit <= 0:
        return None
    for rs in old:
        unhealthy = min(limit, rs.replicas - rs.available)
        if rs.replicas and unhealthy > 0:
            return Resize(rs.key, rs.replicas - unhealthy)
    spare = new.available + sum(rs.available for rs in old) - least
    for rs in old:
        if spare <= 0:
            return None
        if rs.replicas:
            return Resize(rs.key, rs.replicas - min(rs.replicas, spare))
    return None


def proportional_sizes(rollout: Rollout, sets: Sequence[SetSize], before: int) -> list[Resize]:
    """The sizes after `replicas` changed in the middle of a rollout.

    `sets` are those with replicas, the largest first; the first one gets what rounding leaves over. `before`
    is replicas + maxSurge before the change.
    """
    total = sum(rs.replicas for rs in sets)
    allowed = rollout.replicas + (rollout.max_surge or 0) if rollout.replicas > 0 else 0
    to_add = allowed - total
    if to_add == 0 or total == 0:
        return []
    sizes: list[int] = []
    added = 0
    for rs in sets:
        share = _share(rs.replicas, rollout, before, to_add - added)
        sizes.append(rs.replicas + share)
        added += share
    sizes[0] = max(0, sizes[0] + to_add - added)
    return [Resize(rs.key, size) for rs, size in zip(sets, sizes, strict=True) if size != rs.replicas]


def _share(replicas: int, rollout: Rollout, before_max: int, remaining: int) -> int:
    """The set's share of the change, rounded and never more than `left`. Source: GetReplicaSetProportion."""
    if rollout.replicas == 0:
        return -replicas
    if replicas == 0 or remaining == 0 or before_max == 0:
        return 0
    target = rollout.replicas + (rollout.max_surge or 0)
    doubled = 2 * replicas * target + before_max
    share = doubled // (2 * before_max) - replicas
    return min(share, remaining) if remaining > 0 else max(share, remaining)
