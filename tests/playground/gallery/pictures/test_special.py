"""The choice of a picture for a card."""

import pytest

from tests.playground.gallery.pictures.making import drawn


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
        ("partitioned-pet", "cluster"),
        ("two-replicas-one-node", "cluster"),
    ],
)
def test_a_card_shows_what_its_scenario_is_about(slug: str, kind: str) -> None:
    assert kind == drawn(slug).kind
