"""One scenario with one number swept."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.queries.comparison.sweep import PARAMETERS, applies, swept, varied
from tests.builders import ZONE, api_object, node, pod, workload
from tests.core.play import scenario_from

CLASS = api_object("PriorityClass", "high", value=100)


def values(documents: Any, parameter: str, numbers: Any, *fields: str) -> list[Any]:
    scenario = scenario_from(documents)
    messages: list[Any] = [swept(scenario, parameter, number, 200) for number in numbers]
    return [tuple(item[name] for name in fields) for item in messages]


def test_a_longer_grace_period_lets_the_preemptor_wait_longer() -> None:
    low = pod("low", "1", on="n1")
    documents = [CLASS, node("n1", "1"), low, pod("p", "1", priority="high")]
    [(first,), (second,)] = values(documents, "grace", (5, 20), "last")

    assert 15 == second - first


def test_a_larger_skew_leaves_fewer_pods_pending() -> None:
    spread = {
        "maxSkew": 1,
        "topologyKey": ZONE,
        "whenUnsatisfiable": "DoNotSchedule",
        "labelSelector": {"matchLabels": {"app": "web"}},
    }
    nodes = [node("n1", "4", labels={ZONE: "a"}), node("n2", "1", labels={ZONE: "b"})]
    pods = [pod(f"w{i}", "1", labels={"app": "web"}, topologySpreadConstraints=[spread]) for i in range(4)]

    assert [(1,), (0,)] == values([*nodes, *pods], "maxSkew", (1, 2), "pending")


def test_nodes_are_repeated_or_left_out() -> None:
    documents = [node("n1", "1"), node("n2", "1"), *(pod(f"p{i}", "1") for i in range(4))]

    assert [(1, 3), (2, 2), (4, 0)] == values(documents, "nodes", (1, 2, 4), "bound", "pending")


def test_replicas_of_workloads_are_swept() -> None:
    documents = [node("n1", "2"), workload("Deployment", "web", 1)]

    assert [(1,), (3,)] == values(documents, "replicas", (1, 3), "pods")


@pytest.mark.parametrize("parameter", PARAMETERS)
def test_a_run_without_anything_of_the_kind_has_nothing_to_sweep(parameter: str) -> None:
    scenario = scenario_from([node("n1", "1")])

    assert (parameter == "nodes") == applies(scenario, parameter)


def test_the_scenario_stays_as_it_is() -> None:
    scenario = scenario_from([node("n1", "1"), pod("p", "1")])
    before = scenario.digest
    changed = varied(scenario, "grace", 7)

    assert (before, False) == (scenario.digest, changed.digest == before)
