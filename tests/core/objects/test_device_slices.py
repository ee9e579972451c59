"""Slices of devices as they are parsed."""

from __future__ import annotations

from scheduler_core.objects.device_slices import ResourceSlice
from tests.builders import resource_slice
from tests.core.scheduler.builders import node

RANGE = {"default": "2Gi", "validRange": {"min": "2Gi", "max": "8Gi", "step": "2Gi"}}


def test_a_policy_has_a_range_or_values() -> None:
    ranged = {"name": "a", "capacity": {"m": {"value": "16Gi", "requestPolicy": RANGE}}}
    listed = {"name": "b", "capacity": {"m": {"value": "4", "requestPolicy": {"validValues": ["1", "2"]}}}}
    slice_ = ResourceSlice.parse(resource_slice("n1", ranged, listed, "c"))

    first, second, third = slice_.devices
    policy, other = first.policies["m"], second.policies["m"]

    assert ("2Gi", "2Gi", "8Gi", "2Gi") == tuple(
        str(amount) for amount in (policy.default, policy.least, policy.most, policy.step)
    )
    assert (False, ["1", "2"], None) == (
        other.has_range,
        [str(value) for value in other.values],
        other.default,
    )
    assert not third.policies


def test_nodes_are_selected_by_the_slice_or_by_each_device() -> None:
    whole = ResourceSlice.parse(resource_slice("n1", {"name": "d", "nodeName": "n2"}))
    single = ResourceSlice.parse(
        resource_slice("", {"name": "d", "nodeName": "n2"}, pool="p", perDeviceNodeSelection=True)
    )
    n1, n2 = node("n1"), node("n2")

    assert [True, False] == [whole.reaches(item.labels, item.name) for item in (n1, n2)]
    assert [False, True] == [single.reaches(item.labels, item.name) for item in (n1, n2)]
    assert "n1" == whole.nodes_of(whole.devices[0]).node_name
    assert "n2" == single.nodes_of(single.devices[0]).node_name


def test_a_slice_of_counters_declares_them_for_its_pool() -> None:
    shared = [{"name": "mem", "counters": {"memory": {"value": "80Gi"}}}]
    (counters,) = ResourceSlice.parse(resource_slice("n1", sharedCounters=shared)).counter_sets

    assert ("mem", {"memory": "80Gi"}) == (
        counters.name,
        {name: str(amount) for name, amount in counters.counters.items()},
    )
