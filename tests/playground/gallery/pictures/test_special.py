"""The choice of a picture for a card."""

import pytest

from tests.playground.gallery.pictures.builders import drawn


@pytest.mark.parametrize(
    ("slug", "kind"),
    [
        ("gap-and-reservation", "cluster"),
        ("kubelet-ranking", "memory"),
        ("one-constraint-zone", "skew"),
        ("soft-score-numbers", "scores"),
        ("prestop-budget", "gantt"),
        ("soft-eviction", "memory"),
        ("shortest-wins", "gantt"),
        ("probe-grace", "gantt"),
        ("partitioned-pet", "cluster"),
        ("two-replicas-one-node", "cluster"),
    ],
)
def test_a_card_shows_what_its_scenario_is_about(slug: str, kind: str) -> None:
    assert kind == drawn(slug).kind


def test_a_card_shows_another_moment_when_a_neighbour_looks_the_same() -> None:
    pet = drawn("force-delete-two-copies")
    alone, beside = drawn("etcd-quorum-rescue"), drawn("etcd-quorum-rescue", pet)

    assert alone.looks_like(pet)
    assert not beside.looks_like(pet)
    assert "cluster" == beside.kind


def test_a_run_with_one_picture_keeps_it() -> None:
    only = drawn("prestop-budget")

    assert only == drawn("prestop-budget", only)
