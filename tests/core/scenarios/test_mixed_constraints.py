"""T13: each pod is judged by its own constraints."""

from __future__ import annotations

from tests.core.playing import Play, gallery
from tests.core.scenarios.test_one_constraint_zone import spread

ZONE = "topology.kubernetes.io/zone"


def test_p_follows_the_scores_and_q_its_constraint() -> None:
    play = Play(gallery("mixed-constraints"))
    last = play.until_quiet()

    assert {"n1": 390, "n2": 397} == play.decision("p")["totals"]
    assert [(ZONE, 3, 1, 1, 3, False)] == spread(play.decision("q"), "n1")
    assert ("n2", "n2") == (play.node(last, "p"), play.node(last, "q"))
    assert not play.decision("q")["scored"]
