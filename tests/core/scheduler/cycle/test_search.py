"""Where the search for nodes begins, which it visits and where the next one begins."""

from __future__ import annotations

from scheduler_core.scheduler.configuration.extension_points import PluginSet
from scheduler_core.scheduler.configuration.profile import ProfileConfig, build_profile
from scheduler_core.scheduler.cycle.decide import Attempt, decide
from scheduler_core.scheduler.cycle.decision import Decision
from scheduler_core.scheduler.queue.nominator import Nominator
from tests.core.scheduler.builders import cluster, node, pod, reasons


def searched(nodes: int, start: int, cpu: str = "1", percentage: int = 0, **spec: object) -> Decision:
    snapshot = cluster(*[node(f"n{number}") for number in range(nodes)])
    profile = build_profile(ProfileConfig(percentage_of_nodes_to_score=percentage))
    return decide(snapshot, pod("p", cpu, **spec), profile, Nominator(), Attempt(next_start=start))  # type: ignore[arg-type]


def test_the_search_goes_round_from_its_start() -> None:
    decision = searched(4, 2)

    assert ("n2", "n3", "n0", "n1") == decision.order == decision.feasible


def test_the_next_search_begins_behind_the_last_node_that_was_visited() -> None:
    decision = searched(200, 50, percentage=50)

    assert (100, "n50", "n149") == (len(decision.order), decision.order[0], decision.order[-1])
    assert 150 == decision.next_start


def test_a_search_that_visits_every_node_begins_there_again() -> None:
    assert 2 == searched(4, 2).next_start


def test_where_nothing_fits_every_node_has_its_reason() -> None:
    decision = searched(3, 1, cpu="9")

    assert {"n0": ("Insufficient cpu",), "n1": ("Insufficient cpu",), "n2": ("Insufficient cpu",)} == reasons(
        decision
    )
    assert ((), 1) == (decision.feasible, decision.next_start)


def test_only_the_nodes_that_pre_filter_left_are_visited() -> None:
    terms = [{"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["n3"]}]}]
    required = {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}}
    decision = searched(5, 0, affinity={"nodeAffinity": required})

    assert (("n3",), ("n3",)) == (decision.order, decision.prefilter_nodes)


def test_nodes_refused_before_the_next_one_that_passes_count_as_visited() -> None:
    """100 of 120 nodes are wanted. n100 to n104 are too small; only n105 tells that there are enough."""
    nodes = [node(f"n{number}", "0" if 100 <= number < 105 else "4") for number in range(120)]
    attempt = Attempt(next_start=0)
    decision = decide(cluster(*nodes), pod("p", "1"), build_profile(), Nominator(), attempt)

    assert (100, 105) == (len(decision.feasible), decision.next_start)
    assert ("n99", "n104") == (decision.feasible[-1], decision.order[-1])


def test_a_search_that_comes_round_without_another_node_has_visited_all() -> None:
    """The last 20 of 120 nodes are too small, so every node is refused or taken."""
    nodes = [node(f"n{number}", "0" if number >= 100 else "4") for number in range(120)]
    decision = decide(cluster(*nodes), pod("p", "1"), build_profile(), Nominator(), Attempt(next_start=0))

    assert (100, 120, 0) == (len(decision.feasible), len(decision.order), decision.next_start)


def test_the_plugin_that_refused_the_nominated_node_stands_beside_those_that_narrowed() -> None:
    terms = [{"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["n1"]}]}]
    required = {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}}
    waiting = pod(
        "p", "3", affinity={"nodeAffinity": required}, status={"nominatedNodeName": "n1"}, priority=10
    )
    full = pod("old", "2", on="n1", priority=10)
    decision = decide(cluster(node("n1"), node("n2"), full), waiting, build_profile(), Nominator())

    outside = ("node(s) didn't satisfy plugin(s) [NodeAffinity NodeResourcesFit]",)
    assert {"n1": ("Insufficient cpu",), "n2": outside} == reasons(decision)
    assert decision.fit_error == f"0/2 nodes are available: 1 Insufficient cpu, 1 {outside[0]}."
    assert (
        decide(
            cluster(node("n1"), node("n2"), full), waiting, build_profile(), Nominator(), Attempt(trace=False)
        ).fit_error
        == decision.fit_error
    )


def test_without_score_plugins_the_first_node_that_fits_is_enough() -> None:
    nodes = [node(f"n{number}", "0" if number in (2, 4) else "4") for number in range(6)]
    profile = build_profile(ProfileConfig(plugin_sets=(("score", PluginSet(disabled=("*",))),)))
    decision = decide(cluster(*nodes), pod("p", "1"), profile, Nominator(), Attempt(next_start=2))

    assert (("n3",), "n3") == (decision.feasible, decision.node)
    assert (("n2", "n3", "n4"), 5) == (decision.order, decision.next_start)
