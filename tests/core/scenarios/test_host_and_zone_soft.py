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


def test_the_weights_grow_with_the_number_of_domains_and_the_sum_is_rounded_once() -> None:
    play = Play(gallery("host-and-zone-soft"))
    play.until_quiet()
    scores = play.decision("mypod")["spreadScores"]

    assert [(3, 1.6094), (2, 1.3863)] == [(c["domains"], c["weight"]) for c in scores["constraints"]]
    assert {"n1": ([2, 2], 5.9915), "n2": ([0, 2], 2.7726), "n3": ([1, 1], 2.9957)} == {
        name: (entry["counts"], entry["sum"]) for name, entry in scores["nodes"].items()
    }
