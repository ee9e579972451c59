"""Pictures of a cluster at one step."""

import pytest

from playground.gallery.pictures.shapes import FLOOR, WIDTH
from tests.playground.gallery.pictures.builders import drawn, looks


def test_victims_are_striped_beside_the_room_reserved_for_the_preemptor() -> None:
    picture = drawn("gap-and-reservation")

    assert ["pod d-dying"] == looks(picture, "low1")
    assert ["pod d-reserved"] == looks(picture, "p")
    victim, slot = (next(box for box in picture.boxes if box.name == name) for name in ("low1", "p"))
    assert victim.x + victim.width <= slot.x


def test_a_cut_off_node_is_marked_and_its_process_without_object_is_a_ghost() -> None:
    picture = drawn("force-delete-two-copies")

    assert ["rack d-cut"] == looks(picture, "n3")
    assert ["rack"] == looks(picture, "n1")
    assert {"pod d-ghost", "pod d-fresh"} == set(looks(picture, "db-2"))


@pytest.mark.parametrize(
    ("slug", "look"),
    [("partitioned-pet", "cut"), ("reboot", "off"), ("chaos-kubelet", "down"), ("chaos-nodes", "cut")],
)
def test_a_sign_says_what_is_wrong_with_a_node(slug: str, look: str) -> None:
    assert [look] == [sign.look for sign in drawn(slug).signs if sign.look in ("cut", "off", "down")]


def test_a_controller_that_is_down_or_runs_twice_stands_beside_the_racks() -> None:
    signs = {slug: drawn(slug).signs for slug in ("chaos-controller", "chaos-two-controllers")}

    assert {"chaos-controller": ["down"], "chaos-two-controllers": ["twice"]} == {
        slug: [sign.look for sign in item] for slug, item in signs.items()
    }


def test_a_shield_stands_only_where_a_budget_would_be_violated() -> None:
    picture = drawn("pdb-best-effort")
    shields = [sign for sign in picture.signs if sign.look == "shield"]
    n1 = next(box for box in picture.boxes if box.name == "n1")

    assert [n1.x + n1.width / 2] == [sign.x for sign in shields]


def test_a_disk_stands_at_the_node_to_which_it_is_attached() -> None:
    picture = drawn("rwo-handoff")

    assert 1 == sum(sign.look == "disk" for sign in picture.signs)


def test_devices_with_a_claim_are_filled() -> None:
    picture = drawn("shared-claim")

    assert ["device", "device d-used"] == looks(picture, "gpu-0")


def test_all_boxes_lie_within_the_picture() -> None:
    boxes = [
        box
        for slug in ("gap-and-reservation", "rwo-handoff", "queue-by-priority")
        for box in drawn(slug).boxes
    ]

    assert len(boxes) > 10
    assert [] == [
        box for box in boxes if box.x < 0 or box.x + box.width > WIDTH or box.y + box.height > FLOOR + 0.01
    ]


def test_places_on_which_a_group_is_tried_stand_reserved_in_the_racks() -> None:
    picture = drawn("gang-one-short")

    assert ["pod d-reserved"] * 2 == [*looks(picture, "a"), *looks(picture, "c")]
    assert ["waits b0"] == looks(picture, "b")
