"""T01: no default plugin knows that two pods belong together."""

from __future__ import annotations

from tests.core.playing import Play, gallery, named
from tests.core.scenarios.test_one_constraint_zone import spread

SLUG = "two-replicas-one-node"
HOSTNAME = "kubernetes.io/hostname"


def test_points_place_the_first_and_chance_the_second() -> None:
    chosen = set()
    for seed in range(1, 9):
        documents = gallery(SLUG)
        documents[0]["spec"]["seed"] = seed
        play = Play(documents)
        last = play.until_quiet()
        assert {"n1": 398, "n2": 397} == play.decision("w1")["totals"]
        assert "n1" == play.node(last, "w1")
        assert {"n1": 397, "n2": 397} == play.decision("w2")["totals"]
        assert {"n1", "n2"} == play.tied("w2")
        chosen.add(play.node(last, "w2"))

    assert {"n1", "n2"} == chosen


def test_with_a_hard_constraint_the_second_goes_to_the_other_node() -> None:
    documents = gallery(SLUG)
    for name in ("w1", "w2"):
        named(documents, name)["spec"]["topologySpreadConstraints"] = [
            {
                "maxSkew": 1,
                "topologyKey": HOSTNAME,
                "whenUnsatisfiable": "DoNotSchedule",
                "labelSelector": {"matchLabels": {"app": "web"}},
            }
        ]
    play = Play(documents)
    last = play.until_quiet()

    assert ("n1", "n2") == (play.node(last, "w1"), play.node(last, "w2"))
    assert [(HOSTNAME, 1, 1, 0, 2, False)] == spread(play.decision("w2"), "n1")
    assert not play.decision("w2")["scored"]
