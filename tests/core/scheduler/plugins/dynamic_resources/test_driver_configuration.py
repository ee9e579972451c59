"""Parameters for drivers go from classes and claims into the allocation."""

from __future__ import annotations

from typing import Any

from scheduler_core.objects.device_slices import ResourceSlice
from scheduler_core.objects.devices import Allocation, DeviceClass
from scheduler_core.scheduler.plugins.dynamic_resources.allocated import AllocatedState
from scheduler_core.scheduler.plugins.dynamic_resources.allocator import allocate
from scheduler_core.scheduler.plugins.dynamic_resources.driver_configuration import driver_configuration
from scheduler_core.scheduler.plugins.dynamic_resources.pools import Slices
from tests.builders import DRIVER, device_class, resource_claim, resource_slice
from tests.core.scheduler.builders import node
from tests.core.scheduler.plugins.dynamic_resources.devices import parsed


def opaque(value: str) -> dict[str, Any]:
    return {"opaque": {"driver": DRIVER, "parameters": {"mode": value}}}


def of_class(name: str, *config: dict[str, Any]) -> DeviceClass:
    made = device_class(name, "true")
    return DeviceClass.parse({**made, "spec": {**made["spec"], "config": list(config)}})


def claim(*requests: str, config: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    questions = [{"name": name, "exactly": {"deviceClassName": "gpu"}} for name in requests]
    return dict(resource_claim("c", {"devices": {"requests": questions, "config": list(config)}}))


GPU, NIC = of_class("gpu", opaque("class")), of_class("nic")


def test_the_configuration_of_the_class_comes_before_that_of_the_claim() -> None:
    result = driver_configuration(parsed(claim("a", config=(opaque("claim"),))), [("a", GPU)])

    assert ({"source": "FromClass", **opaque("class")}, {"source": "FromClaim", **opaque("claim")}) == result


def test_the_configuration_of_a_class_stands_there_once_with_its_requests() -> None:
    chosen = [("a", GPU), ("b", NIC), ("c", GPU)]

    result = driver_configuration(parsed(claim("a", "b", "c")), chosen)

    assert ({"source": "FromClass", "requests": ["a", "c"], **opaque("class")},) == result


def test_configuration_for_a_request_that_was_not_chosen_is_left_out() -> None:
    config = (
        {"requests": ["a/big"], **opaque("big")},
        {"requests": ["a/small"], **opaque("small")},
        {"requests": ["a"], **opaque("both")},
    )
    result = driver_configuration(parsed(claim("a", "b", config=config)), [("a/small", NIC), ("b", NIC)])

    assert [(["a/small"], "small"), (["a"], "both")] == [
        (item["requests"], item["opaque"]["parameters"]["mode"])  # type: ignore[index,call-overload]
        for item in result
    ]


def test_an_allocation_keeps_the_driver_configuration_when_it_is_written_and_read() -> None:
    slices = Slices([ResourceSlice.parse(resource_slice("n1", "gpu-0"))])
    result = allocate([parsed(claim("a"))], node("n1"), slices, {"gpu": GPU}, AllocatedState())

    assert isinstance(result, tuple)
    assert ({"source": "FromClass", **opaque("class")},) == result[0].config
    assert result[0] == Allocation.parse(result[0].to_manifest())
    assert (DRIVER,) == result[0].configured_drivers
