"""What the API server refuses in a workload, and which fields are immutable."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.apiserver.validation.checks import go_value
from scheduler_core.apiserver.validation.validation import check_of
from scheduler_core.apiserver.validation.workload_rules import changed_problems
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.problem import Problem

SPEC: dict[str, Any] = {
    "selector": {"matchLabels": {"app": "a"}},
    "template": {"metadata": {"labels": {"app": "a"}}, "spec": {"containers": [{"name": "c"}]}},
}


def wrong(kind: str, **more: Json) -> list[tuple[str, str]]:
    """Path and code of each problem."""
    problems: list[Problem] = []
    check_of(f"{kind}Spec")({**SPEC, **more}, "spec", problems)
    return [(problem.path, problem.code) for problem in problems]


def rolling(field: str, **bounds: Json) -> dict[str, Json]:
    return {field: {"type": "RollingUpdate", "rollingUpdate": bounds}}


@pytest.mark.parametrize("kind", ["Deployment", "ReplicaSet", "StatefulSet", "DaemonSet"])
def test_a_workload_must_select_its_own_template(kind: str) -> None:
    strange = {"template": {"metadata": {"labels": {"app": "b"}}, "spec": {"containers": [{"name": "c"}]}}}

    assert [] == wrong(kind)
    assert [("spec.template.metadata.labels", "selector")] == wrong(kind, **strange)


@pytest.mark.parametrize("kind", ["Deployment", "ReplicaSet", "StatefulSet", "DaemonSet"])
def test_the_pods_of_a_service_always_restart(kind: str) -> None:
    once = {"template": {**SPEC["template"], "spec": {**SPEC["template"]["spec"], "restartPolicy": "Never"}}}

    assert [("spec.template.spec.restartPolicy", "unsupported")] == wrong(kind, **once)


@pytest.mark.parametrize(
    ("kind", "field", "code"),
    [("Deployment", "strategy", "invalid"), ("DaemonSet", "updateStrategy", "required")],
)
@pytest.mark.parametrize(("surge", "unavailable"), [(0, 0), ("0%", 0), (0, "0%")])
def test_a_rolling_update_needs_room_above_or_below(
    kind: str, field: str, code: str, surge: Json, unavailable: Json
) -> None:
    bounds = rolling(field, maxSurge=surge, maxUnavailable=unavailable)

    assert [(f"spec.{field}.rollingUpdate.maxUnavailable", code)] == wrong(kind, **bounds)


def test_a_daemon_set_rolls_above_or_below_but_not_both() -> None:
    both = rolling("updateStrategy", maxSurge=1, maxUnavailable=1)

    assert [("spec.updateStrategy.rollingUpdate.maxSurge", "invalid")] == wrong("DaemonSet", **both)
    assert [] == wrong("Deployment", **rolling("strategy", maxSurge=1, maxUnavailable=1))


def test_the_deadline_of_a_rollout_is_later_than_readiness() -> None:
    late = {"progressDeadlineSeconds": 10, "minReadySeconds": 10}

    assert [("spec.progressDeadlineSeconds", "invalid")] == wrong("Deployment", **late)
    assert [] == wrong("Deployment", progressDeadlineSeconds=11, minReadySeconds=10)


@pytest.mark.parametrize(
    ("kind", "change", "paths"),
    [
        pytest.param("Deployment", {"selector": {}}, ["spec.selector"], id="the selector of a deployment"),
        pytest.param("Deployment", {"replicas": 7}, [], id="its number of pods"),
        pytest.param("StatefulSet", {"serviceName": "x"}, ["spec"], id="the service of a stateful set"),
        pytest.param("StatefulSet", {"replicas": 7, "template": {}}, [], id="what a stateful set may change"),
        pytest.param("Job", {"template": {}}, ["spec.template"], id="the template of a job"),
        pytest.param("Job", {"parallelism": 7}, [], id="how many run at a time"),
        pytest.param("Job", {"completions": 7}, ["spec.completions"], id="the completions of a job"),
        pytest.param("ReplicationController", {"selector": {}}, [], id="the oldest of the kinds"),
    ],
)
def test_which_fields_of_a_stored_workload_are_immutable(
    kind: str, change: dict[str, Json], paths: list[str]
) -> None:
    assert paths == [problem.path for problem in changed_problems(kind, SPEC, {**SPEC, **change})]


def test_an_indexed_job_may_change_both_numbers_together() -> None:
    indexed = {**SPEC, "completionMode": "Indexed", "completions": 3, "parallelism": 3}

    assert () == changed_problems("Job", indexed, {**indexed, "completions": 5, "parallelism": 5})
    alone = changed_problems("Job", indexed, {**indexed, "completions": 5})
    assert ["spec.completions"] == [problem.path for problem in alone]


def test_a_value_in_a_refusal_is_written_with_sorted_keys() -> None:
    value: Json = {"b": [1, None, True], "a": {"c": "text"}}

    assert '{"a":{"c":"text"},"b":[1,null,true]}' == go_value(value)
