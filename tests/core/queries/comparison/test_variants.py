"""A scenario that differs in one respect."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scheduler_core import Run
from scheduler_core.queries.comparison.play_out import play_out
from scheduler_core.queries.comparison.variants import variant
from scheduler_core.simulation.scenario.scenario import Scenario
from tests.builders import node, pod
from tests.core.play import scenario_from


def two_nodes() -> Scenario:
    return scenario_from([node("n1", "4"), node("n2", "4"), pod("r", "2", on="n1"), pod("p", "1")])


def test_the_scoring_strategy_of_the_profile_decides_where_a_pod_goes() -> None:
    places = {}
    for strategy in ("LeastAllocated", "MostAllocated"):
        changed = variant(two_nodes(), "scoring", strategy)
        assert changed is not None
        recording = Run(changed)
        end = play_out(recording, 50)
        places[strategy] = recording.world(end).api.pods["default/p"].node_name

    assert {"LeastAllocated": "n2", "MostAllocated": "n1"} == places


def test_a_profile_keeps_the_rest_of_its_configuration() -> None:
    fit = {
        "name": "NodeResourcesFit",
        "args": {"scoringStrategy": {"type": "LeastAllocated", "resources": []}},
    }
    other = {"name": "InterPodAffinity", "args": {"hardPodAffinityWeight": 5}}
    profile = {"schedulerName": "mine", "pluginConfig": [other, fit]}
    scenario = replace(two_nodes(), configuration={"percentageOfNodesToScore": 50, "profiles": [profile]})
    changed = variant(scenario, "scoring", "MostAllocated")
    assert changed is not None

    strategy = {"type": "MostAllocated", "resources": []}
    message = {**profile, "pluginConfig": [other, {**fit, "args": {"scoringStrategy": strategy}}]}
    assert [message] == changed.configuration["profiles"]
    assert 50 == changed.configuration["percentageOfNodesToScore"]


def test_seed_version_and_numbers_are_varied() -> None:
    results = [variant(two_nodes(), *item) for item in (("seed", "7"), ("version", "1.23"), ("nodes", "1"))]

    assert [(7, "1.34", 4), (1, "1.23", 4), (1, "1.34", 3)] == [
        (item.seed, item.version, len(item.objects)) for item in results if item
    ]


def test_a_release_is_varied_with_its_gates() -> None:
    gated = replace(two_nodes(), version="1.36", feature_gates={"ImageVolume": False})
    releases = [variant(gated, "version", value) for value in ("1.37", "1.36,NodeDeclaredFeatures=true")]

    assert [("1.37", {"ImageVolume": False}), ("1.36", {"NodeDeclaredFeatures": True})] == [
        (release.version, dict(release.feature_gates)) for release in releases if release
    ]


@pytest.mark.parametrize(
    ("what", "value"),
    [
        ("seed", "-1"),
        ("seed", "²"),
        ("seed", "9" * 30),
        ("version", "2.0"),
        ("version", ""),
        ("version", "1.36,Nonsense=true"),
        ("scoring", "None"),
        ("maxSkew", "1"),
        ("colour", "1"),
        ("grace", ""),
    ],
)
def test_what_is_no_variant_of_the_scenario_is_none(what: str, value: str) -> None:
    assert variant(two_nodes(), what, value) is None
