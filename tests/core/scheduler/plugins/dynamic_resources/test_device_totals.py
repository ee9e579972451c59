"""The devices that provide an extended resource count in the scores of a node."""

from __future__ import annotations

from typing import Any

from scheduler_core.objects.releases.releases import release
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import ProfileConfig
from scheduler_core.scheduler.plugins.dynamic_resources.device_totals import device_totals
from scheduler_core.scheduler.plugins.node_resources_balanced_allocation import (
    NodeResourcesBalancedAllocationArgs,
)
from scheduler_core.scheduler.plugins.node_resources_fit import (
    NodeResourcesFitArgs,
    ResourceSpec,
    ScoringStrategy,
)
from tests.builders import device, device_class, resource_slice
from tests.core.scheduler.builders import judged, node, pod
from tests.core.scheduler.plugins.dynamic_resources.devices import claim, with_devices

GPU = "example.com/gpu"
CLASS: Any = device_class("gpu", 'device.attributes["gpu.example.com"].size == "big"')


def snapshot() -> Snapshot:
    device_class = {**CLASS, "spec": {**CLASS["spec"], "extendedResourceName": GPU}}
    sizes = {"d0": "big", "d1": "big", "d2": "small", "d3": "big", "d4": "big"}
    devices = [device(name, size=size) for name, size in sizes.items()]
    return with_devices(
        node("n1"),
        node("n2"),
        device_class,
        resource_slice("n1", *devices),
        resource_slice("n2", *devices),
        claim("taken", on="n1/d0"),
    )


def test_devices_of_the_class_are_counted_with_those_that_claims_have() -> None:
    devices = snapshot()
    totals = device_totals(devices, ("cpu", GPU))

    assert totals is not None
    nodes = [entry.node for entry in devices.nodes]
    assert [(4, 1), (4, 0)] == [totals.of(GPU, entry) for entry in nodes]
    assert (0, 0) == totals.of("example.com/other", nodes[0])
    assert device_totals(devices, ("cpu", "example.com/other")) is None


def scores() -> dict[str, dict[str, int]]:
    strategy = ScoringStrategy(resources=(ResourceSpec(GPU, 1),))
    args = (
        NodeResourcesFitArgs(strategy=strategy),
        NodeResourcesBalancedAllocationArgs(resources=("cpu", GPU)),
    )
    config = ProfileConfig(args=args, release=release("1.36"))
    amounts = {GPU: "2", "cpu": "1"}
    wants = pod("p", containers=[{"name": "c", "resources": {"requests": amounts, "limits": amounts}}])
    decision = judged(snapshot(), wants, config=config)
    names = ("NodeResourcesFit", "NodeResourcesBalancedAllocation")
    return {plugin: {name: row[plugin].raw for name, row in decision.scores.items()} for plugin in names}


def test_scores_count_devices_as_an_extended_resource() -> None:
    assert {
        # 4 devices match; 2 are requested, and on n1 a claim has one
        "NodeResourcesFit": {"n1": 25, "n2": 50},
        # n1: deviation 1/8 (0 and 1/4), then 1/4 (1/4 and 3/4): 50 + (50 + 75 - 87) // 2
        # n2: none (0 and 0), then 1/8 (1/4 and 1/2): 50 + (50 + 87 - 100) // 2
        "NodeResourcesBalancedAllocation": {"n1": 69, "n2": 68},
    } == scores()
