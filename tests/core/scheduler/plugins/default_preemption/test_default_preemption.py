"""DefaultPreemption: who may preempt, whom it costs, and which node is chosen."""

from typing import Any

import pytest

from scheduler_core.objects.policy import PodDisruptionBudget
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.post_filter import Candidate, Preemption
from scheduler_core.scheduler.framework.status import SUCCESS
from scheduler_core.scheduler.plugins.default_preemption.default_preemption import (
    DefaultPreemption,
    DefaultPreemptionArgs,
)
from tests.core.scheduler.builders import cluster, judged, node, pod
from tests.core.scheduler.plugins.default_preemption.builders import HIGH, LOW, MID, budget, on, with_budgets


def outcome(snapshot: Snapshot, waiting: PodInfo) -> Preemption:
    post_filter = judged(snapshot, waiting).post_filter
    assert post_filter is not None
    assert post_filter.preemption is not None
    return post_filter.preemption


def victims(preemption: Preemption, where: str) -> list[str]:
    candidate = preemption.candidate(where)
    assert candidate is not None
    return [victim.pod.partition("/")[2] for victim in candidate.victims]


TWO = node("n1", "4"), node("n2", "4")


def test_a_pod_of_policy_never_preempts_no_pod() -> None:
    preemption = outcome(
        cluster(node("n1"), on("a", "n1", "4")), pod("p", "1", priority=HIGH, preemptionPolicy="Never")
    )

    assert (False, "not eligible due to preemptionPolicy=Never.") == (preemption.eligible, preemption.reason)


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

    assert "not eligible due to a terminating pod on the nominated node." == preemption.reason


def test_pods_of_equal_or_higher_priority_are_no_victims() -> None:
    snapshot = cluster(*TWO, on("a", "n1", "4", MID), on("b", "n2", "4", HIGH))

    assert () == outcome(snapshot, pod("p", "1", priority=MID)).candidates


def test_only_as_many_leave_as_must_and_the_least_important_first() -> None:
    snapshot = cluster(node("n1"), on("low", "n1", "2", LOW), on("mid", "n1", "2", MID))

    assert ["low"] == victims(outcome(snapshot, pod("p", "2", priority=HIGH)), "n1")


def test_of_equal_priority_the_younger_one_leaves() -> None:
    snapshot = cluster(node("n1"), on("old", "n1", start=1), on("young", "n1", start=9))

    assert ["young"] == victims(outcome(snapshot, pod("p", "2", priority=HIGH)), "n1")


def test_a_node_that_no_leaving_pod_would_cure_is_no_candidate() -> None:
    tainted = node("n1", taints=[{"key": "k", "effect": "NoSchedule"}])
    preemption = outcome(cluster(tainted, on("a", "n1", "4")), pod("p", "1", priority=HIGH))

    assert () == preemption.candidates
    assert preemption.others is not None
    assert ("Preemption is not helpful for scheduling",) == preemption.others.reasons


def test_anti_affinity_to_a_lower_pod_is_cured_by_its_leaving() -> None:
    term = {"topologyKey": "kubernetes.io/hostname", "labelSelector": {"matchLabels": {"app": "foe"}}}
    rule = {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}
    snapshot = cluster(node("n1"), on("foe", "n1", "1", labels={"app": "foe"}), on("friend", "n1", "1"))

    assert ["foe"] == victims(outcome(snapshot, pod("p", "1", priority=HIGH, affinity=rule)), "n1")


def test_affinity_to_a_pod_that_would_leave_keeps_that_pod() -> None:
    term = {"topologyKey": "kubernetes.io/hostname", "labelSelector": {"matchLabels": {"app": "friend"}}}
    rule = {"podAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}
    snapshot = cluster(
        node("n1"), on("friend", "n1", "2", start=9, labels={"app": "friend"}), on("other", "n1", "2", MID)
    )

    # The affinity is unresolvable while all lower pods are pretended away: no candidate at all.
    assert () == outcome(snapshot, pod("p", "2", priority=HIGH, affinity=rule)).candidates


def test_a_node_where_no_budget_is_broken_goes_first() -> None:
    snapshot = with_budgets(
        cluster(*TWO, on("safe", "n1", "4", labels={"app": "web"}), on("free", "n2", "4", MID)),
        budget("web", "web", 0),
    )
    preemption = outcome(snapshot, pod("p", "1", priority=HIGH))

    assert "n2" == preemption.chosen
    assert ["pdb"] == [criterion.id for criterion in preemption.criteria]


def test_who_is_protected_is_put_back_first() -> None:
    snapshot = with_budgets(
        cluster(node("n1"), on("safe", "n1", labels={"app": "web"}), on("free", "n1", priority=MID)),
        budget("web", "web", 0),
    )

    assert ["free"] == victims(outcome(snapshot, pod("p", "2", priority=HIGH)), "n1")


def test_a_pod_that_a_budget_counts_as_gone_already_does_not_break_it() -> None:
    gone = budget("web", "web", 0, disruptedPods={"safe": "2025-01-01T00:00:00Z"})
    snapshot = with_budgets(cluster(node("n1"), on("safe", "n1", "4", labels={"app": "web"})), gone)

    candidate = outcome(snapshot, pod("p", "1", priority=HIGH)).candidates[0]
    assert isinstance(candidate, Candidate)
    assert 0 == candidate.violations


def test_the_dry_run_stops_once_it_has_enough_candidates() -> None:
    assert 50 == DefaultPreemptionArgs().num_candidates(50)
    assert 100 == DefaultPreemptionArgs().num_candidates(500)
    assert 500 == DefaultPreemptionArgs().num_candidates(5000)
    assert 4 == DefaultPreemptionArgs(10, 1).num_candidates(40)


# --- who may preempt ------------------------------------------------------------------------------

PREEMPTED = {"type": "DisruptionTarget", "status": "True", "reason": "PreemptionByScheduler"}
EVICTED = {"type": "DisruptionTarget", "status": "True", "reason": "EvictionByEvictionAPI"}


def leaving(name: str, where: str, priority: int, *conditions: dict[str, str]) -> PodInfo:
    gone = {"deletionTimestamp": "2025-01-01T00:00:00Z"}
    return PodInfo.of(
        on(name, where, "4", priority, metadata=gone).pod.with_status({"conditions": list(conditions)})
    )


def nominated(priority: int = HIGH, to: str = "n1", **more: Any) -> PodInfo:
    return pod("p", "1", priority=priority, status={"nominatedNodeName": to}, **more)


@pytest.mark.parametrize(
    ("others", "eligible"),
    [
        pytest.param([leaving("a", "n1", LOW, PREEMPTED)], False, id="a victim on its way out"),
        pytest.param([leaving("a", "n1", LOW)], True, id="a pod that leaves of itself"),
        pytest.param([leaving("a", "n1", LOW, EVICTED)], True, id="an evicted pod"),
        pytest.param([leaving("a", "n1", HIGH, PREEMPTED)], True, id="one of its own priority"),
        pytest.param([on("a", "n1", "4", LOW)], True, id="nobody on the way out"),
        pytest.param(
            [on("a", "n1", "4", LOW), leaving("b", "n2", LOW, PREEMPTED)], True, id="on another node"
        ),
    ],
)
def test_who_waits_for_a_victim_on_the_promised_node(others: list[PodInfo], eligible: bool) -> None:
    assert outcome(cluster(*TWO, *others, on("full", "n2", "4", HIGH)), nominated()).eligible is eligible


def test_a_promised_node_that_cannot_be_cured_any_more_frees_the_pod() -> None:
    tainted = node("n1", taints=[{"key": "k", "effect": "NoSchedule"}])
    snapshot = cluster(tainted, leaving("a", "n1", LOW, PREEMPTED), node("n2"), on("b", "n2", "4"))

    assert "n2" == outcome(snapshot, nominated()).chosen


def test_a_promised_node_that_is_gone_frees_the_pod() -> None:
    assert "n2" == outcome(cluster(node("n2"), on("b", "n2", "4")), nominated()).chosen


def test_preempt_lower_priority_is_the_policy_of_those_that_name_none() -> None:
    snapshot = cluster(node("n1"), on("a", "n1", "4"))

    for policy in ({}, {"preemptionPolicy": "PreemptLowerPriority"}):
        assert "n1" == outcome(snapshot, pod("p", "1", priority=HIGH, **policy)).chosen


# --- what is said where nothing helps -------------------------------------------------------------


@pytest.mark.parametrize(
    ("placed", "words"),
    [
        pytest.param(
            [on("a", "n1", "4", HIGH), on("b", "n2", "4", HIGH)],
            "2 No preemption victims found for incoming pod",
            id="nobody of lower priority",
        ),
        pytest.param(
            [on("a", "n1", "1"), on("x", "n1", "3", HIGH), on("b", "n2", "1"), on("y", "n2", "3", HIGH)],
            "2 Insufficient cpu",
            id="too little of lower priority",
        ),
        pytest.param(
            [on("a", "n1", "4", HIGH), on("b", "n2", "1"), on("y", "n2", "3", HIGH)],
            "1 Insufficient cpu, 1 No preemption victims found for incoming pod",
            id="one of each",
        ),
    ],
)
def test_why_no_node_is_a_candidate(placed: list[PodInfo], words: str) -> None:
    decision = judged(cluster(*TWO, *placed), pod("p", "3", priority=HIGH))

    assert decision.post_filter is not None
    assert decision.post_filter.message.endswith(f"preemption: 0/2 nodes are available: {words}.")
    assert "" == decision.post_filter.nominate


def test_nodes_that_no_removal_cures_are_counted_beside_the_others() -> None:
    hopeless = [node(f"t{i}", taints=[{"key": "k", "effect": "NoSchedule"}]) for i in range(2)]
    snapshot = cluster(*TWO, *hopeless, on("a", "n1", "4", HIGH), on("b", "n2", "4", HIGH))

    decision = judged(snapshot, pod("p", "1", priority=HIGH))

    assert decision.post_filter is not None
    assert decision.post_filter.message.endswith(
        "0/4 nodes are available: 2 No preemption victims found for incoming pod, "
        "2 Preemption is not helpful for scheduling."
    )


# --- whom it costs --------------------------------------------------------------------------------


def test_the_middle_one_leaves_where_the_lowest_is_too_small_to_help() -> None:
    snapshot = cluster(node("n1"), on("low", "n1", "500m", LOW), on("mid", "n1", "3", MID))

    assert ["mid"] == victims(outcome(snapshot, pod("p", "3", priority=HIGH)), "n1")


def test_pods_of_several_priorities_leave_together_the_most_important_first() -> None:
    placed = [
        on("m1", "n1", "1", MID),
        on("low", "n1", "1", LOW),
        on("m2", "n1", "1500m", MID),
        on("high", "n1", "500m", HIGH),
    ]

    # m1 may come back, for it is tried first; m2 and low may not.
    assert [
        "m2",
        "low",
    ] == victims(outcome(cluster(node("n1"), *placed), pod("p", "2500m", priority=HIGH)), "n1")


def test_a_hermit_leaves_for_a_pod_that_it_keeps_away() -> None:
    term = {"topologyKey": "kubernetes.io/hostname", "labelSelector": {"matchLabels": {"app": "p"}}}
    rule = {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}
    placed = [on("hermit", "n1", "1", affinity=rule), on("mid", "n1", "1", MID)]

    waiting = pod("p", "1", priority=HIGH, labels={"app": "p"})
    assert ["hermit"] == victims(outcome(cluster(node("n1"), *placed), waiting), "n1")


def test_a_skew_is_cured_where_a_lower_pod_of_the_domain_leaves() -> None:
    web = {"labels": {"app": "web"}}
    constraint = {
        "maxSkew": 1,
        "topologyKey": "topology.kubernetes.io/zone",
        "whenUnsatisfiable": "DoNotSchedule",
        "labelSelector": {"matchLabels": {"app": "web"}},
    }
    hosts = {**constraint, "topologyKey": "kubernetes.io/hostname"}
    nodes = node("a", zone="z1"), node("b", zone="z1"), node("x", zone="z2")
    placed = [
        on("a1", "a", "1", MID, **web),
        on("a2", "a", "1", LOW, **web),
        on("b1", "b", "1", LOW, **web),
        on("x1", "x", "1", HIGH, **web),
        on("x2", "x", "1", HIGH, **web),
    ]
    waiting = pod("p", "1", priority=HIGH, topologySpreadConstraints=[constraint, hosts], **web)

    result = outcome(cluster(*nodes, *placed), waiting)

    # Zones 3/2 and hosts 2/1/2: on a the lowest leaves, on b its only one; on x nobody is lower.
    assert {
        "a": ["a2"],
        "b": ["b1"],
    } == {entry.node: victims(result, entry.node) for entry in result.candidates}


@pytest.mark.parametrize(
    ("gone", "count", "violations"),
    [
        pytest.param({}, 2, 1, id="one may go, two must"),
        pytest.param({"other": "2025-01-01T00:00:00Z"}, 2, 1, id="somebody else is counted as gone"),
        pytest.param({"w1": "2025-01-01T00:00:00Z"}, 2, 0, id="one of the two is counted as gone"),
        pytest.param({"w2": "2025-01-01T00:00:00Z"}, 3, 1, id="one of three is counted as gone"),
    ],
)
def test_how_often_a_budget_is_broken(gone: dict[str, str], count: int, violations: int) -> None:
    webs = [on(f"w{i}", "n1", "1", labels={"app": "web"}) for i in range(count)]
    snapshot = with_budgets(
        cluster(node("n1", str(count)), *webs), budget("web", "web", 1, disruptedPods=gone)
    )

    (candidate,) = outcome(snapshot, pod("p", str(count), priority=HIGH)).candidates
    assert candidate.violations == violations


# --- which node -----------------------------------------------------------------------------------


def test_a_broken_budget_weighs_more_than_any_priority() -> None:
    snapshot = with_budgets(
        cluster(*TWO, on("safe", "n1", "4", LOW, labels={"app": "web"}), on("mid", "n2", "4", MID)),
        budget("web", "web", 0),
    )

    assert "n2" == outcome(snapshot, pod("p", "4", priority=HIGH)).chosen


def test_a_budget_without_a_selector_protects_no_pod() -> None:
    everybody = PodDisruptionBudget.parse(
        {
            "metadata": {"name": "all", "namespace": "default"},
            "spec": {"selector": {}},
            "status": {"disruptionsAllowed": 0},
        }
    )
    snapshot = with_budgets(cluster(node("n1"), on("a", "n1", "4", labels={"app": "web"})), everybody)

    assert 0 == outcome(snapshot, pod("p", "1", priority=HIGH)).candidates[0].violations


def test_while_its_preemption_makes_calls_the_pod_is_held_back() -> None:
    plugin, waiting = DefaultPreemption(), pod("p")

    assert plugin.pre_enqueue(Snapshot(), waiting, frozenset()) is SUCCESS
    assert ("waiting for the preemption for this pod to be finished",) == plugin.pre_enqueue(
        Snapshot(), waiting, frozenset((waiting.uid,))
    ).reasons
