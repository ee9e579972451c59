"""What the API server refuses in a Job."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.apiserver.validation.job_rules import job_problems
from scheduler_core.objects.problem import Problem

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
