"""T10: any label is legal, also a misspelt one."""

from __future__ import annotations

from tests.core.playing import Play, gallery
from tests.core.scenarios.test_missing_label import MISSING
from tests.core.scenarios.test_one_constraint_zone import spread


def test_the_misspelt_node_is_out_until_somebody_corrects_it() -> None:
    play = Play(gallery("typo-label"))
    last = play.until_quiet()
    before, after = play.decision("mypod"), play.decision("mypod2")

    assert [MISSING] == before["nodes"]["node5"]["reasons"]
    assert "node4" == play.node(last, "mypod")
    assert "node5" == play.node(last, "mypod2")
    for name in ("node1", "node2", "node3", "node4"):
        assert [("zone", 2, 1, 0, 3, False)] == spread(after, name)
    assert not after["scored"]
