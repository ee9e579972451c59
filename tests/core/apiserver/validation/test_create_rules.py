"""Rules for objects that clients write; those of a start state need not follow them."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.apiserver.validation.create_rules import create_problems
from scheduler_core.objects.releases.releases import release
from tests.builders import api_object

HERE = "spec.containers[0].resources"


def problems(kind: str, spec: Any, *, new: bool = True) -> list[str]:
    manifest = api_object(kind, "x", spec=spec)
    return [problem.sentence for problem in create_problems(kind, manifest, new=new)]


@pytest.mark.parametrize(
    ("resources", "refusals"),
    [
        ({"requests": {"cpu": "1", "example.com/x": "2"}, "limits": {"example.com/x": "2"}}, []),
        (
            {"requests": {"foo": "1"}},
            [
                f'{HERE}.requests[foo]: Invalid value: "foo": must be a standard resource type or fully qualified',
                f'{HERE}.requests[foo]: Invalid value: "foo": must be a standard resource for containers',
            ],
        ),
        (
            {"requests": {"pods": "1"}},
            [f'{HERE}.requests[pods]: Invalid value: "pods": must be a standard resource for containers'],
        ),
        (
            {"requests": {"example.com/x": "1"}},
            [f"{HERE}.limits: Required value: Limit must be set for non overcommitable resources"],
        ),
        (
            {"requests": {"example.com/x": "1"}, "limits": {"example.com/x": "2"}},
            [f'{HERE}.requests: Invalid value: "1": must be equal to example.com/x limit of 2'],
        ),
        (
            {"limits": {"example.com/x": "1500m"}},
            [f'{HERE}.limits[example.com/x]: Invalid value: "1500m": must be an integer'],
        ),
        (
            {"requests": {"hugepages-2Mi": "2Mi"}, "limits": {"hugepages-2Mi": "2Mi"}},
            [f"{HERE}: Forbidden: HugePages require cpu or memory"],
        ),
    ],
)
def test_names_and_amounts_of_resources(resources: Any, refusals: list[str]) -> None:
    assert refusals == problems("Pod", {"containers": [{"name": "c", "resources": resources}]})


def test_a_gated_pod_is_on_no_node() -> None:
    spec = {"nodeName": "n1", "schedulingGates": [{"name": "a/b"}]}

    words = "spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared"
    assert [words] == problems("Pod", spec)
    assert [] == problems("Pod", spec, new=False)


def test_taints_are_unique_by_key_and_effect() -> None:
    taints = [{"key": "a", "effect": "NoSchedule", "value": value} for value in ("", "b")]

    shown = '{"Key":"a","Value":"b","Effect":"NoSchedule","TimeAdded":null}'
    words = f"spec.taints[1]: Duplicate value: {shown}: taints must be unique by key and effect pair"
    assert [words] == problems("Node", {"taints": taints})
    assert [] == problems("Node", {"taints": [taints[0], {**taints[1], "effect": "NoExecute"}]})


def test_a_budget_has_at_most_all_pods() -> None:
    words = 'spec.maxUnavailable: Invalid value: "150%": must not be greater than 100%'
    assert [words] == problems("PodDisruptionBudget", {"maxUnavailable": "150%"})
    assert [] == problems("PodDisruptionBudget", {"minAvailable": "100%"})


@pytest.mark.parametrize(
    ("version", "new", "refused"), [("1.36", True, True), ("1.36", False, False), ("1.34", True, False)]
)
def test_an_init_container_that_ends_is_not_restarted_for_a_resize(
    version: str, new: bool, refused: bool
) -> None:
    policy = [{"resourceName": "cpu", "restartPolicy": "RestartContainer"}]
    ends = {"name": "i", "image": "i:1", "resizePolicy": policy}
    spec = {"initContainers": [{**ends, "name": "s", "restartPolicy": "Always"}, ends]}
    refusals = create_problems("Pod", api_object("Pod", "x", spec=spec), new=new, release=release(version))
    words = "must not be set to 'RestartContainer' for non-sidecar initContainers"
    sentence = (
        f'spec.initContainers[1].resizePolicy[0].restartPolicy: Invalid value: "RestartContainer": {words}'
    )

    assert ([sentence] if refused else []) == [problem.sentence for problem in refusals]


@pytest.mark.parametrize(
    ("hard", "expected"),
    [
        ({"cpu": "1", "requests.example.com/gpu": "1", "count/jobs.batch": "2", "pods": "3"}, []),
        (
            {"foo": "1"},
            [
                'spec.hard[foo]: Invalid value: "foo": must be a standard resource type or fully qualified',
                'spec.hard[foo]: Invalid value: "foo": must be a standard resource for quota',
            ],
        ),
        ({"pods": "1500m"}, ['spec.hard[pods]: Invalid value: "1500m": must be an integer']),
    ],
)
def test_a_quota_names_resources_and_whole_numbers_of_objects(
    hard: dict[str, str], expected: list[str]
) -> None:
    manifest = {"metadata": {"name": "q"}, "spec": {"hard": hard}}

    assert expected == [
        f"{problem.path}: {problem.text}"
        for problem in create_problems("ResourceQuota", manifest, new=True, release=release("1.36"))
    ]
