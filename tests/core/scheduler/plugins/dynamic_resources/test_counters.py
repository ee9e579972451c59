"""Counters that the devices of a pool have in common."""

from __future__ import annotations

from typing import Any

from scheduler_core.objects.device_slices import DeviceID, ResourceSlice
from scheduler_core.scheduler.plugins.dynamic_resources.allocated import AllocatedState
from scheduler_core.scheduler.plugins.dynamic_resources.counters import Counters, available_counters
from scheduler_core.scheduler.plugins.dynamic_resources.pools import Pool, Slices, gather_pools
from tests.builders import DRIVER, resource_slice
from tests.core.scheduler.builders import node

HALF = DeviceID(DRIVER, "n1", "half0")


def part(name: str, memory: str) -> dict[str, Any]:
    return {
        "name": name,
        "consumesCounters": [{"counterSet": "mem", "counters": {"memory": {"value": memory}}}],
    }


def pool(declared: str = "80Gi") -> Pool:
    """A device of 80Gi that can be used whole, in halves, or in quarters."""
    shared = [{"name": "mem", "counters": {"memory": {"value": declared}}}]
    counters = {**resource_slice("n1", sharedCounters=shared), "metadata": {"name": "n1-counters"}}
    parts = part("whole", "80Gi"), part("half0", "40Gi"), part("half1", "40Gi"), part("q0", "20Gi")
    both: list[Any] = [counters, resource_slice("n1", *parts)]
    for manifest in both:
        manifest["spec"]["pool"]["resourceSliceCount"] = 2
    made = [ResourceSlice.parse(manifest) for manifest in both]
    (gathered,) = gather_pools(Slices(made, whole_pools=True), node("n1"))
    return gathered


def test_what_allocated_parts_consume_is_not_left() -> None:
    gi = 2**30 * 10**9

    assert {("mem", "memory"): 80 * gi} == available_counters(pool(), AllocatedState())
    assert {("mem", "memory"): 40 * gi} == available_counters(pool(), AllocatedState(frozenset({HALF})))
    assert {("mem", "memory"): -10 * gi} == available_counters(
        pool("30Gi"), AllocatedState(frozenset({HALF}))
    )


def test_parts_are_taken_as_long_as_the_counter_suffices_and_can_be_given_back() -> None:
    gathered = pool()
    counters = Counters((gathered,), AllocatedState(frozenset({HALF})))
    whole, _, half, quarter = gathered.places()

    assert [False, True, False] == [counters.take(place) for place in (whole, quarter, half)]
    counters.give_back(quarter)
    assert counters.take(half)
