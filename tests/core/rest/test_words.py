"""Problems of a written object in the words of kube-apiserver."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Run
from tests.builders import pod, workload
from tests.core.rest.builders import attempt

PODS = "/api/v1/namespaces/default/pods"
DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments"


def of(**spec: Any) -> dict[str, Any]:
    made: dict[str, Any] = pod("p")
    return {**made, "spec": {**made["spec"], **spec}}


def using(**resources: Any) -> dict[str, Any]:
    return of(containers=[{"name": "a", "image": "a", "resources": resources}])


_LABELLED: dict[str, Any] = {**pod("p"), "metadata": {"name": "p", "labels": {"a b": "c"}}}
CASES: list[tuple[str, Any, list[str]]] = [
    (PODS, of(containers=[]), ["spec.containers: Required value"]),
    (
        PODS,
        using(requests={"cpu": "2"}, limits={"cpu": "1"}),
        [
            'spec.containers[0].resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1'
        ],
    ),
    (
        PODS,
        using(requests={"cpu": "-1"}),
        [
            'spec.containers[0].resources.requests[cpu]: Invalid value: "-1": must be greater than or equal to 0'
        ],
    ),
    (
        PODS,
        of(containers=[{"name": "a", "image": "a", "ports": [{"containerPort": 99_999}]}]),
        [
            "spec.containers[0].ports[0].containerPort: Invalid value: 99999: must be between 1 and 65535, inclusive"
        ],
    ),
    (
        DEPLOYMENTS,
        workload("Deployment", "x", replicas=-1),
        ["spec.replicas: Invalid value: -1: must be greater than or equal to 0"],
    ),
]


@pytest.mark.parametrize(("path", "value", "message"), CASES)
def test_a_problem_is_worded_as_kube_apiserver_does(
    recording: Run, path: str, value: Any, message: list[str]
) -> None:
    answer: Any = attempt(recording, "POST", path, value).response.body

    assert message == [f"{cause['field']}: {cause['message']}" for cause in answer["details"]["causes"]]


def test_the_name_of_a_wrong_label_is_no_part_of_the_path(recording: Run) -> None:
    answer: Any = attempt(recording, "POST", PODS, _LABELLED).response.body

    assert ["metadata.labels"] == [cause["field"] for cause in answer["details"]["causes"]]


def test_what_is_no_amount_cannot_be_decoded(recording: Run) -> None:
    answer: Any = attempt(recording, "POST", PODS, using(requests={"cpu": "1x"})).response.body

    assert (400, 'Pod in version "v1" cannot be handled as a Pod: quantities must match') == (
        answer["code"],
        answer["message"][:69],
    )


def test_a_changed_selector_is_told_with_the_template_that_it_does_not_select(recording: Run) -> None:
    patch = {"spec": {"selector": {"matchLabels": {"x": "y"}}}}
    kind = "application/strategic-merge-patch+json"
    answer: Any = attempt(recording, "PATCH", f"{DEPLOYMENTS}/web", patch, kind).response.body

    assert ["spec.template.metadata.labels", "spec.selector"] == [
        cause["field"] for cause in answer["details"]["causes"]
    ]
