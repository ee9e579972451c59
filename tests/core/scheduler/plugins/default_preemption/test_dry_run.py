"""Preemption: eligibility, victims, budgets, and the order of criteria."""

import pytest
from hypothesis import given

from scheduler_core.objects.policy import PodDisruptionBudget
from scheduler_core.scheduler.configuration.profile import build_profile
from scheduler_core.scheduler.cycle.cycle import Cycle
from scheduler_core.scheduler.cycle.decision import Decision
from scheduler_core.scheduler.plugins.default_preemption.dry_run import select_victims
from scheduler_core.scheduler.queue.nominator import Nominator
from tests.core.scheduler.builders import cluster, judged, node, pod
from tests.core.scheduler.random_clusters import Around, Cluster, arounds, clusters, snapshot_of

PREEMPTED = {"type": "DisruptionTarget", "status": "True", "reason": "PreemptionByScheduler"}


def started(second: int) -> dict[str, object]:
    return {"phase": "Running", "startTime": f"2025-01-01T00:00:{second:02}Z"}


def victims(decision: Decision) -> list[str]:
    assert decision.post_filter is not None
    assert decision.post_filter.preemption is not None
    candidate = decision.post_filter.preemption.candidate(decision.node or "")
    assert candidate is not None
    return [victim.pod.partition("/")[2] for victim in candidate.victims]


def test_the_older_of_equal_pods_is_put_back() -> None:
    snapshot = cluster(
        node("n1", "2"),
        pod("low1", "1", on="n1", status=started(1)),
        pod("low2", "1", on="n1", status=started(2)),
    )
    decision = judged(snapshot, pod("p", "1", priority=100))

    assert "nominated" == decision.result
    assert ["low2"] == victims(decision)
    assert "0/1 nodes are available: 1 Insufficient cpu." == decision.message


def test_the_reprieve_is_greedy_by_priority_not_minimal() -> None:
    snapshot = cluster(
        node("n1", "4"),
        pod("a", "2", on="n1", priority=30),
        pod("b", "1", on="n1", priority=20),
        pod("c", "1", on="n1", priority=10),
    )
    decision = judged(snapshot, pod("p", "2", priority=100))

    assert ["b", "c"] == victims(decision)


@pytest.mark.parametrize(
    ("first", "second", "chosen", "criterion"),
    [
        ([(50, 0), (1, 0)], [(10, 0), (10, 0)], "n2", "highest"),
        ([(50, 0), (1, 0)], [(50, 0)], "n2", "sum"),
        ([(-5, 0)], [(-5, 0), (-5, 0)], "n1", "sum"),
        ([(1, 10)], [(1, 20)], "n2", "start"),
    ],
)
def test_the_criterion_that_decides(
    first: list[tuple[int, int]], second: list[tuple[int, int]], chosen: str, criterion: str
) -> None:
    def fill(name: str, entries: list[tuple[int, int]]) -> list[object]:
        share = f"{2000 // len(entries)}m"
        return [
            pod(f"{name}-{index}", share, on=name, priority=priority, status=started(second))
            for index, (priority, second) in enumerate(entries)
        ]

    snapshot = cluster(node("n1", "2"), node("n2", "2"), *fill("n1", first), *fill("n2", second))
    decision = judged(snapshot, pod("p", "2", priority=100))

    assert decision.node == chosen
    assert decision.post_filter is not None
    assert decision.post_filter.preemption is not None
    assert decision.post_filter.preemption.criteria[-1].id == criterion
    assert decision.post_filter.preemption.criteria[-1].remaining == (chosen,)


def test_a_budget_is_used_up_by_the_more_important_pods_first() -> None:
    app = {"app": "x"}
    snapshot = cluster(
        node("n1", "3"),
        pod("a", "1", on="n1", priority=30, labels=app),
        pod("b", "1", on="n1", priority=20, labels=app),
        pod("c", "1", on="n1", priority=10, labels=app),
    )
    snapshot.budgets["default/b"] = PodDisruptionBudget.parse(
        {
            "metadata": {"name": "b", "namespace": "default"},
            "spec": {"selector": {"matchLabels": app}},
            "status": {"disruptionsAllowed": 1},
        }
    )
    decision = judged(snapshot, pod("p", "1", priority=100))

    assert ["a"] == victims(decision)


def test_a_pod_whose_policy_is_never_only_waits() -> None:
    snapshot = cluster(node("n1", "1"), pod("low", "1", on="n1"))
    decision = judged(snapshot, pod("p", "1", priority=100, preemptionPolicy="Never"))

    assert (
        "0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, "
        "preemption: not eligible due to preemptionPolicy=Never."
    ) == decision.message


def test_a_victim_on_its_way_out_makes_the_preemptor_wait() -> None:
    leaving = pod(
        "low",
        "1",
        on="n1",
        metadata={"deletionTimestamp": "2025-01-01T00:01:00Z"},
        status={"phase": "Running", "conditions": [PREEMPTED]},
    )
    snapshot = cluster(node("n1", "1"), leaving)
    decision = judged(snapshot, pod("p", "1", priority=100, status={"nominatedNodeName": "n1"}))

    assert decision.message.endswith("not eligible due to a terminating pod on the nominated node.")
    assert decision.post_filter is not None
    assert decision.post_filter.nominate is None


def test_equal_priority_preempts_no_pod_and_clears_the_nomination() -> None:
    snapshot = cluster(node("n1", "1"), pod("same", "1", on="n1", priority=100))
    decision = judged(snapshot, pod("p", "1", priority=100, status={"nominatedNodeName": "n1"}))

    assert decision.message.endswith("1 No preemption victims found for incoming pod.")
    assert decision.post_filter is not None
    assert "" == decision.post_filter.nominate


@given(clusters(), arounds)
def test_a_dry_run_with_sums_is_the_one_that_asks_the_filters_after_each_pod(
    made: Cluster, around: Around
) -> None:
    all_nodes, placed, waiting = made
    snapshot, profile = snapshot_of(all_nodes, placed, around), build_profile()
    budgets = tuple(snapshot.budgets.values())
    for one in waiting:
        with_sums, asking = (Cycle(snapshot, one, profile, Nominator()) for _ in range(2))
        with_sums.pre_filter()
        asking.pre_filter()
        asking.__dict__["rooms"] = None
        for info in snapshot.nodes:
            assert select_victims(with_sums, info, budgets) == select_victims(asking, info, budgets)

    assert waiting


def test_after_a_pod_that_cannot_stay_smaller_ones_are_put_back() -> None:
    snapshot = cluster(
        node("n1", "4"),
        pod("a", "1", on="n1", priority=40),
        pod("b", "2", on="n1", priority=30),
        pod("c", "500m", on="n1", priority=20),
        pod("d", "500m", on="n1", priority=10),
    )

    assert ["b", "d"] == victims(judged(snapshot, pod("p", "2500m", priority=100)))
