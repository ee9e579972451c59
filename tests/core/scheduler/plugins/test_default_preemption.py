"""DefaultPreemption: who may preempt, whom it costs, and which node is chosen."""

from typing import Any

import pytest

from scheduler_core.objects.policy import PodDisruptionBudget
from scheduler_core.scheduler.decision import Candidate, Preemption
from scheduler_core.scheduler.framework import SUCCESS
from scheduler_core.scheduler.plugins.default_preemption import DefaultPreemption, DefaultPreemptionArgs
from scheduler_core.scheduler.pod_info import PodInfo
from scheduler_core.scheduler.snapshot import Snapshot
from tests.core.scheduler.making import cluster, judged, node, pod

LOW, MID, HIGH = 0, 100, 1000


def outcome(snapshot: Snapshot, waiting: PodInfo) -> Preemption:
    post_filter = judged(snapshot, waiting).post_filter
    assert post_filter is not None
    assert post_filter.preemption is not None
    return post_filter.preemption


def on(name: str, where: str, cpu: str = "2", priority: int = LOW, start: int = 0, **more: Any) -> PodInfo:
    status = {"phase": "Running", "startTime": f"2025-01-01T00:00:{start:02}Z"}
    return pod(name, cpu, on=where, priority=priority, status=status, **more)


def victims(preemption: Preemption, where: str) -> list[str]:
    candidate = preemption.candidate(where)
    assert candidate is not None
    return [victim.pod.partition("/")[2] for victim in candidate.victims]


TWO = node("n1", "4"), node("n2", "4")


def test_a_pod_of_policy_never_preempts_nobody() -> None:
    preemption = outcome(
        cluster(node("n1"), on("a", "n1", "4")), pod("p", "1", priority=HIGH, preemptionPolicy="Never")
    )

    assert (preemption.eligible, preemption.reason) == (False, "not eligible due to preemptionPolicy=Never.")


def test_while_a_victim_of_its_own_is_leaving_it_waits() -> None:
    leaving = on(
        "a",
        "n1",
        "4",
        metadata={"deletionTimestamp": "2025-01-01T00:00:00Z"},
    )
    condition = {"type": "DisruptionTarget", "status": "True", "reason": "PreemptionByScheduler"}
    leaving = PodInfo.of(leaving.pod.with_status({"conditions": [condition]}))
    waiting = pod("p", "1", priority=HIGH, status={"nominatedNodeName": "n1"})

    preemption = outcome(cluster(node("n1"), leaving), waiting)

    assert preemption.reason == "not eligible due to a terminating pod on the nominated node."


def test_pods_of_equal_or_higher_priority_are_no_victims() -> None:
    snapshot = cluster(*TWO, on("a", "n1", "4", MID), on("b", "n2", "4", HIGH))

    assert outcome(snapshot, pod("p", "1", priority=MID)).candidates == ()


def test_only_as_many_leave_as_must_and_the_least_important_first() -> None:
    snapshot = cluster(node("n1"), on("low", "n1", "2", LOW), on("mid", "n1", "2", MID))

    assert victims(outcome(snapshot, pod("p", "2", priority=HIGH)), "n1") == ["low"]


def test_of_equal_priority_the_younger_one_leaves() -> None:
    snapshot = cluster(node("n1"), on("old", "n1", start=1), on("young", "n1", start=9))

    assert victims(outcome(snapshot, pod("p", "2", priority=HIGH)), "n1") == ["young"]


def test_a_node_that_no_leaving_pod_would_cure_is_no_candidate() -> None:
    tainted = node("n1", taints=[{"key": "k", "effect": "NoSchedule"}])
    preemption = outcome(cluster(tainted, on("a", "n1", "4")), pod("p", "1", priority=HIGH))

    assert preemption.candidates == ()
    assert preemption.others is not None
    assert preemption.others.reasons == ("Preemption is not helpful for scheduling",)


def test_anti_affinity_to_a_lower_pod_is_cured_by_its_leaving() -> None:
    term = {"topologyKey": "kubernetes.io/hostname", "labelSelector": {"matchLabels": {"app": "foe"}}}
    rule = {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}
    snapshot = cluster(node("n1"), on("foe", "n1", "1", labels={"app": "foe"}), on("friend", "n1", "1"))

    assert victims(outcome(snapshot, pod("p", "1", priority=HIGH, affinity=rule)), "n1") == ["foe"]


def test_affinity_to_a_pod_that_would_leave_keeps_that_pod() -> None:
    term = {"topologyKey": "kubernetes.io/hostname", "labelSelector": {"matchLabels": {"app": "friend"}}}
    rule = {"podAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}
    snapshot = cluster(
        node("n1"), on("friend", "n1", "2", start=9, labels={"app": "friend"}), on("other", "n1", "2", MID)
    )

    # The affinity is unresolvable while all lower pods are pretended away: no candidate at all.
    assert outcome(snapshot, pod("p", "2", priority=HIGH, affinity=rule)).candidates == ()


def budget(name: str, app: str, allowed: int, **status: Any) -> PodDisruptionBudget:
    return PodDisruptionBudget.parse(
        {
            "metadata": {"name": name, "namespace": "default"},
            "spec": {"selector": {"matchLabels": {"app": app}}},
            "status": {"disruptionsAllowed": allowed, **status},
        }
    )


def with_budgets(snapshot: Snapshot, *budgets: PodDisruptionBudget) -> Snapshot:
    snapshot.budgets.update((entry.key, entry) for entry in budgets)
    return snapshot


def test_a_node_where_no_budget_is_broken_goes_first() -> None:
    snapshot = with_budgets(
        cluster(*TWO, on("safe", "n1", "4", labels={"app": "web"}), on("free", "n2", "4", MID)),
        budget("web", "web", 0),
    )
    preemption = outcome(snapshot, pod("p", "1", priority=HIGH))

    assert preemption.chosen == "n2"
    assert [criterion.id for criterion in preemption.criteria] == ["pdb"]


def test_who_is_protected_is_put_back_first() -> None:
    snapshot = with_budgets(
        cluster(node("n1"), on("safe", "n1", labels={"app": "web"}), on("free", "n1", priority=MID)),
        budget("web", "web", 0),
    )

    assert victims(outcome(snapshot, pod("p", "2", priority=HIGH)), "n1") == ["free"]


def test_a_pod_that_a_budget_counts_as_gone_already_does_not_break_it() -> None:
    gone = budget("web", "web", 0, disruptedPods={"safe": "2025-01-01T00:00:00Z"})
    snapshot = with_budgets(cluster(node("n1"), on("safe", "n1", "4", labels={"app": "web"})), gone)

    candidate = outcome(snapshot, pod("p", "1", priority=HIGH)).candidates[0]
    assert isinstance(candidate, Candidate)
    assert candidate.violations == 0


@pytest.mark.parametrize(
    ("placed", "chosen", "by"),
    [
        pytest.param(
            [on("a", "n1", "4", MID), on("b", "n2", "4", LOW)], "n2", "highest", id="lowest victims"
        ),
        pytest.param(
            [
                on("a", "n1", "2", MID),
                on("c", "n1", "2", MID),
                on("b", "n2", "2", MID),
                on("d", "n2", "2", LOW),
            ],
            "n2",
            "sum",
            id="smaller sum of priorities",
        ),
        pytest.param(
            [on("a", "n1", "2"), on("c", "n1", "2"), on("b", "n2", "4")], "n2", "sum", id="fewer victims"
        ),
        pytest.param(
            [on("a", "n1", "4", start=1), on("b", "n2", "4", start=9)],
            "n2",
            "start",
            id="victims that started last",
        ),
        pytest.param([on("a", "n1", "4"), on("b", "n2", "4")], "n1", "order", id="the first of equals"),
    ],
)
def test_the_criteria_one_after_another(placed: list[PodInfo], chosen: str, by: str) -> None:
    preemption = outcome(cluster(*TWO, *placed), pod("p", "4", priority=HIGH))

    assert preemption.chosen == chosen
    assert preemption.criteria[-1].id == by


def test_the_dry_run_stops_once_it_has_enough_candidates() -> None:
    assert DefaultPreemptionArgs().wanted(50) == 50
    assert DefaultPreemptionArgs().wanted(500) == 100
    assert DefaultPreemptionArgs().wanted(5000) == 500
    assert DefaultPreemptionArgs(10, 1).wanted(40) == 4


def test_while_its_preemption_makes_calls_the_pod_is_held_back() -> None:
    plugin, waiting = DefaultPreemption(), pod("p")

    assert plugin.pre_enqueue(waiting, frozenset()) is SUCCESS
    assert plugin.pre_enqueue(waiting, frozenset((waiting.uid,))).reasons == (
        "waiting for the preemption for this pod to be finished",
    )
