"""The Scenario document: what may stand there, and how its faults are told."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Scenario, SourceDocument, parse_scenario
from scheduler_core.simulation.scenario.applications import application_from
from scheduler_core.simulation.scenario.header import parse_header
from tests.builders import node
from tests.core.playing import SLUGS, gallery, scenario_from


def header(**spec: Any) -> dict[str, Any]:
    return {"apiVersion": "podium/v1", "kind": "Scenario", "metadata": {"name": "x"}, "spec": spec}


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
        ({"versions": ["1.8", "1.37"]}, "spec.versions[1]", "scenario.unknown_version"),
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
    assert [(4, path, code)] == [(each.document, each.path, each.code) for each in parsed.problems]


def test_all_faults_are_told_at_once() -> None:
    _, problems = parse_header(header(title=3, seed="x", focus=[]))

    assert ["spec.title", "spec.focus", "spec.seed"] == sorted(
        (each.path for each in problems), key=["spec.title", "spec.focus", "spec.seed"].index
    )


def test_one_file_is_one_scenario() -> None:
    parsed = parse_scenario([SourceDocument(0, header()), SourceDocument(1, header())])

    assert [(1, "scenario.two_headers")] == [(each.document, each.code) for each in parsed.problems]


def test_a_name_is_made_of_small_letters_digits_and_hyphens() -> None:
    document = {**header(), "metadata": {"name": "<b>"}}

    assert ["metadata.name"] == [each.path for each in parse_header(document)[1]]


def test_plain_manifests_are_a_scenario_without_words() -> None:
    scenario = scenario_from([node("n1")])

    assert ("", "", 1, True, ()) == (
        scenario.name,
        scenario.title,
        scenario.seed,
        scenario.scheduler_running,
        scenario.inputs,
    )
    objects: list[Any] = [each.manifest for each in scenario.objects]
    assert ["n1"] == [each["metadata"]["name"] for each in objects]


@pytest.mark.parametrize("slug", SLUGS)
def test_the_canonical_form_is_the_scenario(slug: str) -> None:
    scenario = scenario_from(gallery(slug))

    again = Scenario.from_canonical(scenario.canonical())

    assert scenario == again
    assert scenario.digest == again.digest
    assert slug == scenario.name


def test_another_format_is_refused() -> None:
    with pytest.raises(ValueError, match="not a canonical scenario of format 1: podium=2"):
        Scenario.from_canonical({"podium": 2})


def test_inputs_of_one_instant_keep_the_order_of_the_file() -> None:
    entries = [{"at": 5, "kind": "cordon", "node": "b"}, {"at": 5, "kind": "cordon", "node": "a"}]
    parsed, _ = parse_header(header(inputs=[*entries, {"at": 1, "kind": "cordon", "node": "c"}]))

    assert ["c", "b", "a"] == [each.input.to_json()["node"] for each in parsed.inputs]


def test_rules_of_applications_become_the_kubelets_values() -> None:
    rule = application_from({"pods": ["a", "other/b"], "exitsAfterSigterm": 2.5, "preStopSeconds": None})
    silent = application_from({"selector": {"matchLabels": {"app": "x"}}, "namespace": "other"})

    assert ("default/a", "other/b") == rule.pods
    assert (2500, 1000) == (rule.exits_after_sigterm_ms, rule.starts_after_ms)
    assert rule.pre_stop is not None
    assert rule.pre_stop.takes_ms is None
    assert silent.pre_stop is None
    assert silent.selector is not None
    assert "other" == silent.namespace


def test_a_rule_may_say_all_that_an_annotation_may_say_and_concern_one_container() -> None:
    rule = application_from(
        {
            "pods": ["a"],
            "container": "app",
            "readyAfter": 2.5,
            "exitsAfter": 10,
            "crashesAt": [30, 20],
            "preStopFails": True,
            "postStartSeconds": None,
            "pullFails": True,
            "sigkillSeconds": None,
            "livenessFailsAt": "10-40,60-",
            "memory": "0:200Mi,60:1560Mi",
        }
    )

    assert ("app", 2_500, 10_000) == (rule.container, rule.ready_after_ms, rule.completes_after_ms)
    assert (20_000, 30_000) == rule.crashes_at_ms
    assert rule.pre_stop is not None
    assert (0, True) == (rule.pre_stop.takes_ms, rule.pre_stop.fails)
    assert rule.post_start is not None
    assert None is rule.post_start.takes_ms
    assert None is rule.pull_ms
    assert None is rule.sigkill_takes_ms
    assert 0 == application_from({"pods": ["a"]}).sigkill_takes_ms
    assert [(10_000, 40_000), (60_000, None)] == [(one.from_ms, one.to_ms) for one in rule.liveness_fails]
    assert "0:200Mi,60:1560Mi" == rule.memory


def test_an_annotation_that_nobody_can_follow_is_named_with_what_should_stand_there() -> None:
    annotations = {
        "podium/exits-after": "soon",
        "podium/exist-after": "5",
        "podium/web.memory": "1Gi",
        "other": "x",
    }
    containers = [{"name": "app", "image": "a"}]
    pod = {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": "p", "annotations": annotations},
        "spec": {"containers": containers},
    }

    problems = parse_scenario([SourceDocument(0, pod)]).problems

    assert [
        ("metadata.annotations[podium/exits-after]", "value.not_a_behaviour", "soon", "seconds or never"),
        ("metadata.annotations[podium/web.memory]", "value.not_a_behaviour", "web", "of a container: app"),
    ] == [
        (one.path, one.code, one.args["got"], one.args["wanted"])
        for one in problems
        if one.args["got"] != "exist-after"
    ]
    assert 3 == len(problems)
