"""Pools: which slices a node can use, and which pools cannot be used."""

from __future__ import annotations

from typing import Any

from scheduler_core.objects.device_slices import ResourceSlice
from scheduler_core.scheduler.plugins.dynamic_resources.pools import Pool, Slices, gather_pools
from tests.builders import DRIVER, resource_slice
from tests.core.scheduler.builders import node

N1 = node("n1", labels={"rack": "r1"})


def part(
    name: str,
    node_name: str,
    *devices: Any,
    pool: str = "p",
    generation: int = 1,
    count: int = 1,
    **spec: Any,
) -> dict[str, Any]:
    """A slice of a pool that has `count` slices."""
    manifest = resource_slice(node_name, *devices, **spec)
    of_pool = {"name": pool, "generation": generation, "resourceSliceCount": count}
    return {**manifest, "metadata": {"name": name}, "spec": {**manifest["spec"], "pool": of_pool}}


def pools(*manifests: dict[str, Any], whole: bool = True) -> tuple[Pool, ...]:
    return gather_pools(Slices(map(ResourceSlice.parse, manifests), whole_pools=whole), N1)


def test_the_slices_of_a_pool_come_by_name() -> None:
    second = part("b", "", "d0", allNodes=True, count=2)
    first = part("a", "", "d1", allNodes=True, count=2)

    (pool,) = pools(second, first)

    assert ["d1", "d0"] == [place.device.name for place in pool.places()]


def test_a_pool_with_slices_for_other_nodes_is_complete_since_1_35() -> None:
    here = part("a", "n1", "d0", count=2)
    there = part("b", "n2", "d1", count=2)

    assert [True] == [pool.usable for pool in pools(here, there)]
    assert [False] == [pool.usable for pool in pools(here, there, whole=False)]
    assert [False] == [pool.usable for pool in pools(here)]


def test_a_pool_whose_newer_generation_is_for_other_nodes_alone_is_left_out() -> None:
    old = part("a", "n1", "d0", count=2)
    new = part("b", "n2", "d1", generation=2)

    assert () == pools(old, new)


def test_pools_with_binding_conditions_come_last() -> None:
    waits = {"name": "d0", "bindingConditions": ["example.com/ready"]}
    first = part("a", "n1", waits, pool="a")
    second = part("b", "n1", "d1", pool="b")

    assert ["b", "a"] == [pool.name for pool in pools(first, second)]


def test_devices_that_consume_counters_nobody_declares_make_a_pool_invalid() -> None:
    half = {"name": "d0", "consumesCounters": [{"counterSet": "mem", "counters": {"m": {"value": "1"}}}]}

    assert [True] == [pool.invalid for pool in pools(resource_slice("n1", half))]


def test_a_slice_that_selects_nodes_by_device_is_reached_where_one_device_is() -> None:
    mine, other = {"name": "d0", "nodeName": "n1"}, {"name": "d1", "nodeName": "n2"}
    both = part("a", "", mine, other, perDeviceNodeSelection=True)

    (pool,) = pools(both)

    assert [f"{DRIVER}/p/d0", f"{DRIVER}/p/d1"] == [str(place.id) for place in pool.places()]
    assert [True, False] == [place.slice.nodes_of(place.device).reaches({}, "n1") for place in pool.places()]
