"""Which pods a kubelet kills so that a critical pod fits."""

from __future__ import annotations

import pytest

from scheduler_core.kubelet.admission.preemption import Missing, NoVictimsError, pods_to_preempt
from tests.core.kubelet.builders import CRITICAL, names, pod


def test_best_effort_pods_go_before_burstable_before_guaranteed() -> None:
    pods = [
        pod("guaranteed", "2", "1Gi", guaranteed=True),
        pod("burstable", "2"),
        pod("best-effort"),
    ]

    assert ["burstable"] == names(
        pods_to_preempt(pod("p", "2", priority=CRITICAL), pods, [Missing("cpu", 2000)])
    )


def test_the_pod_that_leaves_least_is_taken_and_the_smaller_of_two_equals() -> None:
    pods = [pod("big", "3", "2Gi"), pod("fits", "1", "2Gi"), pod("small", "1", "1Gi")]

    assert ["small"] == names(pods_to_preempt(pod("p", priority=CRITICAL), pods, [Missing("cpu", 1000)]))


def test_guaranteed_pods_are_taken_only_for_what_the_others_cannot_free() -> None:
    pods = [pod("a", "1"), pod("b", "1"), pod("g", "1", "1Gi", guaranteed=True)]

    assert [
        "b",
        "a",
        "g",
    ] == names(pods_to_preempt(pod("p", priority=CRITICAL), pods, [Missing("cpu", 3000)]))


def test_where_all_together_are_not_enough_no_process_is_killed() -> None:
    with pytest.raises(NoVictimsError, match=r"\[\(res: cpu, q: 1000\), \]$"):
        pods_to_preempt(pod("p", priority=CRITICAL), [pod("a", "1")], [Missing("cpu", 2000)])
