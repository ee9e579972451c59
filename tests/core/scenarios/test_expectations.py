"""What a scenario's file says under `expect` holds when its run is quiet, in its own version of Kubernetes and
in those that it names under `versions`; and so do the variants of the files beside this one."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.inputs.conditions.joined_conditions import Versions
from scheduler_core.simulation.scenario.scenario import Scenario
from tests.core.play import SLUGS, gallery
from tests.core.variants import NAMES, NEWEST, Variant, broken, conditions_of, variant
from tests.harness.series import EVERY, sampled


def version_of(slug: str) -> str:
    return str(gallery(slug)[0]["spec"].get("version", NEWEST))


IN_VERSIONS = [
    (slug, version)
    for slug in SLUGS
    for version in dict.fromkeys(
        version
        for condition in conditions_of(gallery(slug))
        if isinstance(condition, Versions)
        for version in condition.parts
    )
    if version != version_of(slug)
]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_scenario_expects_something_and_it_holds(slug: str) -> None:
    play = Variant(slug, {}).play()

    assert play.recording.scenario.expect
    assert [] == broken(play)


def of_one_release(slug: str) -> bool:
    """Scenarios about kubelets of two releases, or about gates of a later one, have no meaning in another one."""
    return slug == "rolling-upgrade-features" or "featureGates" in gallery(slug)[0]["spec"]


@pytest.mark.parametrize(
    "slug",
    sampled(
        [slug for slug in SLUGS if version_of(slug) == NEWEST and not of_one_release(slug)],
        2 * EVERY,
    ),
)
def test_what_a_scenario_expects_holds_in_1_34_too(slug: str) -> None:
    assert [] == broken(Variant(slug, {"version": "1.34"}).play())


@pytest.mark.parametrize(("slug", "version"), IN_VERSIONS)
def test_what_is_expected_of_another_version_holds_in_it(slug: str, version: str) -> None:
    assert [] == broken(Variant(slug, {"version": version}).play(), of=Versions)


@pytest.mark.parametrize("name", sampled(NAMES))
def test_a_variant_is_as_expected(name: str) -> None:
    assert [] == broken(variant(name).play())


def changed(value: Any, key: str = "") -> Any:
    """The same condition with another value in its last place; None where nothing can be changed."""
    match value:
        case dict() if {"not", "any", "ever"} & value.keys():
            return None
        case {"at": {"that": [*parts]}} if all("not" in part for part in parts):
            return None  # what is not there is not there at another moment either
        case {"from": _, "to": _}:
            return {"from": 10**6, "to": 10**6}
        case []:
            return [{}]
        case dict() | list():
            places = list(value.items() if isinstance(value, dict) else enumerate(value))
            for place, item in reversed(places):
                other = changed(item, key if isinstance(value, list) else place)
                if other is not None:
                    copy = value.copy()
                    copy[place] = other
                    return copy
            return None
        case bool():
            return not value
        case int() | float():
            return value - 10**6 if key == "to" else value + 10**6
        case None:
            return "another"
    return f"{value} another"


def others_of(slug: str) -> list[Any]:
    """What the scenario expects in each release, with other values."""
    expect = [item for item in gallery(slug)[0]["spec"]["expect"] if "versions" not in item]
    return [other for item in expect if (other := changed(item)) is not None]


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if others_of(slug)][::9])
def test_each_expectation_fails_when_a_value_in_it_is_another_one(slug: str) -> None:
    others = others_of(slug)

    named = [line.partition(": ")[0] for line in broken(Variant(slug, {"expect": others}).play())]

    assert others
    assert [f"spec.expect[{place}]" for place in range(len(others))] == named


def test_an_expectation_that_does_not_hold_is_named_with_what_is_there_and_what_was_expected() -> None:
    expect = [
        {"pod": {"name": "a", "node": "n1"}},
        {"pod": {"name": "b", "node": "n1"}},
        {"decision": {"pod": "b", "nodes": {"n1": {"code": "Unschedulable"}}}},
    ]

    assert [
        "spec.expect[0]: a is pending; expected on n1",
        "spec.expect[2]: b: decision.nodes.n1.code is Success; expected Unschedulable",
    ] == broken(Variant("queue-by-priority", {"expect": expect}).play())


def test_a_scenario_keeps_what_it_expects_in_its_canonical_form() -> None:
    scenario = Variant("partitioned-pet", {}).play().recording.scenario

    assert scenario.expect == Scenario.from_canonical(scenario.canonical()).expect
