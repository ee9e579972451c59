"""The status of a Deployment: counters, conditions, and the deadline of its progress."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.controllers.deployment.deployment_status import (
    NO_DEADLINE,
    Conditions,
    complete,
    deadline_of,
    replica_counts,
    timed_out_at,
)
from scheduler_core.controllers.deployment.rollout import Rollout
from scheduler_core.objects.workloads import Workload
from tests import builders

STAMP, LATER = "2026-01-01T00:00:00Z", "2026-01-01T00:01:00Z"


def deployment(replicas: int = 3, **spec: Any) -> Workload:
    metadata = {"namespace": "default", "uid": "d", "generation": 4}
    return Workload.parse(builders.workload("Deployment", "web", replicas, metadata=metadata, **spec))


def replica_set(name: str, desired: int, **status: int) -> Workload:
    made = builders.workload("ReplicaSet", name, desired, metadata={"namespace": "default"})
    return Workload.parse({**made, "status": {**status}})


def test_counters_are_sums_over_all_sets_and_updated_pods_are_those_of_the_new_one() -> None:
    new = replica_set("web-2", 2, replicas=2, readyReplicas=1, availableReplicas=1)
    old = replica_set("web-1", 2, replicas=1, readyReplicas=1, availableReplicas=1)

    status = replica_counts(deployment(), [new, old], new, Rollout(3, 1, 0))

    assert {
        "observedGeneration": 4,
        "replicas": 3,
        "updatedReplicas": 2,
        "readyReplicas": 2,
        "availableReplicas": 2,
        "unavailableReplicas": 2,
    } == status


@pytest.mark.parametrize(
    ("counts", "expected"), [((3, 3, 3), True), ((2, 3, 3), False), ((3, 4, 3), False), ((3, 3, 2), False)]
)
def test_a_deployment_is_complete_when_all_pods_are_new_and_available(
    counts: tuple[int, int, int], expected: bool
) -> None:
    status = dict(zip(("updatedReplicas", "replicas", "availableReplicas"), counts, strict=True))

    assert expected == complete(deployment(), {**status, "observedGeneration": 4})


@pytest.mark.parametrize(("observed", "expected"), [(4, True), (3, False), (None, False)])
def test_a_status_about_an_older_spec_completes_nothing(observed: int | None, expected: bool) -> None:
    counts = dict.fromkeys(("updatedReplicas", "replicas", "availableReplicas"), 3)

    assert expected == complete(deployment(), {**counts, "observedGeneration": observed})


def test_a_condition_keeps_the_time_of_its_change_while_its_status_stays() -> None:
    before = {"type": "Available", "status": "True", "reason": "A", "lastTransitionTime": STAMP}
    conditions = Conditions({"conditions": [before]}, LATER)

    conditions.put("Available", "True", "B", "words")

    put = conditions.get("Available") or {}
    assert ("B", LATER, STAMP) == (put["reason"], put["lastUpdateTime"], put["lastTransitionTime"])


def test_a_condition_with_another_status_has_a_new_time_and_comes_last() -> None:
    first, second = ({"type": kind, "status": "True", "lastTransitionTime": STAMP} for kind in ("A", "B"))
    conditions = Conditions({"conditions": [first, second]}, LATER)

    conditions.put("A", "False", "R", "words")

    assert [("B", STAMP), ("A", LATER)] == [
        (one["type"], one["lastTransitionTime"]) for one in conditions.to_json() if isinstance(one, dict)
    ]


@pytest.mark.parametrize(("anew", "update"), [(False, STAMP), (True, LATER)])
def test_an_unchanged_condition_is_written_only_when_asked_for(anew: bool, update: str) -> None:
    before = {
        "type": "A",
        "status": "True",
        "reason": "R",
        "lastUpdateTime": STAMP,
        "lastTransitionTime": STAMP,
    }
    conditions = Conditions({"conditions": [before]}, LATER)

    conditions.put("A", "True", "R", "words", anew=anew)

    assert update == (conditions.get("A") or {})["lastUpdateTime"]


@pytest.mark.parametrize(("seconds", "expected"), [(600, 600), (NO_DEADLINE, None)])
def test_the_largest_number_means_no_deadline(seconds: int, expected: int | None) -> None:
    assert expected == deadline_of(deployment(progressDeadlineSeconds=seconds))


@pytest.mark.parametrize(
    ("reason", "expected"),
    [("ReplicaSetUpdated", 1_767_225_610_000), ("NewReplicaSetAvailable", None), ("DeploymentPaused", None)],
)
def test_the_deadline_runs_from_the_last_progress(reason: str, expected: int | None) -> None:
    condition = {"type": "Progressing", "reason": reason, "lastUpdateTime": STAMP}

    assert expected == timed_out_at(deployment(progressDeadlineSeconds=10), condition)
