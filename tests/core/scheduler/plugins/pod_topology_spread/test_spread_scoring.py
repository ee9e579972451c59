"""PodTopologySpread, scoring: which domain is best for soft constraints and for the built-in defaults."""

from typing import Any

import pytest

from scheduler_core.objects.node import Node
from scheduler_core.objects.workloads import Service
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from tests.core.scheduler.builders import cluster, node, pod
from tests.core.scheduler.plugins.plugin_answers import HOST, REQUIRED, ZONE, decided, scores
from tests.core.scheduler.plugins.spread_builders import BY_ROLE, WEB, spread, two_zones, waiting, webs

PLUGIN = "PodTopologySpread"


def ranked(of: PodInfo, *things: Any) -> dict[str, int]:
    return {name: pair[1] for name, pair in scores(PLUGIN, of, *things).items()}


def test_the_emptiest_host_gets_100() -> None:
    nodes = [node(name) for name in ("a", "b", "c")]
    result = ranked(waiting(spread(HOST, when="ScheduleAnyway")), *nodes, *webs(a=2, b=1))

    assert 100 == result["c"]
    assert result["a"] < result["b"] < result["c"]


def test_nodes_of_the_emptier_zone_score_alike() -> None:
    result = ranked(waiting(spread(when="ScheduleAnyway")), *two_zones(), *webs(a=2, b=1, x=1))

    assert result["x"] == result["y"] == 100
    assert result["a"] == result["b"] < 100


def test_without_pods_all_are_equal() -> None:
    assert {100} == set(ranked(waiting(spread(when="ScheduleAnyway")), *two_zones()).values())


def test_a_node_without_the_key_scores_nothing() -> None:
    result = ranked(waiting(spread(when="ScheduleAnyway")), node("a", zone="z1"), node("bare"), *webs(a=1))

    assert 0 == result["bare"]


def test_a_larger_max_skew_makes_a_difference_matter_less() -> None:
    nodes = [node(name) for name in ("a", "b")]
    strict = ranked(waiting(spread(HOST, 1, "ScheduleAnyway")), *nodes, *webs(a=4, b=1))
    lax = ranked(waiting(spread(HOST, 5, "ScheduleAnyway")), *nodes, *webs(a=4, b=1))

    assert strict["a"] < lax["a"] < 100


@pytest.mark.parametrize(
    ("counts", "skew", "result"),
    [
        pytest.param({"a": 2, "b": 1, "d": 3}, 1, [20, 60, 100, 0], id="2/1/0/3"),
        pytest.param({"a": 2, "b": 1, "d": 3}, 2, [33, 66, 100, 16], id="2/1/0/3 with maxSkew 2"),
        pytest.param({"a": 4, "b": 3, "c": 2, "d": 1}, 3, [44, 66, 77, 100], id="4/3/2/1 with maxSkew 3"),
        pytest.param({"a": 1, "b": 1, "c": 1, "d": 1}, 1, [100] * 4, id="1/1/1/1"),
    ],
)
def test_points_of_four_hosts(counts: dict[str, int], skew: int, result: list[int]) -> None:
    nodes = [node(name) for name in ("a", "b", "c", "d")]
    soft = waiting(spread(HOST, skew, "ScheduleAnyway"))

    assert list(ranked(soft, *nodes, *webs(**counts)).values()) == result


def closed(name: str, **more: Any) -> Node:
    """A node that is no candidate; its pods stand there all the same."""
    return node(name, unschedulable=True, **more)


SOFT_ZONE, SOFT_HOST = spread(when="ScheduleAnyway"), spread(HOST, when="ScheduleAnyway")


def test_a_host_that_is_no_candidate_does_not_count() -> None:
    nodes = [node("a"), node("b"), node("x"), closed("y")]

    # 4/2/1 of three hosts: ln 5 times as much, rounded, is 6/3/2.
    assert {"a": 33, "b": 83, "x": 100} == ranked(waiting(SOFT_HOST), *nodes, *webs(a=4, b=2, x=1, y=3))


def test_in_a_zone_pods_of_hosts_that_are_no_candidates_count() -> None:
    nodes = [*two_zones()[:3], closed("y", zone="z2")]

    # Zones 6/4.
    assert {"a": 75, "b": 75, "x": 100} == ranked(waiting(SOFT_ZONE), *nodes, *webs(a=4, b=2, x=1, y=3))


def test_a_candidate_without_the_key_leaves_the_others_alone() -> None:
    bare = Node.parse(
        {"metadata": {"name": "b"}, "status": {"allocatable": {"cpu": "4", "memory": "8Gi", "pods": "110"}}}
    )
    nodes = [node("a"), bare, node("x"), closed("y")]

    assert {"a": 16, "b": 0, "x": 100} == ranked(waiting(SOFT_HOST), *nodes, *webs(a=4, b=2, x=1, y=3))


def test_zones_and_hosts_add_their_points() -> None:
    nodes = [node("a", zone="z1"), closed("b", zone="z1"), node("x", zone="z2"), closed("y", zone="z2")]

    # Zones 3/6, hosts 2/2.
    assert {"a": 100, "x": 63} == ranked(waiting(SOFT_ZONE, SOFT_HOST), *nodes, *webs(a=2, b=1, x=2, y=4))


PAIR = waiting(
    SOFT_ZONE, spread(HOST, when="ScheduleAnyway", app=None, **BY_ROLE), labels={**WEB, "role": ""}
)


def of_role(name: str, on: str, **labels: str) -> PodInfo:
    return pod(name, on=on, labels={"role": "", **labels})


@pytest.mark.parametrize(
    ("there", "result"),
    [
        pytest.param(
            [*webs(a=1, y=1), of_role("r", "b", app="web"), of_role("s", "y")],
            {"a": 60, "b": 20, "x": 100, "y": 60},
            id="2/1 by zone, 0/1/0/1 by host",
        ),
        pytest.param(
            [of_role("r", "b"), *webs(x=1), of_role("s", "y", app="web")],
            {"a": 100, "b": 60, "x": 40, "y": 0},
            id="0/2 by zone, 0/1/0/1 by host",
        ),
    ],
)
def test_points_of_constraints_with_selectors_of_their_own(
    there: list[PodInfo], result: dict[str, int]
) -> None:
    assert ranked(PAIR, *two_zones(), *there) == result


def test_points_with_selectors_of_their_own_and_a_host_that_is_no_candidate() -> None:
    nodes = [*two_zones()[:3], closed("y", zone="z2")]
    there = [*webs(a=1, y=1), of_role("r", "b", app="web"), of_role("s", "y")]

    assert {"a": 50, "b": 25, "x": 100} == ranked(PAIR, *nodes, *there)


def test_a_single_candidate_gets_100_whatever_stands_there() -> None:
    assert {"a": 100} == ranked(waiting(SOFT_HOST), node("a"), *webs(a=7))


def test_pods_of_other_namespaces_and_leaving_ones_cost_no_points() -> None:
    elsewhere = pod("e", on="a", labels=WEB, namespace="ns1")
    leaving = pod("l", on="b", labels=WEB, metadata={"deletionTimestamp": "2025-01-01T00:00:00Z"})

    assert {"a": 100, "b": 100} == ranked(waiting(SOFT_HOST), node("a"), node("b"), elsewhere, leaving)


def test_the_built_in_defaults_score_pods_of_a_service_also_where_nodes_have_no_zone() -> None:
    service = Service.parse({"metadata": {"name": "s", "namespace": "default"}, "spec": {"selector": WEB}})
    snapshot = cluster(*(node(name) for name in ("a", "b", "c", "d")), *webs(a=4, b=3, c=2, d=1))
    snapshot.services[service.key] = service
    decision = decided(snapshot, pod("p", labels=WEB))

    points = [of_node[PLUGIN].normalized for of_node in decision.scores.values()]
    assert [44, 66, 77, 100] == points


@pytest.mark.parametrize(
    ("policy", "result"),
    [
        pytest.param("Honor", {"a": 100, "x": 100}, id="honor: zones 2/2"),
        pytest.param("Ignore", {"a": 100, "x": 75}, id="ignore: zones 2/3"),
    ],
)
def test_nodes_that_the_affinity_leaves_out_cost_points_only_where_it_is_ignored(
    policy: str, result: dict[str, int]
) -> None:
    nodes = [node("a", zone="z1"), node("x", zone="z2"), node("out", zone="z2", labels={"pool": "red"})]
    avoiding = {"key": "pool", "operator": "DoesNotExist"}
    affinity = {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": [{"matchExpressions": [avoiding]}]}}}
    soft = waiting(spread(when="ScheduleAnyway", nodeAffinityPolicy=policy), affinity=affinity)

    assert ranked(soft, *nodes, *webs(a=2, x=2, out=1)) == result


def test_with_the_built_in_defaults_a_missing_and_an_empty_zone_are_one_domain() -> None:
    service = Service.parse({"metadata": {"name": "s", "namespace": "default"}, "spec": {"selector": WEB}})
    nodes = [node("a", labels={ZONE: ""}), node("bare"), node("c", zone="z")]
    snapshot = cluster(*nodes, *webs(bare=3))
    snapshot.services[service.key] = service
    scores = decided(snapshot, pod("p", labels=WEB)).scores

    # The three pods of the node without a zone count in the domain of the node whose zone is empty: 3 × ln 4 + 4
    # for the zone, and 2 for the host, which has none of them. The node without a zone gets its host alone.
    assert {"a": 10, "bare": 7, "c": 6} == {name: of_node[PLUGIN].raw for name, of_node in scores.items()}
