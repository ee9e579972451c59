"""T11: placing a pod that its own selector misses changes no count."""

from __future__ import annotations

from tests.core.playing import Play, gallery
from tests.core.scenarios.test_one_constraint_zone import spread


def test_all_four_nodes_are_feasible_and_self_counts_0() -> None:
    play = Play(gallery("selector-misses-me"))
    last = play.until_quiet()
    decision = play.decision("mypod")

    assert {"node1": 395, "node2": 395, "node3": 395, "node4": 397} == decision["totals"]
    assert "node4" == play.node(last, "mypod")
    for name, count in (("node1", 2), ("node2", 2), ("node3", 1), ("node4", 1)):
        found = spread(decision, name)
        assert found in ([], [("zone", count, 0, 1, count - 1, True)])


def test_the_skew_of_zone_a_is_1_and_would_be_refused_with_nothing_else() -> None:
    documents = gallery("selector-misses-me")
    play = Play(documents)
    play.until_quiet()

    assert all("Success" == node["code"] for node in play.decision("mypod")["nodes"].values())
