"""The latest decision about each pod: newest last, bounded in number and in size."""

from __future__ import annotations

import json

from scheduler_core.simulation.engine.latest_decisions import KeptDecision, LatestDecisions
from scheduler_core.simulation.limits import DECISION_BYTES_IN_A_SNAPSHOT, DECISIONS_IN_A_SNAPSHOT


def remembered(*pods: str, size: int = 1) -> LatestDecisions:
    decisions = LatestDecisions()
    for pod in pods:
        decisions.remember(pod, KeptDecision(None, {"pod": pod, "pad": "x" * size}), set(pods))
    return decisions


def names(decisions: LatestDecisions) -> list[str]:
    return [pod for pod, _ in decisions.shown()]


def test_another_decision_about_a_pod_replaces_the_one_before_and_is_the_newest() -> None:
    assert ["b", "a"] == names(remembered("a", "b", "a"))


def test_decisions_about_pods_that_are_gone_are_forgotten() -> None:
    decisions = remembered("a", "b")
    decisions.remember("c", KeptDecision(None, {}), {"b", "c"})

    assert ["b", "c"] == names(decisions)


def test_the_oldest_are_forgotten_when_there_are_too_many() -> None:
    pods = [f"p{number}" for number in range(DECISIONS_IN_A_SNAPSHOT + 3)]

    assert pods[3:] == names(remembered(*pods))


def test_a_snapshot_shows_the_newest_as_far_as_there_is_room_and_at_least_one() -> None:
    half = DECISION_BYTES_IN_A_SNAPSHOT // 2

    assert ["b"] == names(remembered("a", "b", size=half))
    assert ["a"] == names(remembered("a", size=3 * half))


def test_packed_decisions_of_a_copy_read_as_before() -> None:
    decisions = remembered("a")
    before = decisions.shown()

    assert before == decisions.copy().shown()
    assert {"pod": "a", "pad": "x"} == json.loads(before[0][1])
