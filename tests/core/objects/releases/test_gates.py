"""Feature gates by release, and which settings a component accepts."""

from __future__ import annotations

import pytest

from scheduler_core.objects.releases.changes import CHANGES
from scheduler_core.objects.releases.gates import GATES, gate_problems, is_enabled
from scheduler_core.objects.releases.releases import Release, release
from scheduler_core.objects.releases.version import parse_version


@pytest.mark.parametrize(
    ("gate", "version", "on"),
    [
        ("NodeDeclaredFeatures", "1.34", False),
        ("NodeDeclaredFeatures", "1.35", False),
        ("NodeDeclaredFeatures", "1.36.2", True),
        ("MaxUnavailableStatefulSet", "1.35.3", True),
        ("MaxUnavailableStatefulSet", "1.35.4", False),
        ("MaxUnavailableStatefulSet", "1.35", False),
        ("MaxUnavailableStatefulSet", "1.37", True),
        ("SchedulerAsyncAPICalls", "1.34.1", True),
        ("SchedulerAsyncAPICalls", "1.35.0", True),
        ("SchedulerAsyncAPICalls", "1.36", False),
        ("GangScheduling", "1.37", False),
    ],
)
def test_the_default_of_a_gate_follows_the_release_and_its_patch(gate: str, version: str, on: bool) -> None:
    assert is_enabled(gate, parse_version(version), {}) is on


@pytest.mark.parametrize(
    ("version", "settings", "texts"),
    [
        ("1.36", {"NodeDeclaredFeature": True}, ["unrecognized feature gate: NodeDeclaredFeature"]),
        ("1.34", {"NodeDeclaredFeatures": True}, ["unrecognized feature gate: NodeDeclaredFeatures"]),
        ("1.37", {"GangScheduling": True}, ["unrecognized feature gate: GangScheduling"]),
        (
            "1.36",
            {"DynamicResourceAllocation": False},
            ["cannot set feature gate DynamicResourceAllocation to false, feature is locked to true"],
        ),
        (
            "1.36",
            {"GangScheduling": True},
            ["GangScheduling is enabled, but depends on features that are disabled: [GenericWorkload]"],
        ),
        (
            "1.36",
            {"NodeDeclaredFeatures": False},
            [
                "InPlacePodLevelResourcesVerticalScaling is enabled, but depends on features that are "
                "disabled: [NodeDeclaredFeatures]",
                "RestartAllContainersOnContainerExits is enabled, but depends on features that are "
                "disabled: [NodeDeclaredFeatures]",
            ],
        ),
        ("1.36", {"GenericWorkload": True, "GangScheduling": True}, []),
        ("1.36", {"DynamicResourceAllocation": True}, []),
    ],
)
def test_a_component_refuses_settings_in_upstreams_words(
    version: str, settings: dict[str, bool], texts: list[str]
) -> None:
    assert texts == [problem.args["text"] for problem in gate_problems(parse_version(version), settings)]


def test_a_setting_changes_the_release() -> None:
    on = release("1.36", {"TaintTolerationComparisonOperators": True})
    assert (False, True) == (release("1.36").toleration_comparison, on.toleration_comparison)


def test_each_change_is_of_a_field_of_release_and_of_a_gate_that_exists() -> None:
    fields = Release.__dataclass_fields__
    assert [] == [change for change in CHANGES if change.field not in fields]
    assert [] == [change for change in CHANGES if change.gate and change.gate not in GATES]


def test_a_gate_needs_only_gates_that_exist_and_are_known_as_long_as_it_is() -> None:
    assert [] == [
        (gate.name, need)
        for gate in GATES.values()
        for need in gate.needs
        for state in gate.states
        if state.stage != "gone" and GATES[need].state(state.since) is None
    ]
