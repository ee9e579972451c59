"""The Scenario document: what may stand there, and how its faults are told."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import SourceDocument, parse_scenario
from scheduler_core.simulation.scenario.header import parse_header
from tests.builders import node
from tests.core.play import header, scenario_from


@pytest.mark.parametrize(
    ("spec", "path", "code"),
    [
        ({"title": 3}, "spec.title", "scenario.not_a_text"),
        ({"title": "x" * 3000}, "spec.title", "scenario.too_long"),
        ({"tittle": "x"}, "spec.tittle", "scenario.unknown_field"),
        ({"seed": "one"}, "spec.seed", "scenario.not_a_whole_number"),
        ({"seed": 2**80}, "spec.seed", "scenario.not_a_whole_number"),
        ({"start": "yesterday"}, "spec.start", "scenario.not_a_time"),
        ({"version": "1.7"}, "spec.version", "scenario.unknown_version"),
        ({"versions": ["1.8", "1.38"]}, "spec.versions[1]", "scenario.unknown_version"),
        ({"scheduler": {"running": "no"}}, "spec.scheduler.running", "scenario.not_a_flag"),
        ({"focus": "p"}, "spec.focus", "scenario.not_a_map"),
        ({"applications": {}}, "spec.applications", "scenario.not_a_list"),
        ({"applications": [{}]}, "spec.applications[0]", "scenario.no_selection"),
        (
            {"applications": [{"pods": ["a"], "startsAfter": -1}]},
            "spec.applications[0].startsAfter",
            "scenario.not_seconds",
        ),
        (
            {"applications": [{"pods": ["a"], "exitCode": 256}]},
            "spec.applications[0].exitCode",
            "scenario.not_an_exit_code",
        ),
        (
            {"applications": [{"pods": ["a"], "crashesAt": [5, -1]}]},
            "spec.applications[0].crashesAt[1]",
            "scenario.not_seconds",
        ),
        (
            {"applications": [{"pods": ["a"], "livenessFailsAt": "40-10"}]},
            "spec.applications[0].livenessFailsAt",
            "scenario.not_times",
        ),
        (
            {"applications": [{"pods": ["a"], "memory": "much"}]},
            "spec.applications[0].memory",
            "scenario.not_an_amount",
        ),
        (
            {"applications": [{"pods": ["a"], "pullFails": 1}]},
            "spec.applications[0].pullFails",
            "scenario.not_a_flag",
        ),
        (
            {"applications": [{"pods": ["a"], "exits": 1}]},
            "spec.applications[0].exits",
            "scenario.unknown_field",
        ),
        ({"inputs": [{"kind": "cordon"}]}, "spec.inputs[0].node", "input.not_a_name"),
        ({"inputs": [{"at": -1, "kind": "cordon", "node": "n"}]}, "spec.inputs[0].at", "input.not_a_time"),
        ({"inputs": [{}] * 1001}, "spec.inputs", "scenario.too_many"),
    ],
)
def test_a_fault_is_told_by_its_path(spec: dict[str, Any], path: str, code: str) -> None:
    parsed = parse_scenario([SourceDocument(4, header(**spec))])

    assert parsed.scenario is None
    assert [(4, path, code)] == [
        (problem.document, problem.path, problem.code) for problem in parsed.problems
    ]


def test_all_faults_are_told_at_once() -> None:
    _, problems = parse_header(header(title=3, seed="x", focus=[]))

    assert ["spec.title", "spec.focus", "spec.seed"] == sorted(
        (problem.path for problem in problems), key=["spec.title", "spec.focus", "spec.seed"].index
    )


def test_one_file_is_one_scenario() -> None:
    parsed = parse_scenario([SourceDocument(0, header()), SourceDocument(1, header())])

    assert [(1, "scenario.two_headers")] == [(problem.document, problem.code) for problem in parsed.problems]


def test_a_name_is_made_of_small_letters_digits_and_hyphens() -> None:
    document = {**header(), "metadata": {"name": "<b>"}}

    assert ["metadata.name"] == [problem.path for problem in parse_header(document)[1]]


def test_plain_manifests_are_a_scenario_without_words() -> None:
    scenario = scenario_from([node("n1")])

    assert ("", "", 1, True, ()) == (
        scenario.name,
        scenario.title,
        scenario.seed,
        scenario.scheduler_running,
        scenario.inputs,
    )
    objects: list[Any] = [source.manifest for source in scenario.objects]
    assert ["n1"] == [node["metadata"]["name"] for node in objects]


def test_inputs_of_one_instant_keep_the_order_of_the_file() -> None:
    entries = [{"at": 5, "kind": "cordon", "node": "b"}, {"at": 5, "kind": "cordon", "node": "a"}]
    parsed, _ = parse_header(header(inputs=[*entries, {"at": 1, "kind": "cordon", "node": "c"}]))

    assert ["c", "b", "a"] == [given.input.to_json()["node"] for given in parsed.inputs]


def test_an_input_that_is_switched_off_is_kept_and_not_taken() -> None:
    inputs = [
        {"at": 2, "kind": "cordon", "node": "n1", "disabled": True},
        {"at": 1, "kind": "cordon", "node": "n2"},
    ]
    header, problems = parse_header({"spec": {"inputs": inputs}})

    assert ((), [1000], [2000]) == (
        problems,
        [given.at_ms for given in header.inputs],
        [given.at_ms for given in header.switched_off],
    )


def test_disabled_is_true_or_false() -> None:
    _, problems = parse_header({"spec": {"inputs": [{"kind": "cordon", "node": "n1", "disabled": "yes"}]}})

    assert [("spec.inputs[0].disabled", "scenario.not_a_flag")] == [
        (problem.path, problem.code) for problem in problems
    ]
