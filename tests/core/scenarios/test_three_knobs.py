"""T05: maxSkew, key and softness of one constraint."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.playing import Play, gallery
from tests.core.scenarios.test_one_constraint_zone import spread


@pytest.fixture(scope="module")
def made() -> list[dict[str, Any]]:
    play = Play(gallery("three-knobs"))
    play.until_quiet()
    return play.decisions("mypod")


def test_the_pod_lands_on_node4_every_time(made: list[dict[str, Any]]) -> None:
    assert ["node4"] * 3 == [decision["node"] for decision in made]


def test_with_max_skew_2_all_four_are_feasible(made: list[dict[str, Any]]) -> None:
    assert {"node1": 395, "node2": 395, "node3": 395, "node4": 397} == made[0]["totals"]


def test_with_the_key_node_only_node4_is_feasible(made: list[dict[str, Any]]) -> None:
    for name in ("node1", "node2", "node3"):
        assert [("node", 1, 1, 0, 2, False)] == spread(made[1], name)
    assert not made[1]["scored"]


def test_schedule_anyway_is_one_weighted_summand(made: list[dict[str, Any]]) -> None:
    assert {"node1": 461, "node2": 461, "node3": 595, "node4": 597} == made[2]["totals"]
    assert 66 == made[2]["scores"]["node1"]["PodTopologySpread"][2]
    assert 200 == made[2]["scores"]["node4"]["PodTopologySpread"][2]
