"""T22: default constraints of one's own, none, and the built-in ones for a pod that nobody selects."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import SourceDocument, parse_scenario
from tests.core.playing import Play, gallery

SLUG = "defaults-off"
NO_SPREAD = {"n1": 392, "n2": 397, "n3": 395, "n4": 397}


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery(SLUG))
    made.until_quiet()
    return made


def spread_scores(decision: dict[str, Any]) -> list[Any]:
    return [
        scores["PodTopologySpread"] for scores in decision["scores"].values() if "PodTopologySpread" in scores
    ]


def test_a_list_of_ones_own_ignores_the_node_without_a_zone(play: Play) -> None:
    decision = play.decision("p", 0)

    assert {"n1": 458, "n2": 463, "n3": 595, "n4": 397} == decision["totals"]
    assert "n3" == decision["node"]


def test_with_an_empty_list_there_is_no_spread_score(play: Play) -> None:
    decision = play.decision("p", 1)

    assert NO_SPREAD == decision["totals"]
    assert {"n2", "n4"} == play.tied("p", 1)
    assert [] == spread_scores(decision)


def test_a_pod_that_no_service_selects_gets_no_defaults(play: Play) -> None:
    assert NO_SPREAD == play.decision("orphan")["totals"]
    assert {"n2", "n4"} == play.tied("orphan")


def test_a_selector_inside_the_list_is_refused() -> None:
    documents = gallery(SLUG)
    args = documents[1]["profiles"][0]["pluginConfig"][0]["args"]
    args["defaultConstraints"][0]["labelSelector"] = {"matchLabels": {"foo": "bar"}}
    parsed = parse_scenario([SourceDocument(place, value) for place, value in enumerate(documents)])

    assert parsed.scenario is None
    (problem,) = parsed.problems
    assert 1 == problem.document
    assert problem.path.endswith("defaultConstraints[0].labelSelector")
    assert "constraint must not define a selector, as they deduced for each pod" in str(problem.args)
