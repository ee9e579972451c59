"""Pictures of hard spread constraints."""

from playground.gallery.pictures import skew
from tests.playground.gallery.pictures.builders import drawn, looks


def test_a_domain_above_the_ceiling_is_striped_and_the_chosen_one_outlined() -> None:
    picture = drawn("one-constraint-zone")

    assert "skew" == picture.kind
    assert ["pod", "pod", "over"] == looks(picture, "zoneA")
    assert ["pod", "pod d-fresh"] == looks(picture, "zoneB")


def test_the_striped_block_stands_above_the_ceiling_and_the_outlined_one_below() -> None:
    picture = drawn("one-constraint-zone")
    ceiling = next(line.y1 for line in picture.lines if line.look == "ceiling")
    over, fresh = (next(b for b in picture.boxes if b.look == look) for look in ("over", "pod d-fresh"))

    assert over.y + over.height <= ceiling
    assert fresh.y >= ceiling


def test_each_constraint_has_a_chart_of_its_own() -> None:
    picture = drawn("conflicting-constraints")

    assert 2 == sum(line.look == "ceiling" for line in picture.lines)


def test_nodes_outside_of_all_domains_are_one_hatched_column() -> None:
    picture = drawn("affinity-excludes-zone")

    assert 1 == sum(box.look == "off" for box in picture.boxes)


def test_a_decision_without_hard_constraints_has_no_such_picture() -> None:
    assert skew.draw([{"effect": "ScheduleAnyway", "domains": [{}]}], {"nodes": {}}, 1) is None
