"""Which pods of a scenario are known before they come."""

from __future__ import annotations

from scheduler_core.simulation.scenario.expected_pods import expected_pods
from tests.builders import api_object, node, pod
from tests.core.play import header, scenario_from

TEMPLATE = {"metadata": {"labels": {"app": "web"}}, "spec": pod("any", cpu="500m")["spec"]}


def deployment(name: str) -> dict[str, object]:
    return api_object(
        "Deployment",
        name,
        spec={"replicas": 3, "selector": {"matchLabels": {"app": "web"}}, "template": TEMPLATE},
    )


def expected(*objects: object, applied: tuple[object, ...] = ()) -> list[tuple[str, list[str]]]:
    inputs = [{"at": 1, "kind": "apply", "documents": list(applied)}] if applied else []
    result = expected_pods(scenario_from([header(*inputs), node("n1"), *objects]))
    return [(item.name, [str(item.spec.containers[0].requests.get("cpu"))]) for item in result]


def test_pods_of_the_start_are_there_and_not_expected() -> None:
    assert [] == expected(pod("p", on="n1"))


def test_a_workload_of_the_start_or_of_the_script_shows_one_pod_of_its_template() -> None:
    assert ["500m"] == [cpu for _, (cpu,) in expected(deployment("web"))]
    assert ["500m"] == [cpu for _, (cpu,) in expected(applied=(deployment("web"),))]


def test_a_pod_that_the_script_applies_is_expected_and_an_object_without_pods_is_not() -> None:
    assert ["late"] == [name for name, _ in expected(applied=(node("n2"), pod("late", cpu="1")))]
