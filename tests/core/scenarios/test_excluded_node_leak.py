"""T25: nodes that the pod's selector excludes are not counted, as v1.34 does."""

from __future__ import annotations

import pytest

from tests.core.playing import Play, gallery, in_version
from tests.core.scenarios.test_one_constraint_zone import spread


def test_both_nodes_are_equal_because_the_excluded_pods_do_not_count() -> None:
    play = Play(gallery("excluded-node-leak"))
    last = play.until_quiet()
    decision = play.decision("p")

    assert {"a1": 397, "b1": 397} == decision["totals"]
    assert {"a1", "b1"} == play.tied("p")
    assert play.node(last, "p") in ("a1", "b1")
    assert "NodeAffinity" == decision["nodes"]["a2"]["plugin"]


@pytest.mark.parametrize("version", ["1.20", "1.23"])
def test_up_to_1_23_the_excluded_pods_count_in_the_zone_of_a_usable_node(version: str) -> None:
    play = Play(in_version("excluded-node-leak", version))
    last = play.until_quiet()
    decision = play.decision("p")

    assert "b1" == play.node(last, "p")
    assert "PodTopologySpread" == decision["nodes"]["a1"]["plugin"]
    assert [("zone", 2, 1, 0, 3, False)] == [(key[-4:], *rest) for key, *rest in spread(decision, "a1")]
