"""The start state: objects as if they had been there before, validated once, on their way into the scenario."""

from __future__ import annotations

import pytest

from scheduler_core import Scenario
from scheduler_core.simulation.engine.world import World
from scheduler_core.simulation.scenario.start import already_running, start_state
from tests.builders import node, pod
from tests.core.playing import scenario_from

DOCUMENTS = [{"apiVersion": "podium/v1", "kind": "Scenario"}, node("n1"), pod("p", on="n1"), pod("q")]


def test_a_stored_scenario_starts_without_being_validated_again(monkeypatch: pytest.MonkeyPatch) -> None:
    stored = scenario_from(DOCUMENTS).canonical()

    validated: list[str] = []

    def validate(kind: str, _: object) -> tuple[()]:
        validated.append(kind)
        return ()

    monkeypatch.setattr("scheduler_core.apiserver.server.validate", validate)
    api = start_state(Scenario.from_canonical(stored))

    assert ["default/p", "default/q"] == list(api.pods)
    # The API server makes the namespace itself.
    assert ["Namespace"] == validated


def test_a_pod_on_a_node_runs_since_the_start_and_a_pod_without_one_waits() -> None:
    api = start_state(scenario_from(DOCUMENTS))

    assert ["Running", ""] == [
        api.pods[f"default/{name}"].status.phase.replace("Pending", "") for name in "pq"
    ]


def test_a_pod_that_names_another_phase_keeps_it() -> None:
    failed = {**pod("p", on="n1"), "status": {"phase": "Failed"}}

    assert failed == already_running(failed, "2030-01-01T00:00:00Z")


def test_the_same_scenario_starts_in_the_same_state() -> None:
    scenario = scenario_from(DOCUMENTS)

    assert World(scenario).hash() == World(Scenario.from_canonical(scenario.canonical())).hash()
