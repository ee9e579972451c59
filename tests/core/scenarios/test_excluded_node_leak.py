"""T25: nodes that the pod's selector excludes are not counted, as v1.34 does."""

from __future__ import annotations

from tests.core.playing import Play, gallery


def test_both_nodes_are_equal_because_the_excluded_pods_do_not_count() -> None:
    play = Play(gallery("excluded-node-leak"))
    last = play.until_quiet()
    decision = play.decision("p")

    assert {"a1": 397, "b1": 397} == decision["totals"]
    assert {"a1", "b1"} == play.tied("p")
    assert play.node(last, "p") in ("a1", "b1")
    assert "NodeAffinity" == decision["nodes"]["a2"]["plugin"]
