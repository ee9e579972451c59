"""Zones of a cluster as the node lifecycle controller sees them: how much of one is lost, and how fast its
nodes may be tainted.

Source: pkg/controller/nodelifecycle (v1.34) `ComputeZoneState`, `setLimiterInZone`,
`scheduler/rate_limited_queue.go` `SwapLimiter`; client-go flowcontrol with a burst of 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from scheduler_core.objects.manifest import Json

NORMAL_INTERVAL_MS = 10_000
"""0.1 nodes per second (`--node-eviction-rate`)."""
SECONDARY_INTERVAL_MS = 100_000
"""0.01 nodes per second (`--secondary-node-eviction-rate`)."""
LARGE_ZONE = 50
UNHEALTHY_SHARE_PERCENT = 55
FEWEST_UNHEALTHY = 3


class ZoneState(StrEnum):
    NORMAL = "Normal"
    PARTIAL = "PartialDisruption"
    FULL = "FullDisruption"


def zone_state(ready: Sequence[bool]) -> ZoneState:
    """The state of a zone by whether each of its nodes is ready."""
    lost = ready.count(False)
    if lost and lost == len(ready):
        return ZoneState.FULL
    if lost >= FEWEST_UNHEALTHY and lost * 100 >= UNHEALTHY_SHARE_PERCENT * len(ready):
        return ZoneState.PARTIAL
    return ZoneState.NORMAL


def interval_ms(state: ZoneState, nodes: int) -> int | None:
    """Milliseconds between two evictions in a zone of this state and size; None means that no node is
    evicted."""
    if state is ZoneState.PARTIAL:
        return SECONDARY_INTERVAL_MS if nodes > LARGE_ZONE else None
    return NORMAL_INTERVAL_MS


@dataclass(frozen=True, slots=True)
class Limiter:
    """A bucket of one token, which is back `interval_ms` after it was taken; None means never. The token is
    available from `ready_ms` on."""

    interval_ms: int | None = NORMAL_INTERVAL_MS
    ready_ms: int = 0

    def taken(self, now_ms: int) -> Limiter | None:
        """The limiter after the token has been taken; None while no token is available."""
        if self.interval_ms is None or now_ms < self.ready_ms:
            return None
        return Limiter(self.interval_ms, now_ms + self.interval_ms)

    def swapped(self, interval: int | None, now_ms: int) -> Limiter:
        """The limiter with another rate; a node that waits for a token waits for one of the new rate."""
        if interval == self.interval_ms:
            return self
        if interval is None:
            return Limiter(None, 0)
        waited = self.taken(now_ms) is None
        return Limiter(interval, now_ms + interval if waited else now_ms)

    def fingerprint(self) -> Json:
        return [self.interval_ms, self.ready_ms]
