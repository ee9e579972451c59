"""What a cycle's filters answer about nodes, as sums."""

from __future__ import annotations

from scheduler_core.objects.manifest import Json
from scheduler_core.scheduler.configuration.profile import build_profile
from scheduler_core.scheduler.cycle.cycle import Cycle
from scheduler_core.scheduler.queue.nominator import Nominator
from tests.core.scheduler.builders import cluster, node, pod


def test_sums_answer_for_a_pod_with_requests_alone_and_not_for_one_with_a_hard_spread() -> None:
    spread: Json = {"maxSkew": 1, "topologyKey": "zone", "whenUnsatisfiable": "DoNotSchedule"}
    snapshot = cluster(node("n1"), pod("a", "1", on="n1"))
    plain, spreading = (
        Cycle(snapshot, one, build_profile(), Nominator())
        for one in (pod("p", "2"), pod("q", "2", topologySpreadConstraints=[spread]))
    )
    plain.pre_filter()
    spreading.pre_filter()

    assert spreading.free_capacity is None
    assert plain.free_capacity is not None
    assert ("pods", "cpu") == plain.free_capacity.resources
    assert [[1], [1_000]] == plain.free_capacity.usage(snapshot.nodes[0].pods)
    assert (1, 2_000) == plain.free_capacity.amounts
    assert [3_000] == plain.free_capacity.free(snapshot.nodes[0])[1:]


def test_a_node_is_not_allowed_that_a_filter_refuses_whatever_pods_are_there() -> None:
    snapshot = cluster(node("n1", unschedulable=True), node("n2"))
    cycle = Cycle(snapshot, pod("p", "2"), build_profile(), Nominator())
    cycle.pre_filter()

    assert cycle.free_capacity is not None
    assert [False, True] == [cycle.free_capacity.allows(info) for info in snapshot.nodes]
