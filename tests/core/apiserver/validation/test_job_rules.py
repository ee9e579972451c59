"""What the API server refuses in a Job."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.apiserver.validation.job_rules import changed_template, job_problems
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.releases.releases import release

INDEXED = {"completionMode": "Indexed", "completions": 3}
HUGE = {"completionMode": "Indexed", "completions": 100_001, "backoffLimitPerIndex": 1}
NEVER = {"template": {"spec": {"restartPolicy": "Never"}}, "podReplacementPolicy": "Failed"}


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ({**INDEXED, "backoffLimitPerIndex": 1, "maxFailedIndexes": 3}, []),
        (
            {"backoffLimitPerIndex": 1, "maxFailedIndexes": 2},
            [
                "spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode",
                "spec.maxFailedIndexes: Invalid value: 2: requires indexed completion mode",
            ],
        ),
        (
            {**INDEXED, "maxFailedIndexes": 1},
            ["spec.backoffLimitPerIndex: Required value: when maxFailedIndexes is specified"],
        ),
        (
            {**INDEXED, "backoffLimitPerIndex": 1, "maxFailedIndexes": 4},
            ["spec.maxFailedIndexes: Invalid value: 4: must be less than or equal to completions"],
        ),
        (
            {**HUGE, "parallelism": 10},
            ["spec.maxFailedIndexes: Required value: must be specified when completions is above 100000"],
        ),
        (
            {**HUGE, "parallelism": 10_001, "maxFailedIndexes": 5},
            [
                "spec.parallelism: Invalid value: 10001: must be less than or equal to 10000 when completions "
                "are above 100000 and used with backoff limit per index"
            ],
        ),
        (
            {**INDEXED, "parallelism": 100_001},
            [
                "spec.parallelism: Invalid value: 100001: must be less than or equal to 100000 when completion "
                "mode is Indexed"
            ],
        ),
        (
            {**INDEXED, **NEVER, "podFailurePolicy": {"rules": [{"action": "FailIndex"}]}},
            [
                'spec.podFailurePolicy.rules[0].action: Invalid value: "FailIndex": requires the '
                "backoffLimitPerIndex to be set"
            ],
        ),
    ],
)
def test_limits_of_indexes_must_fit_together(spec: dict[str, Any], expected: list[str]) -> None:
    problems: list[Problem] = []
    job_problems(spec, "spec", problems)

    assert expected == [problem.sentence for problem in problems]


OLD: dict[str, Json] = {
    "metadata": {"labels": {"a": "1"}},
    "spec": {"containers": [{"name": "c", "image": "app:1"}], "affinity": {"podAffinity": {"x": 1}}},
}
SCHEDULING: dict[str, Json] = {
    "metadata": {"labels": {"a": "2"}, "annotations": {"b": "c"}},
    "spec": {
        "containers": [{"name": "c", "image": "app:1"}],
        "nodeSelector": {"disk": "ssd"},
        "affinity": {"podAffinity": {"x": 1}, "nodeAffinity": {"y": 2}},
        "tolerations": [{"key": "a"}],
    },
}
RESOURCES: dict[str, Json] = {
    **OLD,
    "spec": {
        "containers": [{"name": "c", "image": "app:1", "resources": {"requests": {"cpu": "1"}}}],
        "affinity": {"podAffinity": {"x": 1}},
    },
}
IMAGE: dict[str, Json] = {**OLD, "spec": {"containers": [{"name": "c", "image": "app:2"}]}}
SUSPENDED: Json = [{"type": "Suspended", "status": "True"}]


@pytest.mark.parametrize(
    ("version", "status", "template", "allowed"),
    [
        ("1.34", {}, SCHEDULING, True),
        ("1.34", {"startTime": "t", "conditions": SUSPENDED}, SCHEDULING, False),
        ("1.34", {}, RESOURCES, False),
        ("1.36", {}, SCHEDULING, True),
        ("1.36", {"startTime": "t", "conditions": SUSPENDED}, SCHEDULING, True),
        ("1.36", {"startTime": "t"}, SCHEDULING, False),
        ("1.36", {"conditions": SUSPENDED, "active": 1}, SCHEDULING, False),
        ("1.36", {"conditions": SUSPENDED}, RESOURCES, True),
        ("1.36", {"conditions": SUSPENDED}, IMAGE, False),
    ],
)
def test_what_the_template_of_a_suspended_job_may_change(
    version: str, status: dict[str, Json], template: dict[str, Json], allowed: bool
) -> None:
    job: dict[str, Json] = {"spec": {"suspend": True, "template": OLD}, "status": status}

    assert allowed is (template == changed_template(job, template, release(version)))


def test_the_template_of_a_running_job_may_not_change() -> None:
    job: dict[str, Json] = {"spec": {"suspend": False, "template": OLD}, "status": {}}

    assert OLD == changed_template(job, SCHEDULING, release("1.36"))
