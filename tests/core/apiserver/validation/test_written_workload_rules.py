"""What the API server refuses in new objects of controllers although nothing here depends on it."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.apiserver.validation.create_rules import create_problems
from scheduler_core.objects.releases.releases import BASELINE, release


def refusals(kind: str, spec: Any, version: str = "1.36") -> list[str]:
    manifest = {"metadata": {"name": "x"}, "spec": spec}
    run_state = release(version) if version else BASELINE
    return [
        f"{problem.path}: {problem.text}"
        for problem in create_problems(kind, manifest, new=True, release=run_state)
    ]


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("Deployment", "deployment"),
        ("ReplicaSet", "deployment"),
        ("StatefulSet", "statefulset"),
        ("DaemonSet", "daemonset"),
    ],
)
def test_an_empty_selector_is_refused(kind: str, name: str) -> None:
    words = f"spec.selector: Invalid value: {{}}: empty selector is invalid for {name}"

    assert [words] == refusals(kind, {"selector": {}})
    assert [] == refusals(kind, {"selector": {"matchLabels": {"a": "b"}}})
    assert [] == refusals(kind, {"selector": {}}, "1.34")


def test_a_deployment_that_recreates_has_no_rolling_update() -> None:
    strategy = {"type": "Recreate", "rollingUpdate": {"maxSurge": 1}}

    assert [
        "spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'"
    ] == refusals("Deployment", {"strategy": strategy})


@pytest.mark.parametrize(
    ("operator", "values", "expected"),
    [
        ("In", [0], ["[0]: Invalid value: 0: must not be 0 for the In operator"]),
        ("NotIn", [0], []),
        ("In", [], [": Invalid value: []: at least one value is required"]),
        ("In", [3, 1], [": Invalid value: [3,1]: must be ordered"]),
        ("In", [1, 1], ["[1]: Duplicate value: 1"]),
    ],
)
def test_exit_codes_of_a_rule_are_ordered_and_not_0(
    operator: str, values: list[int], expected: list[str]
) -> None:
    rule = {"action": "FailJob", "onExitCodes": {"operator": operator, "values": values}}
    path = "spec.podFailurePolicy.rules[0].onExitCodes.values"

    assert [f"{path}{words}" for words in expected] == refusals(
        "Job", {"podFailurePolicy": {"rules": [rule]}}
    )


def test_the_manager_of_a_job_has_a_domain() -> None:
    words = 'must be a domain-prefixed path (such as "acme.io/foo")'

    assert [f'spec.managedBy: Invalid value: "x": {words}'] == refusals("Job", {"managedBy": "x"})
    assert [] == refusals("Job", {"managedBy": "example.com/queue"})


def test_the_template_of_a_statefulset_is_not_looked_at_for_its_claims_are_volumes() -> None:
    spec = {"containers": [{"name": "c", "image": "app:v1", "volumeMounts": [{"name": "data"}]}]}

    assert [] == refusals("StatefulSet", {"template": {"spec": spec}})
    assert ['spec.template.spec.containers[0].volumeMounts[0].name: Not found: "data"'] == refusals(
        "DaemonSet", {"template": {"spec": spec}}
    )


def test_a_template_needs_images_like_a_pod_and_that_of_a_statefulset_is_not_checked() -> None:
    template = {"spec": {"containers": [{"name": "c"}]}}
    words = ["spec.template.spec.containers[0].image: Required value"]
    kinds = ("Deployment", "DaemonSet", "Job", "StatefulSet")

    assert [words, words, words, []] == [refusals(kind, {"template": template}) for kind in kinds]


def test_the_selector_of_the_jobs_of_a_cron_job_is_generated() -> None:
    spec = {"selector": {"matchLabels": {"a": "b"}}, "manualSelector": True}
    path = "spec.jobTemplate.spec"

    assert [
        f'{path}.selector: Invalid value: {{"matchLabels":{{"a":"b"}}}}: `selector` will be auto-generated',
        f'{path}.manualSelector: Unsupported value: true: supported values: "nil", "false"',
    ] == refusals("CronJob", {"jobTemplate": {"spec": spec}})
    assert [] == refusals("CronJob", {"jobTemplate": {"spec": spec}}, "1.34")


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ({}, ["spec.ports: Required value"]),
        ({"type": "NodePort", "ports": []}, ["spec.ports: Required value"]),
        ({"clusterIP": "None"}, []),
        ({"clusterIPs": ["None"]}, []),
        ({"type": "ExternalName", "externalName": "example.com"}, []),
        ({"ports": [{"port": 80}]}, []),
    ],
)
def test_a_service_has_ports_unless_it_is_headless_or_another_name(
    spec: dict[str, Any], expected: list[str]
) -> None:
    assert (expected, []) == (refusals("Service", spec), refusals("Service", spec, "1.34"))
