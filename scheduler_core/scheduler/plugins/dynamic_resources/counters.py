"""Counters that the devices of a pool share, while one search chooses among these devices.

Source: k8s.io/dynamic-resource-allocation/structured, checkAvailableCounters and deallocateCountersForDevice
(v0.36).
"""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.scheduler.plugins.dynamic_resources.allocated import AllocatedState
from scheduler_core.scheduler.plugins.dynamic_resources.pools import Place, Pool


class Counters:
    """What is left of the counters, and what the search has taken of it, in nano-units.

    As upstream, both are kept by the name of the pool alone: of two pools with one name, those of different
    drivers, the one from which a device is tried first says what there is.
    """

    def __init__(self, pools: Sequence[Pool], allocated: AllocatedState) -> None:
        self._pools = {(pool.driver, pool.name): pool for pool in pools}
        self._allocated = allocated
        self._available: dict[str, dict[tuple[str, str], int]] = {}
        self._taken: dict[str, dict[tuple[str, str], int]] = {}

    def take(self, place: Place) -> bool:
        """Takes the counters of a device; False, and nothing is taken, where a counter of the pool would not
        suffice."""
        pool = place.id.pool
        if pool not in self._available:
            self._available[pool] = available_counters(self._pools[place.id.driver, pool], self._allocated)
        self._change(place, 1)
        taken = self._taken[pool]
        if all(amount >= taken.get(name, 0) for name, amount in self._available[pool].items()):
            return True
        self._change(place, -1)
        return False

    def give_back(self, place: Place) -> None:
        """Takes back a `take` that was successful, or one that a shared device did not need."""
        self._change(place, -1)

    def _change(self, place: Place, sign: int) -> None:
        taken = self._taken.setdefault(place.id.pool, {})
        for consumed in place.device.consumes:
            for name, amount in consumed.counters.items():
                key = (consumed.name, name)
                taken[key] = taken.get(key, 0) + sign * amount.nano


def available_counters(pool: Pool, allocated: AllocatedState) -> dict[tuple[str, str], int]:
    """What the pool declares, without what its allocated devices consume, in nano-units by counter set and
    counter. It may be negative; then nothing more can be taken."""
    available = {
        (shared, name): amount.nano
        for shared, counters in pool.counters.items()
        for name, amount in counters.items()
    }
    for place in pool.all_places():
        if allocated.uses(place.id):
            for consumed in place.device.consumes:
                for name, amount in consumed.counters.items():
                    if (consumed.name, name) in available:
                        available[consumed.name, name] -= amount.nano
    return available
