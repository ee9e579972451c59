"""The start state: objects as if they had been there before, validated once, on their way into the scenario."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scheduler_core import Scenario
from scheduler_core.engine.world import World
from scheduler_core.objects import Pod
from scheduler_core.objects.manifest import find, items, mapping
from scheduler_core.simulation.scenario.start import already_running, start_state, with_containers
from tests.builders import node, pod
from tests.core.counted_defaults import counted_defaults
from tests.core.play import header, priority_class, scenario_from

DOCUMENTS = [header(), node("n1"), pod("p", on="n1"), pod("q")]


def test_a_stored_scenario_starts_without_being_validated_again(monkeypatch: pytest.MonkeyPatch) -> None:
    stored = scenario_from(DOCUMENTS).canonical()

    validated: list[str] = []

    def validate(kind: str, *_: object) -> tuple[()]:
        validated.append(kind)
        return ()

    monkeypatch.setattr("scheduler_core.apiserver.server.validate", validate)
    api = start_state(Scenario.from_canonical(stored))

    assert ["default/p", "default/q"] == list(api.pods)
    # The API server makes the namespace itself.
    assert ["Namespace"] == validated


EVERY_OBJECT = {
    "Namespace/default": 1,  # which the API server makes
    "Namespace/team": 1,
    "Node/n1": 1,
    "PriorityClass/p5": 1,
    "Pod/p": 1,
    "Pod/q": 1,
    "Pod/unknown-class": 1,
    "Deployment/d": 1,
    "PersistentVolumeClaim/c": 1,
}
MANY_KINDS = [
    *DOCUMENTS,
    {"kind": "Namespace", "metadata": {"name": "team"}},
    priority_class(5),
    # Parsing changes this pod: admission would refuse it.
    pod("unknown-class", priorityClassName="nowhere"),
    {
        "kind": "Deployment",
        "metadata": {"name": "d", "namespace": "team"},
        "spec": {"selector": {"matchLabels": {"a": "b"}}, "template": pod("t", labels={"a": "b"})},
    },
    {
        "kind": "PersistentVolumeClaim",
        "metadata": {"name": "c"},
        "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}},
    },
]


def test_from_the_file_to_the_api_server_an_object_gets_its_defaults_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counts = counted_defaults(monkeypatch)

    scenario = scenario_from(MANY_KINDS)
    start_state(scenario)

    assert EVERY_OBJECT == counts


def test_from_the_database_to_the_api_server_an_object_gets_its_defaults_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stored = scenario_from(MANY_KINDS).canonical()
    counts = counted_defaults(monkeypatch)

    start_state(Scenario.from_canonical(stored))

    assert EVERY_OBJECT == counts


def test_a_second_start_of_a_scenario_computes_no_defaults_of_its_objects(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scenario = scenario_from(MANY_KINDS)
    start_state(scenario)
    counts = counted_defaults(monkeypatch)

    again = start_state(replace(scenario, seed=7))

    assert {"Namespace/default": 1} == counts
    assert "default-scheduler" == again.pods["default/q"].spec.scheduler_name


def test_what_is_stored_is_the_authors_text_without_defaults() -> None:
    objects = scenario_from(MANY_KINDS).canonical()["objects"]

    assert {"kind": "Deployment", "apiVersion": "apps/v1", **MANY_KINDS[-2]} in objects  # type: ignore[operator]


def test_a_pod_on_a_node_runs_since_the_start_and_a_pod_without_one_waits() -> None:
    api = start_state(scenario_from(DOCUMENTS))

    assert ["Running", ""] == [
        api.pods[f"default/{name}"].status.phase.replace("Pending", "") for name in "pq"
    ]


def test_a_pod_that_names_another_phase_keeps_it() -> None:
    failed = {**pod("p", on="n1"), "status": {"phase": "Failed"}}

    assert failed == already_running(failed, "2030-01-01T00:00:00Z")


def test_what_a_running_pod_says_of_its_containers_is_kept_and_only_what_it_leaves_out_is_written() -> None:
    message = {"phase": "Running", "startTime": "2026-01-12T08:15:00Z", "conditions": []}
    entry = {"name": "c", "restartCount": 3, "ready": True, "state": {"running": {}}}
    whole = Pod.parse({**pod("p", on="n1"), "status": {**message, "containerStatuses": [entry]}})
    part = with_containers(Pod.parse({**pod("p", on="n1"), "status": message}))
    status = mapping(part.manifest["status"])
    entries = items(status["containerStatuses"])

    assert whole is with_containers(whole)
    assert {**message, "containerStatuses": entries} == status
    assert [True] == [find(item, "ready") for item in entries]


def test_the_same_scenario_starts_in_the_same_state() -> None:
    scenario = scenario_from(DOCUMENTS)

    assert World(scenario).hash() == World(Scenario.from_canonical(scenario.canonical())).hash()
