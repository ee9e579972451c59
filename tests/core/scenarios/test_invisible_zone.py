"""T18: the scheduler learns domains from nodes that exist."""

from __future__ import annotations

from tests.core.playing import Play, gallery
from tests.core.scenarios.test_one_constraint_zone import spread

ZONE = "topology.kubernetes.io/zone"


def test_two_pods_fill_the_known_zones_and_the_third_the_new_one() -> None:
    play = Play(gallery("invisible-zone"))
    last = play.until_quiet()

    assert {"n1", "n2"} == play.tied("p")
    assert {"n1", "n2"} == {play.node(last, "p"), play.node(last, "q")}
    decision = play.decision("r")
    assert [(ZONE, 2, 1, 0, 3, False)] == spread(decision, "n1") == spread(decision, "n2")
    assert "n3" == play.node(last, "r")
