"""backoffLimitPerIndex: which index fails, what waits for a replacement, and how the count is carried on."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.controllers.job.backoff_per_index import (
    FAILURES,
    IGNORED_FAILURES,
    awaiting_replacement,
    failure_annotations,
    index_failed,
    split_by_backoff,
)
from scheduler_core.controllers.job.job_rules import FINALIZER, INDEX, JobSpec
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.scalars.times import parse_time
from scheduler_core.objects.workloads import Workload
from tests import builders
from tests.core.controllers.builders import apply, events, finish, status
from tests.core.controllers.job.builders import conditions, living, manifest, playing

START = parse_time("2026-01-01T00:00:00Z") or 0
FAIL_INDEX: dict[str, Any] = {
    "action": "FailIndex",
    "onExitCodes": {"operator": "In", "values": [42]},
}
IGNORE: dict[str, Any] = {"action": "Ignore", "onPodConditions": [{"type": "DisruptionTarget"}]}


def spec(limit: int | None = 1, *rules: dict[str, Any]) -> JobSpec:
    given: dict[str, Any] = {"completionMode": "Indexed", "completions": 3, "backoffLimitPerIndex": limit}
    if rules:
        given["podFailurePolicy"] = {"rules": list(rules)}
    return JobSpec.of(Workload.parse(builders.workload("Job", "sum", None, **given)))


def failed_pod(
    name: str, index: int, failures: int = 0, *, code: int = 1, ignored: int = 0, end_s: int = 0, **more: Any
) -> Pod:
    ended = {"exitCode": code, "finishedAt": f"2026-01-01T00:00:{end_s:02}Z"}
    state = [{"name": "app", "state": {"terminated": ended}}]
    made = builders.pod(name, status={"phase": "Failed", "containerStatuses": state, **more})
    annotations = {INDEX: str(index), FAILURES: str(failures), IGNORED_FAILURES: str(ignored)}
    return Pod.parse(
        {**made, "metadata": {**made["metadata"], "finalizers": [FINALIZER], "annotations": annotations}}
    )


DISRUPTED: dict[str, Any] = {"conditions": [{"type": "DisruptionTarget", "status": "True"}]}


@pytest.mark.parametrize(
    ("pod", "rules", "expected"),
    [
        (failed_pod("a", 0, 0), (), False),
        (failed_pod("a", 0, 1), (), True),
        (failed_pod("a", 0, 0, code=42), (FAIL_INDEX,), True),
        (failed_pod("a", 0, 0, code=41), (FAIL_INDEX,), False),
        (failed_pod("a", 0, 1, **DISRUPTED), (IGNORE,), False),
    ],
)
def test_an_index_fails_above_its_limit_or_by_a_rule(
    pod: Pod, rules: tuple[dict[str, Any], ...], expected: bool
) -> None:
    assert expected == index_failed(pod, spec(1, *rules))
    assert not index_failed(pod, spec(None, *rules))


def test_the_newest_failed_pod_of_each_open_index_awaits_its_replacement() -> None:
    pods = [
        failed_pod("old", 0, 0, end_s=1),
        failed_pod("new", 0, 1, end_s=9),
        failed_pod("settled", 1),
        failed_pod("replaced", 2),
        failed_pod("outside", 3),
    ]
    result = awaiting_replacement(pods, spec(3), {1}, {2})

    assert {0: "new"} == {index: pod.name for index, pod in result.items()}


def test_the_count_of_an_index_goes_on_in_the_new_pod() -> None:
    assert {FAILURES: "0"} == failure_annotations(None, spec())
    assert {FAILURES: "3"} == failure_annotations(failed_pod("a", 0, 2), spec())
    ignored = failure_annotations(failed_pod("a", 0, 2, **DISRUPTED), spec(1, IGNORE))
    assert {FAILURES: "2", IGNORED_FAILURES: "1"} == ignored


def test_each_index_waits_for_its_own_backoff_with_ignored_failures_counted() -> None:
    waiting = {0: failed_pod("a", 0, 0), 1: failed_pod("b", 1, 1, ignored=1)}

    assert ([2], START + 10_000) == split_by_backoff([0, 1, 2], waiting, START)
    assert ([0], START + 40_000) == split_by_backoff([0, 1], waiting, START + 10_000)
    assert ([0, 1], None) == split_by_backoff([0, 1], waiting, START + 40_000)


def test_one_index_is_given_up_while_the_others_go_on() -> None:
    play = playing(completions=3, parallelism=3, completionMode="Indexed", backoffLimitPerIndex=1)

    def name_of(index: int) -> str:
        return next(name for name in living(play) if name.startswith(f"sum-{index}-"))

    first = name_of(0)
    finish(play, first, "Failed")
    play.play(15)
    held = play.api.pods[f"default/{first}"]
    uncounted: Json = {"failed": [held.uid]}
    assert (FINALIZER,) == held.meta.finalizers
    assert (0, uncounted, "") == status(
        play, "Job", "sum", "failed", "uncountedTerminatedPods", "failedIndexes"
    )

    play.play(30)
    second = name_of(0)
    assert "1" == play.api.pods[f"default/{second}"].meta.annotations[FAILURES]
    assert () == play.api.pods[f"default/{first}"].meta.finalizers
    finish(play, second, "Failed")
    play.play(60)

    assert ("0", 2, {}) == status(play, "Job", "sum", "failedIndexes", "failed", "uncountedTerminatedPods")
    assert ["sum-1", "sum-2"] == sorted(name.rpartition("-")[0] for name in living(play))
    assert "job.indexes_failed" in [one.act.message.id for one in play.act_log]
    for name in living(play):
        finish(play, name, "Succeeded")
    play.play()
    messages = ("FailedIndexes", "Job has failed indexes")
    assert [("FailureTarget", *messages), ("Failed", *messages)] == conditions(play)
    assert (*messages, 1) == events(play, "Job", "sum")[-1]


def test_more_failed_indexes_than_allowed_end_the_job_at_once() -> None:
    limits: dict[str, Json] = {"backoffLimitPerIndex": 0, "maxFailedIndexes": 1}
    play = playing(completions=3, parallelism=3, completionMode="Indexed", **limits)
    for name in sorted(living(play))[:2]:
        finish(play, name, "Failed")
    play.play()

    messages = ("MaxFailedIndexesExceeded", "Job has exceeded the specified maximal number of failed indexes")
    assert [("FailureTarget", *messages), ("Failed", *messages)] == conditions(play)
    assert ([], ("0,1",)) == (living(play), status(play, "Job", "sum", "failedIndexes"))


def test_a_rule_gives_an_index_up_at_its_first_failure() -> None:
    policy: Json = {"rules": [FAIL_INDEX]}
    play = playing(
        completions=2,
        parallelism=2,
        completionMode="Indexed",
        backoffLimitPerIndex=5,
        podFailurePolicy=policy,
    )
    name = next(name for name in living(play) if name.startswith("sum-1-"))
    ended: Json = [{"name": "c", "state": {"terminated": {"exitCode": 42}}}]
    finish(play, name, "Failed", containerStatuses=ended)
    play.play(300)

    assert ("1",) == status(play, "Job", "sum", "failedIndexes")
    assert ["sum-0"] == [name.rpartition("-")[0] for name in living(play)]


def test_a_suspended_job_keeps_the_count_of_its_indexes() -> None:
    given: dict[str, Json] = {"completions": 1, "completionMode": "Indexed", "backoffLimitPerIndex": 2}
    play = playing(**given)
    finish(play, living(play)[0], "Failed")
    apply(play, manifest(**given, suspend=True))
    play.play(60)
    assert [] == living(play)

    apply(play, manifest(**given, suspend=False))
    play.play(120)
    (name,) = living(play)

    assert "1" == play.api.pods[f"default/{name}"].meta.annotations[FAILURES]
