"""The allocator: which devices, on which node, and what makes it give up."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scheduler_core.objects.device_slices import DeviceID, ResourceSlice
from scheduler_core.objects.devices import DeviceClass
from scheduler_core.scheduler.plugins.dynamic_resources.allocated import AllocatedState
from scheduler_core.scheduler.plugins.dynamic_resources.allocator import AllocationError, allocate
from scheduler_core.scheduler.plugins.dynamic_resources.pools import Slices, gather_pools
from tests.builders import DRIVER, device, device_class, resource_slice
from tests.core.scheduler.builders import node
from tests.core.scheduler.plugins.dynamic_resources.devices import claim, parsed

CLASSES = {"gpu": DeviceClass.parse(device_class("gpu", f'device.driver == "{DRIVER}"'))}
MODEL = f'device.attributes["{DRIVER}"].model'
N1 = node("n1", labels={"rack": "r1"})


def slices(*manifests: dict[str, Any]) -> Slices:
    return Slices([ResourceSlice.parse(manifest) for manifest in manifests])


def given_devices(
    claims: list[dict[str, Any]], *made: dict[str, Any], in_use: tuple[str, ...] = ()
) -> list[list[str]] | AllocationError | None:
    """The names of the devices of each claim."""
    taken = AllocatedState(frozenset(DeviceID(DRIVER, "n1", name) for name in in_use))
    result = allocate([parsed(manifest) for manifest in claims], N1, slices(*made), CLASSES, taken)
    if isinstance(result, tuple):
        return [[allocated.id.device for allocated in allocation.devices] for allocation in result]
    return result


def spec(*requests: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"devices": {"requests": list(requests), **more}}


def device_request(name: str, **exactly: Any) -> dict[str, Any]:
    return {"name": name, "exactly": {"deviceClassName": "gpu", **exactly}}


TWO = resource_slice("n1", device("a", model="t4", root="r1"), device("b", model="a100", root="r2"))


def test_the_first_free_device_that_every_selector_takes_is_chosen() -> None:
    assert [["a"]] == given_devices([claim("c")], TWO)
    assert [["b"]] == given_devices([claim("c", f'{MODEL} == "a100"')], TWO)
    assert [["b"]] == given_devices([claim("c")], TWO, in_use=("a",))
    assert given_devices([claim("c", f'{MODEL} == "a100"')], TWO, in_use=("b",)) is None


def test_an_early_choice_is_taken_back_when_a_later_request_needs_the_device() -> None:
    claims = [claim("any"), claim("small", f'{MODEL} == "t4"')]

    assert [["b"], ["a"]] == given_devices(claims, TWO)


def test_all_devices_means_every_one_that_the_selectors_take() -> None:
    every = claim("c", allocationMode="All")

    assert [["a", "b"]] == given_devices([every], TWO)
    assert given_devices([every], TWO, in_use=("a",)) is None
    assert given_devices([claim("c", f'{MODEL} == "h100"', allocationMode="All")], TWO) is None


def test_alternatives_are_tried_in_their_order() -> None:
    alternatives = [
        {
            "name": "big",
            "deviceClassName": "gpu",
            "selectors": [{"cel": {"expression": f'{MODEL} == "a100"'}}],
        },
        {"name": "two", "deviceClassName": "gpu", "count": 2},
        {"name": "any", "deviceClassName": "gpu"},
    ]
    expected = claim("c", spec=spec({"name": "gpu", "firstAvailable": alternatives}))

    requests = [
        [allocated.request for allocated in result[0].devices]
        for taken in ((), ("b",))
        if isinstance(
            result := allocate(
                [parsed(expected)],
                N1,
                slices(TWO),
                CLASSES,
                AllocatedState(frozenset(DeviceID(DRIVER, "n1", name) for name in taken)),
            ),
            tuple,
        )
    ]

    assert [["gpu/big"], ["gpu/any"]] == requests


def test_a_constraint_makes_devices_share_an_attribute() -> None:
    shared = spec(
        device_request("x"), device_request("y"), constraints=[{"matchAttribute": f"{DRIVER}/root"}]
    )
    twin = resource_slice(
        "n1", *[device(name, root=root) for name, root in (("a", "1"), ("b", "2"), ("c", "2"))]
    )

    assert given_devices([claim("c", spec=shared)], TWO) is None
    assert [["b", "c"]] == given_devices([claim("c", spec=shared)], twin)


def test_admin_access_takes_no_device_away_and_never_one_twice() -> None:
    watching = claim("watch", count=2, adminAccess=True)

    assert [["a", "b"]] == given_devices([watching], TWO, in_use=("a", "b"))
    assert given_devices([claim("watch", count=3, adminAccess=True)], TWO) is None


def test_a_pool_counts_its_newest_generation_and_only_when_it_is_complete() -> None:
    old, half = resource_slice("n1", "x"), resource_slice("n1", "y")
    half["metadata"]["name"] = "second"
    half["spec"]["pool"] |= {"generation": 2, "resourceSliceCount": 2}

    pools = gather_pools(slices(old, half), N1)

    assert [(True, ["y"])] == [
        (pool.incomplete, [entry.name for part in pool.slices for entry in part.devices]) for pool in pools
    ]
    assert given_devices([claim("c")], old, half) is None
    assert AllocationError(
        "claim default/c, request device: asks for all devices, but resource pool gpu.example.com/n1 is currently "
        "being updated"
    ) == given_devices([claim("c", allocationMode="All")], old, half)


def test_a_device_name_twice_in_a_pool_makes_the_pool_unusable() -> None:
    first, second = resource_slice("n1", "a"), resource_slice("n1", "a")
    second["metadata"]["name"] = "second"
    for manifest in (first, second):
        manifest["spec"]["pool"]["resourceSliceCount"] = 2

    assert AllocationError("invalid resource pools were encountered", this_node_only=True) == given_devices(
        [claim("c")], first, second
    )


def test_the_allocation_says_from_where_its_devices_are_reached() -> None:
    terms = [{"matchExpressions": [{"key": "rack", "operator": "In", "values": ["r1"]}]}]
    made = [
        TWO,
        resource_slice("", "x", pool="p", nodeSelector={"nodeSelectorTerms": terms}),
        resource_slice("", "x", pool="p", allNodes=True),
    ]

    results = [
        allocate([parsed(claim("c"))], N1, slices(manifest), CLASSES, AllocatedState()) for manifest in made
    ]

    selectors = [
        allocations[0].to_manifest().get("nodeSelector")
        for allocations in results
        if isinstance(allocations, tuple)
    ]
    own = [{"key": "metadata.name", "operator": "In", "values": ["n1"]}]
    assert [{"nodeSelectorTerms": [{"matchFields": own}]}, {"nodeSelectorTerms": terms}, None] == selectors


def test_what_a_selector_cannot_answer_ends_the_attempt_in_words() -> None:
    errors = [
        given_devices([claim("c", expression)], TWO)
        for expression in (f"{MODEL} < 4", f'{MODEL}.matches("a")', f"{MODEL}.x")
    ]

    assert [
        AllocationError("claim default/c: selector #0: CEL runtime error: no such overload: string < int"),
        AllocationError(
            "claim default/c: selector #0: CEL compile error: podium does not evaluate the function matches()"
        ),
        AllocationError("claim default/c: selector #0: CEL runtime error: no such overload: string.x"),
    ] == errors


def test_more_devices_than_a_claim_can_hold_are_refused() -> None:
    assert AllocationError(
        "claim default/c: number of requested devices 33 exceeds the claim limit of 32"
    ) == given_devices([claim("c", count=33)], TWO)


def test_a_search_without_end_is_given_up() -> None:
    many = resource_slice("n1", *[device(f"d{index}", root=str(index % 2)) for index in range(40)])
    odd = spec(device_request("x", count=21), constraints=[{"matchAttribute": f"{DRIVER}/root"}])

    assert AllocationError("timed out trying to allocate devices", this_node_only=True) == given_devices(
        [claim("c", spec=odd)], many
    )


@given(st.data())
def test_a_claim_is_allocated_exactly_when_some_choice_of_devices_satisfies_it(data: st.DataObject) -> None:
    roots = data.draw(st.lists(st.sampled_from("rst"), min_size=1, max_size=5))
    count = data.draw(st.integers(1, 4))
    taken = data.draw(st.sets(st.integers(0, 4)))
    made = resource_slice("n1", *[device(f"d{index}", root=root) for index, root in enumerate(roots)])
    expected = claim(
        "c", spec=spec(device_request("x", count=count), constraints=[{"matchAttribute": f"{DRIVER}/root"}])
    )

    result = given_devices([expected], made, in_use=tuple(f"d{index}" for index in taken))

    free = [index for index in range(len(roots)) if index not in taken]
    choices = [chosen for chosen in combinations(free, count) if len({roots[index] for index in chosen}) == 1]
    assert (result is not None) == bool(choices)
    if result is not None:
        assert not isinstance(result, AllocationError)
        assert tuple(sorted(int(name[1:]) for name in result[0])) in choices
