"""T30: domains of feasible nodes are scored, over the pods of all nodes that take part."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.playing import Documents, Play, gallery, named, without

SLUG = "counted-not-scored"


def scores(play: Play) -> dict[str, Any]:
    found = play.decision("p")["scores"]
    return {name: plugins["PodTopologySpread"] for name, plugins in found.items()}


def test_a_counts_for_its_zone_and_b_and_c_do_not_matter() -> None:
    play = Play(gallery(SLUG))
    last = play.until_quiet()

    assert {"n1": [1, 0, 0], "n3": [0, 100, 200]} == scores(play)
    assert {"n1": 397, "n3": 597} == play.decision("p")["totals"]
    assert "n3" == play.node(last, "p")


def honouring() -> Documents:
    documents = gallery(SLUG)
    named(documents, "p")["spec"]["topologySpreadConstraints"][0]["nodeTaintsPolicy"] = "Honor"
    return documents


@pytest.mark.parametrize(
    "documents", [honouring(), without(gallery(SLUG), "a", "b", "c")], ids=["Honor", "no pods"]
)
def test_if_the_highest_raw_value_is_0_everybody_gets_100(documents: Documents) -> None:
    play = Play(documents)
    play.until_quiet()

    assert {"n1": [0, 100, 200], "n3": [0, 100, 200]} == scores(play)
    assert {"n1", "n3"} == play.tied("p")
