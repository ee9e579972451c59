"""T12: spreading counts pods of the incoming pod's namespace only."""

from __future__ import annotations

from tests.core.playing import Play, gallery
from tests.core.scenarios.test_one_constraint_zone import spread


def test_a_pod_of_another_namespace_is_not_counted() -> None:
    play = Play(gallery("namespaces-apart"))
    last = play.until_quiet()

    assert {"n1": 395, "n2": 397} == play.decision("w")["totals"]
    assert "n2" == play.node(last, "w")
    assert [("kubernetes.io/hostname", 1, 1, 0, 2, False)] == spread(play.decision("w2"), "n2")
    assert "n1" == play.node(last, "w2")
