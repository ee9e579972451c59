"""Fields and values that a release allows or refuses."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.apiserver.validation.release_rules import node_status_problems, release_problems
from scheduler_core.objects.releases.releases import release
from tests.builders import api_object


def problems(version: str, spec: Any, gates: Any = None, kind: str = "Pod") -> list[str]:
    manifest = api_object(kind, "p", spec=spec)
    return [problem.sentence for problem in release_problems(kind, manifest, release(version, gates or {}))]


def restarting(**container: Any) -> dict[str, Any]:
    return {"containers": [{"name": "c", **container}]}


def rule(action: str = "Restart", operator: str = "In", count: int = 1) -> dict[str, Any]:
    return {"action": action, "exitCodes": {"operator": operator, "values": list(range(count))}}


def test_the_refusal_of_a_comparison_names_all_operators_since_1_35() -> None:
    spec = {"tolerations": [{"key": "a", "operator": "Gt", "value": "5"}]}
    words = 'spec.tolerations[0].operator: Unsupported value: "Gt": supported values: "Equal", "Exists"'

    assert [words] == problems("1.34", spec)
    assert [f'{words}, "Lt", "Gt"'] == problems("1.36", spec)
    on = {"TaintTolerationComparisonOperators": True}
    assert [] == problems("1.36", spec, on)
    spec["tolerations"][0]["value"] = "05"
    assert [
        'spec.tolerations[0].value: Invalid value: "05": must be a valid decimal integer in canonical form'
    ] == problems("1.36", spec, on)


HERE = "spec.containers[0]"
RULES = f"{HERE}.restartPolicyRules"


@pytest.mark.parametrize(
    ("version", "container", "refusals"),
    [
        (
            "1.34",
            {"restartPolicy": "Never"},
            [f"{HERE}.restartPolicy: Forbidden: may not be set for non-init containers"],
        ),
        ("1.35", {"restartPolicy": "Never", "restartPolicyRules": [rule()]}, []),
        (
            "1.35",
            {"restartPolicyRules": [rule()]},
            [f"{HERE}.restartPolicy: Required value: must specify restartPolicy when restart rules are used"],
        ),
        (
            "1.35",
            {"restartPolicy": "Never", "restartPolicyRules": [rule("RestartAllContainers")]},
            [f'{RULES}[0].action: Unsupported value: "RestartAllContainers": supported values: "Restart"'],
        ),
        ("1.36", {"restartPolicy": "Never", "restartPolicyRules": [rule("RestartAllContainers")]}, []),
        (
            "1.36",
            {"restartPolicy": "Sometimes"},
            [
                f'{HERE}.restartPolicy: Unsupported value: "Sometimes": supported values: "Always", "Never", '
                '"OnFailure"'
            ],
        ),
        (
            "1.36",
            {"restartPolicy": "Never", "restartPolicyRules": [rule()] * 21},
            [f"{RULES}: Too many: 21: must have at most 20 items"],
        ),
        (
            "1.36",
            {"restartPolicy": "Never", "restartPolicyRules": [rule(operator="Gt", count=256)]},
            [
                f'{RULES}[0].exitCodes.operator: Unsupported value: "Gt": supported values: "In", "NotIn"',
                f"{RULES}[0].exitCodes.values: Too many: 256: must have at most 255 items",
            ],
        ),
    ],
)
def test_containers_have_a_restart_policy_and_rules_since_1_35(
    version: str, container: Any, refusals: list[str]
) -> None:
    assert refusals == problems(version, restarting(**container))


def test_the_rules_reach_pod_templates() -> None:
    spec = {"template": {"spec": restarting(restartPolicy="Never")}}

    path = "spec.template.spec.containers[0].restartPolicy"
    assert [f"{path}: Forbidden: may not be set for non-init containers"] == problems(
        "1.34", spec, kind="Deployment"
    )


def test_host_network_and_own_users_exclude_each_other_since_1_36() -> None:
    spec = {"hostNetwork": True, "hostUsers": False, "containers": []}

    assert [] == problems("1.35", spec)
    assert ["spec.hostNetwork: Forbidden: when `hostUsers` is false"] == problems("1.36", spec)


@pytest.mark.parametrize(
    ("names", "paths"),
    [
        (["A/b1", "B"], []),
        (["a"], ["status.declaredFeatures[0]"]),
        (["B", "A"], ["status.declaredFeatures[1]"]),
        (["A", "A"], ["status.declaredFeatures[1]"]),
    ],
)
def test_declared_features_are_sorted_names_in_camel_case(names: list[str], paths: list[str]) -> None:
    node = api_object("Node", "n", status={"declaredFeatures": names})

    assert paths == [problem.path for problem in release_problems("Node", node, release("1.36"))]


@pytest.mark.parametrize(
    ("resources", "expected"),
    [
        ({"requests": {"cpu": "3"}, "limits": {"cpu": "4"}}, []),
        (
            {"requests": {"cpu": "1"}},
            [
                'spec.resources.requests[cpu]: Invalid value: "1": must be greater than or equal to aggregate '
                "container requests of 3"
            ],
        ),
        (
            {"limits": {"memory": "1Gi"}},
            [
                'spec.containers[1].resources.limits[memory]: Invalid value: "2Gi": must be less than or equal '
                "to pod limits of 1Gi"
            ],
        ),
        (
            {"requests": {"ephemeral-storage": "1Gi"}},
            [
                'spec.resources.requests: Unsupported value: "ephemeral-storage": supported values: "cpu", '
                '"hugepages-", "memory"'
            ],
        ),
    ],
)
def test_the_resources_of_a_pod_suffice_for_those_of_its_containers(
    resources: dict[str, Any], expected: list[str]
) -> None:
    containers = [
        {"name": "a", "image": "a:1", "resources": {"requests": {"cpu": "1"}}},
        {"name": "b", "image": "b:1", "resources": {"requests": {"cpu": "2"}, "limits": {"memory": "2Gi"}}},
    ]
    spec = {"resources": resources, "overhead": {"cpu": "5"}, "containers": containers}

    assert expected == problems("1.36", spec)


def test_a_node_reports_no_negative_amounts_in_its_status() -> None:
    reported = {"status": {"capacity": {"cpu": "4"}, "allocatable": {"cpu": "-1"}}}
    refused, kept = (
        [f"{problem.path}: {problem.text}" for problem in node_status_problems(reported, release(version))]
        for version in ("1.36", "1.34")
    )

    assert ['status.allocatable.cpu: Invalid value: "-1": must be greater than or equal to 0'] == refused
    assert [] == kept
