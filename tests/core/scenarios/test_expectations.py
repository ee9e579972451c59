"""What a scenario's file says under `expect` holds when its run is quiet."""

from __future__ import annotations

import pytest

from scheduler_core.engine.stretch import judge
from scheduler_core.messages import say
from scheduler_core.simulation.scenario.scenario import Scenario
from tests.core.playing import SLUGS, Play, gallery


def broken(play: Play) -> list[str]:
    last = play.until_quiet()
    verdicts = [judge(play.recording, each, last) for each in play.recording.scenario.expect]
    return [say(each.to_json()["said"]) for each in verdicts if not each.holds]  # type: ignore[arg-type]


@pytest.mark.parametrize("slug", SLUGS)
def test_each_scenario_says_what_it_expects_and_it_holds(slug: str) -> None:
    play = Play(gallery(slug))

    assert play.recording.scenario.expect
    assert [] == broken(play)


def test_an_expectation_that_does_not_hold_is_named_with_what_is_there() -> None:
    documents = gallery("queue-by-priority")
    documents[0]["spec"]["expect"] = [
        {"pod": {"name": "a", "node": "n1"}},
        {"pod": {"name": "b", "node": "n1"}},
    ]

    assert ["a is pending; expected on n1"] == broken(Play(documents))


def test_a_scenario_keeps_what_it_expects_in_its_canonical_form() -> None:
    scenario = Play(gallery("partitioned-pet")).recording.scenario

    assert 3 == len(scenario.expect)
    assert scenario.expect == Scenario.from_canonical(scenario.canonical()).expect
