"""The success policy of an indexed Job."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.controllers.garbage_collector import GarbageCollector
from scheduler_core.controllers.job.job import JobController
from scheduler_core.controllers.job.success_policy import matched
from scheduler_core.objects.manifest import find, items
from tests.builders import workload
from tests.core.cluster import Cluster
from tests.core.controllers.builders import apply, cluster, finish, names, status


@pytest.mark.parametrize(
    ("rules", "succeeded", "rule"),
    [
        ([{"succeededCount": 2}], {0}, None),
        ([{"succeededCount": 2}], {0, 4}, 0),
        ([{"succeededIndexes": "0,2-3"}], {0, 2}, None),
        ([{"succeededIndexes": "0,2-3"}], {0, 2, 3}, 0),
        ([{"succeededIndexes": "0,2-3", "succeededCount": 1}], {1}, None),
        ([{"succeededIndexes": "0,2-3", "succeededCount": 1}], {3}, 0),
        ([{"succeededIndexes": "0"}, {"succeededCount": 1}], {4}, 1),
        ([{"succeededIndexes": "3-9"}], {3, 4}, 0),
        ([{"succeededCount": 1}], set(), None),
        ([], {0}, None),
    ],
)
def test_the_first_rule_that_is_met_counts(
    rules: list[dict[str, Any]], succeeded: set[int], rule: int | None
) -> None:
    message = None if rule is None else f"Matched rules at index {rule}"

    assert message == matched(rules, succeeded, 5)


def playing(policy: dict[str, Any]) -> Cluster:
    play = cluster(JobController(), GarbageCollector())
    fields: dict[str, Any] = {"completions": 3, "parallelism": 3, "completionMode": "Indexed"}
    apply(
        play,
        workload("Job", "sum", None, pod_spec={"restartPolicy": "Never"}, successPolicy=policy, **fields),
    )
    play.play(10)
    return play


def leader(play: Cluster) -> str:
    return next(name for name in names(play) if name.startswith("sum-0"))


def test_a_job_is_complete_when_its_policy_is_met_and_its_other_pods_are_ended() -> None:
    play = playing({"rules": [{"succeededIndexes": "0"}]})
    finish(play, leader(play), "Succeeded")
    play.play(60)
    met = ("SuccessPolicy", "Matched rules at index 0")

    assert [("SuccessCriteriaMet", *met), ("Complete", *met)] == [
        (find(one, "type"), find(one, "reason"), find(one, "message"))
        for one in items(status(play, "Job", "sum", "conditions")[0])
    ]
    assert [leader(play)] == names(play)
    assert (0, 1) == status(play, "Job", "sum", "active", "succeeded")


def test_without_a_matching_rule_all_indexes_have_to_succeed() -> None:
    play = playing({"rules": [{"succeededIndexes": "1"}]})
    finish(play, leader(play), "Succeeded")
    play.play(60)

    assert 3 == len(names(play))
    assert (None,) == status(play, "Job", "sum", "conditions")
