"""Pod: defaults of what is missing, and versions with changes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from scheduler_core.objects.pod import DEFAULT_GRACE_SECONDS, Pod
from tests import builders


def parsed(**more: Any) -> Pod:
    return Pod.parse(builders.pod("p", **more))


def test_what_is_missing_has_its_default() -> None:
    pod = parsed()

    assert ("default-scheduler", "Always", DEFAULT_GRACE_SECONDS) == (
        pod.spec.scheduler_name,
        pod.spec.restart_policy,
        pod.spec.termination_grace_period_seconds,
    )
    assert (0, "", None) == (pod.priority, pod.node_name, pod.spec.node_selector)


def test_a_grace_period_of_zero_is_not_missing() -> None:
    assert 0 == parsed(terminationGracePeriodSeconds=0).spec.termination_grace_period_seconds


def test_an_empty_node_selector_is_not_missing() -> None:
    assert {} == parsed(nodeSelector={}).spec.node_selector


def test_a_pod_without_a_uid_is_known_by_its_key() -> None:
    assert "default/p" == parsed().uid
    assert "u" == parsed(metadata={"uid": "u"}).uid


@pytest.mark.parametrize(
    ("phase", "finished"),
    [("", False), ("Pending", False), ("Running", False), ("Succeeded", True), ("Failed", True)],
)
def test_a_pod_is_finished_when_it_succeeded_or_failed(phase: str, finished: bool) -> None:
    assert finished is parsed(status={"phase": phase}).finished


@pytest.mark.parametrize(
    ("conditions", "ready"),
    [
        ([], False),
        ([{"type": "Ready", "status": "True"}], True),
        ([{"type": "Ready", "status": "False"}], False),
        ([{"type": "Ready", "status": "Unknown"}], False),
        ([{"type": "ContainersReady", "status": "True"}], False),
    ],
)
def test_a_pod_is_ready_when_its_condition_ready_is_true(conditions: list[Any], ready: bool) -> None:
    assert ready is parsed(status={"conditions": conditions}).ready


@pytest.mark.parametrize(
    ("status", "evicted"),
    [
        ({"phase": "Failed", "reason": "Evicted"}, True),
        ({"phase": "Succeeded", "reason": "Evicted"}, False),
        ({"phase": "Failed", "reason": "OutOfcpu"}, False),
        ({}, False),
    ],
)
def test_a_pod_is_evicted_when_it_failed_for_this_reason(status: dict[str, Any], evicted: bool) -> None:
    assert evicted is parsed(status=status).evicted


def test_a_condition_replaces_the_one_of_its_type_and_leaves_the_others() -> None:
    pod = parsed(
        status={"conditions": [{"type": "Ready", "status": "False"}, {"type": "X", "status": "True"}]}
    )
    after = pod.with_condition({"type": "Ready", "status": "True"}).with_condition(
        {"type": "Y", "status": "True"}
    )

    assert [("Ready", "True"), ("X", "True"), ("Y", "True")] == [
        (condition.type, condition.status) for condition in after.status.conditions
    ]
    assert "False" == pod.status.conditions[0].status


def test_a_change_to_none_removes_the_field() -> None:
    pod = parsed(status={"phase": "Pending", "nominatedNodeName": "n1"})
    after = pod.with_status({"nominatedNodeName": None})

    assert ("", "Pending") == (after.nominated_node_name, after.status.phase)
    assert {"phase": "Pending"} == after.manifest["status"]


def test_a_bound_pod_has_its_node_in_the_manifest_too() -> None:
    bound = parsed().with_node("n1")

    assert "n1" == bound.node_name == Pod.parse(bound.manifest).node_name


@pytest.mark.parametrize("seed", range(20))
def test_a_changed_pod_is_what_its_manifest_says(seed: int) -> None:
    random = Random(seed)
    pod = parsed(metadata={"uid": "u", "ownerReferences": [{"uid": "o", "controller": True}]})
    read, parsed_anew = [], []
    for _ in range(30):
        condition = {
            "type": random.choice(("Ready", "Initialized", "PodScheduled")),
            "status": random.choice(("True", "False")),
            "lastTransitionTime": f"2026-01-01T00:00:{random.randrange(60):02}Z",
        }
        match random.randrange(5):
            case 0:
                pod = pod.with_condition(condition)
            case 1:
                pod = pod.with_conditions([condition, {**condition, "type": "ContainersReady"}])
            case 2:
                pod = pod.with_status({"phase": random.choice(("Running", "Failed", None)), "reason": "R"})
            case 3:
                pod = pod.with_status({"conditions": random.choice((None, [], [condition, condition]))})
            case _:
                pod = pod.with_version(str(random.randrange(1_000)))
        anew = Pod.parse(pod.manifest)
        read.append((pod.meta, pod.spec, pod.status))
        parsed_anew.append((anew.meta, anew.spec, anew.status))

    assert parsed_anew == read
