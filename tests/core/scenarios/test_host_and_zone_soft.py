"""T20: each soft constraint has a weight that grows with its number of domains."""

from __future__ import annotations

from tests.core.playing import Play, gallery


def test_two_constraints_are_added_and_rounded_before_they_are_normalised() -> None:
    play = Play(gallery("host-and-zone-soft"))
    last = play.until_quiet()
    decision = play.decision("mypod")

    assert {"n1": [6, 50, 100], "n2": [3, 100, 200], "n3": [3, 100, 200]} == {
        name: scores["PodTopologySpread"] for name, scores in decision["scores"].items()
    }
    assert {"n1": 492, "n2": 597, "n3": 595} == decision["totals"]
    assert "n2" == play.node(last, "mypod")
