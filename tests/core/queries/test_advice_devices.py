"""Advice about devices: claims, classes, slices; whoever follows it gets the pod onto the node."""

from __future__ import annotations

import pytest

from tests.builders import (
    DRIVER,
    Manifest,
    claim_spec,
    device,
    node,
    pod,
    resource_claim,
    resource_claim_template,
    resource_slice,
)
from tests.core.queries.advice import (
    GPU,
    HELD,
    OLD,
    advice_for,
    allocated,
    follow,
    recording,
    sentences,
    user,
    wants,
)

ONE = resource_claim_template("one", claim_spec("gpu"))
SLICE = resource_slice("n1", "gpu-0")
BIG = 'device.capacity["gpu.example.com"].memory.isGreaterThan(quantity("40Gi"))'
A100 = 'device.attributes["gpu.example.com"].model == "a100"'


def sentences_for(*documents: Manifest) -> list[tuple[str, str]]:
    return sentences(advice_for(recording(*documents)))


TAKEN = (node("n1"), GPU, ONE, SLICE, HELD, OLD, wants())


def test_a_missing_claim_is_to_be_made_of_a_class_that_exists() -> None:
    words = "Create the claim default/mine for one device of the class gpu"

    assert [(words, "n1")] == sentences_for(node("n1"), GPU, SLICE, wants(source="mine"))


def test_a_missing_template_is_to_be_made() -> None:
    words = "Create the claim template one for one device of the class gpu"

    assert [(words, "n1")] == sentences_for(node("n1"), GPU, SLICE, wants())


def test_without_any_class_one_is_to_be_made_for_the_driver() -> None:
    words = (
        f"Create the device class {DRIVER} for the devices of {DRIVER} + "
        f"Create the claim default/mine for one device of the class {DRIVER}"
    )

    assert [(words, "n1")] == sentences_for(node("n1"), SLICE, wants(source="mine"))


def test_a_class_that_a_claim_names_and_that_is_missing_is_to_be_made() -> None:
    words = f"Create the device class gpu for the devices of {DRIVER}"

    assert [(words, "n1")] == sentences_for(node("n1"), ONE, SLICE, wants())


def test_a_taken_device_is_freed_with_the_pod_that_uses_it() -> None:
    assert [
        ("Delete default/old on n1, so that the devices of claim default/held become free", "n1"),
        ("Add a node like n1", "n1-2"),
    ] == sentences_for(*TAKEN)


def test_a_claim_that_no_pod_uses_can_be_deleted() -> None:
    idle = allocated("idle", "gpu-0")
    words = "Delete the claim default/idle, which has devices and is used by no pod"

    assert (words, "n1") == sentences_for(node("n1"), GPU, ONE, SLICE, idle, wants())[0]


def test_devices_of_the_pod_s_own_claim_out_of_reach_are_freed() -> None:
    far = allocated("shared", "gpu-0", node_name="n2", pods=(user("old", "shared", "n2"),))
    here = (node("n1"), node("n2", "1"), GPU, SLICE, resource_slice("n2", "gpu-0"))
    waiting = wants(source="shared")
    full = pod("big", "1", nodeName="n2")
    waiting["spec"]["containers"][0]["resources"] = {"requests": {"cpu": "500m"}}
    result = sentences_for(*here, far, user("old", "shared", "n2"), full, waiting)

    assert (
        "Delete default/old on n2, so that the devices of claim default/shared become free",
        "n1",
    ) in result


def test_a_selector_that_no_device_meets_is_to_be_removed() -> None:
    small = resource_slice("n1", device("gpu-0", memory="20Gi"))
    strict = resource_claim("mine", claim_spec("gpu", BIG))
    words = f"Remove the selector {BIG} from ResourceClaim default/mine"

    assert (words, "n1") == sentences_for(node("n1"), GPU, small, strict, wants(source="mine"))[0]


def test_a_selector_of_a_template_is_removed_there_and_the_pod_made_again() -> None:
    small = resource_slice("n1", device("gpu-0", memory="20Gi"))
    strict = resource_claim_template("one", claim_spec("gpu", BIG))
    words = f"Remove the selector {BIG} from ResourceClaimTemplate one"

    assert (words, "n1") == sentences_for(node("n1"), GPU, small, strict, wants())[0]


def test_fewer_devices_are_to_be_asked_for() -> None:
    two = resource_claim("mine", claim_spec("gpu", count=2))
    words = "Lower the number of devices in ResourceClaim default/mine to 1"

    assert (words, "n1") == sentences_for(node("n1"), GPU, SLICE, two, wants(source="mine"))[0]


def test_a_constraint_that_the_devices_do_not_meet_is_to_be_removed() -> None:
    mixed = resource_slice("n1", device("gpu-0", model="a100"), device("gpu-1", model="h100"))
    spec = claim_spec("gpu", count=2)
    spec["devices"]["constraints"] = [{"matchAttribute": f"{DRIVER}/model"}]
    alike = resource_claim("mine", spec)
    words = f"Remove the constraint matchAttribute {DRIVER}/model from ResourceClaim default/mine"

    assert (words, "n1") in sentences_for(node("n1"), GPU, mixed, alike, wants(source="mine"))


def test_a_node_without_devices_gets_none_but_a_node_with_devices_is_added() -> None:
    result = sentences_for(node("n1", unschedulable=True), node("n2"), GPU, ONE, SLICE, wants())

    assert [("Uncordon n1", "n1"), ("Add a node like n1", "n1-2")] == result


SMALL = resource_slice("n1", device("gpu-0", memory="20Gi"))
MODEL = resource_slice("n1", device("gpu-0", memory="20Gi", model="a100"))
FOLLOWED = [
    (node("n1"), GPU, SLICE, wants(source="mine")),
    (node("n1"), GPU, SLICE, wants()),
    (node("n1"), SLICE, wants(source="mine")),
    (node("n1"), ONE, SLICE, wants()),
    TAKEN,
    (node("n1"), GPU, ONE, SLICE, allocated("idle", "gpu-0"), wants()),
    (node("n1"), GPU, MODEL, resource_claim("mine", claim_spec("gpu", BIG, A100)), wants(source="mine")),
    (node("n1"), GPU, SMALL, resource_claim_template("one", claim_spec("gpu", BIG)), wants()),
    (node("n1"), GPU, SLICE, resource_claim_template("one", claim_spec("gpu", count=2)), wants()),
    (node("n1", unschedulable=True), node("n2"), GPU, ONE, SLICE, wants()),
]


@pytest.mark.parametrize("documents", FOLLOWED)
def test_whoever_follows_any_of_it_gets_the_pod_onto_the_node(documents: tuple[Manifest, ...]) -> None:
    result = advice_for(recording(*documents))

    assert result
    for entry in result:
        assert entry["node"] == follow(recording(*documents), entry), sentences([entry])
        assert entry["price"], sentences([entry])
