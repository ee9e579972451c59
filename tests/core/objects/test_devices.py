"""Objects of dynamic resource allocation."""

from __future__ import annotations

from scheduler_core.objects.cel.values import parse_version
from scheduler_core.objects.device_slices import DeviceID, ResourceSlice
from scheduler_core.objects.devices import AllocatedDevice, DeviceClass, ResourceClaim
from tests.builders import DRIVER, claim_spec, device, device_class, resource_claim, resource_slice


def test_a_request_is_read_with_its_defaults() -> None:
    claim = ResourceClaim.parse(resource_claim("c", claim_spec("gpu", "true", count=2)))

    request = claim.requests[0]

    assert ("device", False) == (request.name, request.prioritized)
    assert [("device", "gpu", ("true",), "ExactCount", 2, False)] == [
        (one.name, one.device_class, one.selectors, one.mode, one.count, one.admin_access)
        for one in request.options
    ]


def test_alternatives_are_read_in_their_order_with_full_names() -> None:
    alternatives = [
        {"name": "big", "deviceClassName": "a"},
        {"name": "small", "deviceClassName": "b", "count": 2},
    ]
    claim = ResourceClaim.parse(
        resource_claim("c", {"devices": {"requests": [{"name": "gpu", "firstAvailable": alternatives}]}})
    )

    assert [("gpu/big", "a", 1), ("gpu/small", "b", 2)] == [
        (one.name, one.device_class, one.count) for one in claim.requests[0].options
    ]


def test_an_allocation_goes_out_as_it_came_in() -> None:
    result = {"request": "device", "driver": DRIVER, "pool": "n1", "device": "gpu-0", "adminAccess": True}
    status = {"allocation": {"devices": {"results": [result]}}}

    claim = ResourceClaim.parse(resource_claim("c", claim_spec("gpu"), status=status))

    assert claim.allocation is not None
    assert (
        AllocatedDevice("device", DeviceID(DRIVER, "n1", "gpu-0"), admin_access=True),
    ) == claim.allocation.devices
    assert result == claim.allocation.devices[0].to_manifest()


def test_a_claim_can_be_reserved_for_256_pods() -> None:
    def shared(count: int) -> ResourceClaim:
        users = [{"resource": "pods", "name": f"p{i}", "uid": f"u{i}"} for i in range(count)]
        return ResourceClaim.parse(resource_claim("c", claim_spec("gpu"), status={"reservedFor": users}))

    assert [True, False] == [shared(255).can_be_reserved, shared(256).can_be_reserved]
    assert [True, False] == [shared(1).is_reserved_for("u0"), shared(1).is_reserved_for("u1")]


def test_attributes_have_types_and_domains() -> None:
    made = {
        "name": "d",
        "attributes": {"v": {"version": "1.2.3"}, "x.io/n": {"int": 3}, "bad": {"version": "x"}},
    }

    one = ResourceSlice.parse(resource_slice("n1", made)).devices[0]

    assert (parse_version("1.2.3"), 3, None) == (
        one.attribute(f"{DRIVER}/v"),
        one.attribute("x.io/n"),
        one.attribute("other.io/v"),
    )
    assert {"v", "x.io/n"} == set(one.attributes)


def test_a_slice_reaches_its_node_every_node_or_the_selected_ones() -> None:
    terms = [{"matchExpressions": [{"key": "rack", "operator": "In", "values": ["r1"]}]}]
    slices = [
        resource_slice("n1", "d"),
        resource_slice("", "d", pool="p", allNodes=True),
        resource_slice("", "d", pool="p", nodeSelector={"nodeSelectorTerms": terms}),
    ]

    reached = [
        [one.reaches({"rack": "r1"}, "n1"), one.reaches({"rack": "r1"}, "n2"), one.reaches({}, "n3")]
        for one in map(ResourceSlice.parse, slices)
    ]

    assert [[True, False, False], [True, True, True], [True, True, False]] == reached


def test_a_device_is_seen_by_selectors_with_its_driver() -> None:
    slices = ResourceSlice.parse(resource_slice("n1", device("d", model="a100", memory="40Gi")))
    observed = slices.devices[0].as_cel

    assert (DRIVER, "a100") == (observed.driver, observed.attributes[DRIVER]["model"])
    assert ["memory"] == list(observed.capacity[DRIVER])


def test_a_class_has_selectors_and_notes_one_that_is_not_cel() -> None:
    made = device_class("gpu", "true")
    made["spec"]["selectors"].append({"other": {}})

    assert ("true", None) == DeviceClass.parse(made).selectors
