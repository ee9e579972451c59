"""How many nodes a preemption tries, from which one, and which it passes over."""

from collections.abc import Sequence

import pytest

from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import ProfileConfig, build_profile
from scheduler_core.scheduler.cycle.decide import Attempt, decide
from scheduler_core.scheduler.framework.handle import Picks
from scheduler_core.scheduler.plugins.default_preemption.default_preemption import DefaultPreemptionArgs
from scheduler_core.scheduler.queue.nominator import Nominator
from tests.core.scheduler.builders import cluster, node, pod
from tests.core.scheduler.plugins.default_preemption.builders import HIGH, MID, budget, on, with_budgets

FIVE = [node(f"n{i}") for i in range(1, 6)]


def limited(snapshot: Snapshot, start: str, count: int = 2, share: int = 40) -> tuple[list[str], list[str]]:
    """(the candidates, the nodes among which the start was tossed)."""
    among: list[str] = []

    def pick_start(names: Sequence[str]) -> str:
        among.extend(names)
        return start

    config = ProfileConfig(args=(DefaultPreemptionArgs(share, count),))
    decision = decide(
        snapshot,
        pod("p", "4", priority=HIGH),
        build_profile(config),
        Nominator(),
        Attempt(picks=Picks(start=pick_start)),
    )
    assert decision.post_filter is not None
    assert decision.post_filter.preemption is not None
    return [candidate.node for candidate in decision.post_filter.preemption.candidates], among


@pytest.mark.parametrize(
    ("start", "result"),
    [("n1", ["n1", "n2"]), ("n2", ["n2", "n3"]), ("n4", ["n4", "n5"]), ("n5", ["n5", "n1"])],
)
def test_the_dry_runs_go_round_from_a_tossed_node(start: str, result: list[str]) -> None:
    snapshot = cluster(*FIVE, *(on(f"a{i}", f"n{i}", "4", MID) for i in range(1, 6)))

    assert limited(snapshot, start) == (result, ["n1", "n2", "n3", "n4", "n5"])


def test_nodes_that_are_no_candidates_are_passed_over() -> None:
    priorities = {"n1": MID, "n2": HIGH, "n3": MID, "n4": MID, "n5": HIGH}
    snapshot = cluster(*FIVE, *(on(f"a-{name}", name, "4", prio) for name, prio in priorities.items()))

    assert ["n1", "n3"] == limited(snapshot, "n5")[0]


def test_where_all_nodes_are_looked_at_nothing_is_tossed() -> None:
    snapshot = cluster(*FIVE, *(on(f"a{i}", f"n{i}", "4", MID) for i in range(1, 6)))

    assert (["n1", "n2", "n3", "n4", "n5"], []) == limited(snapshot, "n5", count=5)


def protected(*names: str) -> Snapshot:
    placed = [
        on(f"a-{item.name}", item.name, "4", MID, labels={"app": "web" if item.name in names else "free"})
        for item in FIVE
    ]
    return with_budgets(cluster(*FIVE, *placed), budget("web", "web", 0))


def test_it_looks_further_until_a_budget_is_not_broken() -> None:
    # n5 and n1 break the budget, and so does n2; n3 does not.
    result, _ = limited(protected("n1", "n2", "n5"), "n5")

    assert ["n3", "n5", "n1"] == result


def test_of_those_that_break_a_budget_no_more_are_kept_than_are_wanted() -> None:
    result, _ = limited(protected("n1", "n2", "n3", "n4", "n5"), "n4")

    assert ["n4", "n5"] == result
