"""T03: the skew is here + self - minimum, and the minimum is taken over all domains."""

from __future__ import annotations

import pytest

from tests.builders import node, pod
from tests.core.playing import Documents, Play, apply, gallery, named
from tests.core.scenarios.test_one_constraint_zone import spread

SLUG = "skew-meter"


def board(skew: int) -> Play:
    documents = gallery(SLUG)
    named(documents, "mypod")["spec"]["topologySpreadConstraints"][0]["maxSkew"] = skew
    play = Play(documents)
    play.until_quiet()
    return play


@pytest.mark.parametrize("skew", [1, 2])
def test_with_1_and_2_only_zone2_passes(skew: int) -> None:
    play = board(skew)
    decision = play.decision("mypod")

    assert [("zone", 2, 1, 0, 3, False)] == spread(decision, "n1")
    assert "n2" == decision["node"]
    assert "Success" == decision["nodes"]["n2"]["code"]


def test_with_3_both_pass_and_resources_decide() -> None:
    play = board(3)

    assert {"n1": 392, "n2": 397} == play.decision("mypod")["totals"]
    assert "n2" == play.node(play.until_quiet(), "mypod")


def second_board() -> Documents:
    documents = gallery(SLUG)
    documents += [node("n3", labels={"zone": "zone3"})]
    documents += [pod(name, on=on, labels={"app": "foo"}) for name, on in (("f3", "n2"), ("f4", "n2"))]
    documents += [pod("f5", on="n3", labels={"app": "foo"})]
    return documents


def test_with_2_2_1_only_the_third_zone_passes_and_then_all_three() -> None:
    documents = second_board()
    again = {**named(documents, "mypod"), "metadata": {"name": "next", "labels": {"app": "foo"}}}
    documents[0]["spec"]["inputs"].append(apply(5, again))
    play = Play(documents)
    last = play.until_quiet()
    decision = play.decision("mypod")

    for name in ("n1", "n2"):
        assert [("zone", 2, 1, 1, 2, False)] == spread(decision, name)
    assert "n3" == play.node(last, "mypod")
    assert {"n1", "n2", "n3"} == set(play.decision("next")["totals"])
    assert {"n1", "n2", "n3"} == play.tied("next")
