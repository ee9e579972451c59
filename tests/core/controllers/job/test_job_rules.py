"""What a Job makes of its pods."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.controllers.job.job_rules import (
    JobSpec,
    action_of,
    backoff_ms,
    desired_active,
    failed,
    finished_at,
    first_free_indexes,
    indexes_text,
    parse_indexes,
    pods_to_delete_order,
    restarts,
)
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.workloads import Workload
from tests import builders


def job(**spec: Any) -> JobSpec:
    return JobSpec.of(Workload.parse(builders.workload("Job", "sum", None, **spec)))


def ended(phase: str = "Failed", exit_code: int = 1, **status: Any) -> Pod:
    entry = {"name": "app", "state": {"terminated": {"exitCode": exit_code}}}
    return Pod.parse(builders.pod("p", status={"phase": phase, "containerStatuses": [entry], **status}))


@pytest.mark.parametrize(("failures", "expected"), [(0, 0), (1, 10), (2, 20), (6, 320), (7, 600), (90, 600)])
def test_the_wait_after_failures_doubles_up_to_ten_minutes(failures: int, expected: int) -> None:
    assert expected * 1000 == backoff_ms(failures)


@pytest.mark.parametrize(
    ("spec", "succeeded", "running", "expected"),
    [
        ({"parallelism": 3, "completions": 5}, 0, 0, 3),
        ({"parallelism": 3, "completions": 5}, 4, 0, 1),
        ({"parallelism": 3, "completions": 5}, 6, 0, 0),
        ({"parallelism": 3}, 0, 1, 3),
        ({"parallelism": 3}, 1, 2, 2),
    ],
)
def test_no_more_pods_are_wanted_than_completions_are_missing(
    spec: dict[str, int], succeeded: int, running: int, expected: int
) -> None:
    assert expected == desired_active(job(**spec), succeeded, running)


@pytest.mark.parametrize(
    ("indexes", "text"), [([], ""), ([3], "3"), ([1, 2], "1,2"), ([0, 1, 2, 5, 7, 8, 9], "0-2,5,7-9")]
)
def test_indexes_are_written_in_runs_and_read_again(indexes: list[int], text: str) -> None:
    assert text == indexes_text(indexes)
    assert set(indexes) == parse_indexes(text)


def test_the_lowest_free_indexes_are_taken_first() -> None:
    assert [1, 3] == first_free_indexes(job(completions=5), {0, 2}, 2)
    assert [] == first_free_indexes(job(), {0, 2}, 2)


def test_the_first_rule_that_matches_says_what_a_failure_means() -> None:
    rules = [
        {"action": "Ignore", "onPodConditions": [{"type": "DisruptionTarget"}]},
        {"action": "FailJob", "onExitCodes": {"operator": "In", "values": [42]}},
    ]
    spec = job(podFailurePolicy={"rules": rules})
    evicted = ended(conditions=[{"type": "DisruptionTarget", "status": "True"}])

    assert "Ignore" == action_of(evicted, spec)[0]
    assert (
        "FailJob",
        "Container app for pod default/p failed with exit code 42 matching FailJob rule at index 1",
    ) == action_of(ended(exit_code=42), spec)
    assert ("Count", "") == action_of(ended(exit_code=1), spec)


def test_a_terminating_pod_has_failed_unless_failed_ones_are_waited_for() -> None:
    going = Pod.parse(
        builders.pod("p", metadata={"deletionTimestamp": "2030-01-01T00:00:00Z"}, status={"phase": "Running"})
    )

    assert (True, False) == (failed(going, job()), failed(going, job(podReplacementPolicy="Failed")))


def test_restarts_within_running_pods_count() -> None:
    def with_restarts(phase: str, number: int) -> Pod:
        return Pod.parse(
            builders.pod("p", status={"phase": phase, "containerStatuses": [{"restartCount": number}]})
        )

    assert 5 == restarts(
        [with_restarts("Running", 2), with_restarts("Pending", 3), with_restarts("Failed", 9)]
    )


def test_of_too_many_pods_those_without_a_node_go_first_and_then_the_pending_ones() -> None:
    running, pending, unbound = (
        Pod.parse(builders.pod(name, status={"phase": phase}, **({"nodeName": on} if on else {})))
        for name, phase, on in (("r", "Running", "n1"), ("p", "Pending", "n1"), ("u", "Pending", ""))
    )

    assert ["u", "p", "r"] == [one.name for one in pods_to_delete_order([running, pending, unbound])]


def test_a_pod_ended_when_its_last_container_did_and_init_containers_do_not_count() -> None:
    def entry(at: str | None) -> dict[str, Any]:
        return {
            "name": "app",
            "state": {"terminated": {"exitCode": 1, "finishedAt": at}} if at else {"running": {}},
        }

    def of(*ends: str | None, **more: Any) -> Pod:
        first = {"initContainerStatuses": [entry("2030-01-01T00:00:10Z")]}
        status = {"phase": "Failed", "containerStatuses": [entry(at) for at in ends], **first}
        metadata = {"creationTimestamp": "2030-01-01T00:00:05Z", **more.pop("metadata", {})}
        return Pod.parse(builders.pod("p", metadata=metadata, status={**status, **more}))

    start = 1_893_456_000_000
    unready = {"type": "Ready", "status": "False", "lastTransitionTime": "2030-01-01T00:00:50Z"}
    deleted = {"deletionTimestamp": "2030-01-01T00:01:10Z", "deletionGracePeriodSeconds": 30}
    assert start + 30_000 == finished_at(of("2030-01-01T00:00:20Z", "2030-01-01T00:00:30Z"))
    assert start + 50_000 == finished_at(of("2030-01-01T00:00:20Z", None, conditions=[unready]))
    assert start + 40_000 == finished_at(of(None, metadata=deleted))
    assert start + 5_000 == finished_at(of(None))


def test_the_exit_code_of_a_container_is_named_before_that_of_an_init_container() -> None:
    rules = [{"action": "FailJob", "onExitCodes": {"operator": "In", "values": [1]}}]
    first = {"name": "first", "state": {"terminated": {"exitCode": 1}}}
    pod = ended(initContainerStatuses=[first])

    words = "Container app for pod default/p failed with exit code 1 matching FailJob rule at index 0"
    assert ("FailJob", words) == action_of(pod, job(podFailurePolicy={"rules": rules}))


def test_of_ready_pods_the_one_that_became_ready_last_goes_first_then_the_one_restarted_most() -> None:
    def ready(name: str, since: str, restarts: int = 0) -> Pod:
        condition = {"type": "Ready", "status": "True", "lastTransitionTime": since}
        counts = [{"name": "app", "restartCount": restarts}]
        status = {"phase": "Running", "conditions": [condition], "containerStatuses": counts}
        return Pod.parse(builders.pod(name, on="n1", status=status))

    early, late = "2030-01-01T00:00:10Z", "2030-01-01T00:00:20Z"
    pods = [ready("early", early), ready("restarted", early, 2), ready("late", late)]

    assert ["late", "restarted", "early"] == [pod.name for pod in pods_to_delete_order(pods)]
