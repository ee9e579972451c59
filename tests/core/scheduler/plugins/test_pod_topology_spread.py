"""PodTopologySpread: how far the domains may differ, and which of them is best."""

from typing import Any

import pytest

from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import TopologySpreadConstraint
from scheduler_core.objects.selectors import map_selector
from scheduler_core.objects.workloads import Service
from scheduler_core.scheduler.events import Action, Resource
from scheduler_core.scheduler.explanation import SpreadArithmetic
from scheduler_core.scheduler.plugins.spread_constraints import PodTopologySpreadArgs
from scheduler_core.scheduler.pod_info import PodInfo
from scheduler_core.scheduler.profile import ProfileConfig
from tests.core.scheduler.making import cluster, node, pod
from tests.core.scheduler.plugins.asking import (
    HOST,
    REQUIRED,
    ZONE,
    decided,
    refusals,
    refused,
    scores,
    skips_filter,
    wakes,
)

PLUGIN = "PodTopologySpread"
WEB = {"app": "web"}
COUNTED = map_selector(WEB)
VIOLATED = "node(s) didn't match pod topology spread constraints"


def spread(
    key: str = ZONE, skew: int = 1, when: str = "DoNotSchedule", app: str | None = "web", **more: Any
) -> dict[str, Any]:
    selector = {} if app is None else {"labelSelector": {"matchLabels": {"app": app}}}
    return {"maxSkew": skew, "topologyKey": key, "whenUnsatisfiable": when, **selector, **more}


def waiting(*constraints: dict[str, Any], labels: dict[str, str] | None = None, **more: Any) -> PodInfo:
    own = WEB if labels is None else labels
    return pod("p", labels=own, topologySpreadConstraints=list(constraints), **more)


def webs(**counts: int) -> list[PodInfo]:
    """`a=2`: two web pods on node a."""
    return [pod(f"{on}-{i}", on=on, labels=WEB) for on, count in counts.items() for i in range(count)]


def two_zones() -> list[Node]:
    return [node("a", zone="z1"), node("b", zone="z1"), node("x", zone="z2"), node("y", zone="z2")]


def test_a_pod_without_hard_constraints_is_not_filtered() -> None:
    assert skips_filter(PLUGIN, pod("p"), *two_zones())
    assert skips_filter(PLUGIN, waiting(spread(when="ScheduleAnyway")), *two_zones())


@pytest.mark.parametrize(
    ("counts", "skew", "out"),
    [
        pytest.param({}, 1, set(), id="no pods yet"),
        pytest.param({"a": 2, "b": 1, "x": 2, "y": 1}, 1, set(), id="3/3: all fit"),
        pytest.param({"a": 1, "x": 2}, 1, {"x", "y"}, id="1/2: the fuller zone is out"),
        pytest.param({"a": 1, "x": 2}, 2, set(), id="1/2 with maxSkew 2"),
        pytest.param({"x": 1}, 1, {"x", "y"}, id="0/1"),
        pytest.param({"a": 2, "x": 5}, 3, {"x", "y"}, id="2/5 with maxSkew 3"),
    ],
)
def test_a_zone_may_be_ahead_of_the_emptiest_one_by_max_skew(
    counts: dict[str, int], skew: int, out: set[str]
) -> None:
    found = refusals(PLUGIN, waiting(spread(skew=skew)), *two_zones(), *webs(**counts))

    assert found == dict.fromkeys(out, ("Unschedulable", VIOLATED))


@pytest.mark.parametrize(
    ("counts", "skew", "fits"),
    [
        ({"a": 2, "b": 1, "y": 3}, 1, {"x"}),
        ({"a": 2, "b": 1, "y": 3}, 2, {"b", "x"}),
        ({"a": 1, "b": 1, "x": 1, "y": 1}, 1, {"a", "b", "x", "y"}),
    ],
)
def test_hosts_are_domains_too(counts: dict[str, int], skew: int, fits: set[str]) -> None:
    names = {"a", "b", "x", "y"}

    assert refused(PLUGIN, waiting(spread(HOST, skew)), *two_zones(), *webs(**counts)) == names - fits


def test_a_pod_that_does_not_match_itself_adds_nothing() -> None:
    stranger = waiting(spread(HOST), labels={"app": "other"})

    # b and x have 0 or 1 more than the minimum; only those two ahead are out.
    assert refused(PLUGIN, stranger, *two_zones(), *webs(a=2, b=1, y=3)) == {"a", "y"}


def test_pods_of_other_namespaces_and_pods_on_their_way_out_do_not_count() -> None:
    elsewhere = pod("e", on="a", labels=WEB, namespace="ns1")
    leaving = pod("l", on="a", labels=WEB, metadata={"deletionTimestamp": "2025-01-01T00:00:00Z"})

    assert refused(PLUGIN, waiting(spread()), *two_zones(), elsewhere, leaving) == set()


def test_a_node_without_the_key_is_out_and_its_pods_do_not_count() -> None:
    found = refusals(PLUGIN, waiting(spread()), node("a", zone="z1"), node("bare"), *webs(bare=3))

    missing = f"{VIOLATED} (missing required label)"
    assert found == {"bare": ("UnschedulableAndUnresolvable", missing)}


def test_all_constraints_must_hold_and_a_node_needs_all_their_keys() -> None:
    both = waiting(spread(), spread(HOST))

    # Zones 1/2: z2 is out. In z1 host a is ahead of the empty host b.
    assert refused(PLUGIN, both, *two_zones(), *webs(a=1, x=1, y=1)) == {"a", "x", "y"}


def test_two_constraints_may_count_different_pods() -> None:
    pair = waiting(spread(), spread(HOST, app="db"), labels={"app": "web"})
    db = pod("d", on="b", labels={"app": "db"})

    # web 1/0: z1 is out. For db the pod does not count itself: x and y have 0, nobody is ahead.
    assert refused(PLUGIN, pair, *two_zones(), *webs(a=1), db) == {"a", "b"}


def test_min_domains_makes_the_minimum_zero_while_domains_are_few() -> None:
    there = [*two_zones(), *webs(a=1, x=1)]

    assert refused(PLUGIN, waiting(spread(minDomains=2)), *there) == set()
    assert refused(PLUGIN, waiting(spread(minDomains=3)), *there) == {"a", "b", "x", "y"}


def only(*zones: str) -> dict[str, Any]:
    wanted = {"key": ZONE, "operator": "In", "values": list(zones)}
    return {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": [{"matchExpressions": [wanted]}]}}}


def test_domains_the_pod_s_affinity_leaves_out_do_not_count_unless_ignored() -> None:
    nodes = [*two_zones(), node("q", zone="z3")]
    there = [*nodes, *webs(a=1, x=2)]

    honored = waiting(spread(), affinity=only("z1", "z2"))
    ignored = waiting(spread(nodeAffinityPolicy="Ignore"), affinity=only("z1", "z2"))

    assert refused(PLUGIN, honored, *there) == {"x", "y"}
    # The empty z3 counts now, so z1 is ahead of it as well.
    assert refused(PLUGIN, ignored, *there) == {"a", "b", "x", "y"}


def test_tainted_domains_count_unless_taints_are_honored() -> None:
    tainted = node("q", zone="z3", taints=[{"key": "k", "effect": "NoSchedule"}])
    there = [*two_zones(), tainted, *webs(a=1, x=1)]

    assert refused(PLUGIN, waiting(spread()), *there) == {"a", "b", "x", "y"}
    assert refused(PLUGIN, waiting(spread(nodeTaintsPolicy="Honor")), *there) == set()


def test_match_label_keys_count_the_pod_s_own_revision_only() -> None:
    own = {"app": "web", "pod-template-hash": "new"}
    old = [pod(f"o{i}", on="a", labels={"app": "web", "pod-template-hash": "old"}) for i in range(2)]
    constraint = spread(matchLabelKeys=["pod-template-hash"])

    assert refused(PLUGIN, waiting(constraint, labels=own), *two_zones(), *old) == set()
    assert refused(PLUGIN, waiting(spread(), labels=own), *two_zones(), *old) == {"a", "b"}


def test_an_empty_selector_counts_nobody_among_the_pods_that_are_there() -> None:
    everyone = waiting(spread(labelSelector={}, app=None))

    assert refused(PLUGIN, everyone, *two_zones(), *webs(a=5)) == set()


def test_the_arithmetic_is_told_for_each_node() -> None:
    decision = decided(cluster(*two_zones(), *webs(a=2, x=1)), waiting(spread()))

    assert decision.nodes["a"].explanations == (SpreadArithmetic(ZONE, "z1", 2, 1, 1, 1, 2, False, COUNTED),)
    assert decision.nodes["x"].explanations == (SpreadArithmetic(ZONE, "z2", 1, 1, 1, 1, 1, True, COUNTED),)


@pytest.mark.parametrize(
    ("selector", "said"),
    [
        ({"matchLabels": {"app": "web", "a": ""}}, "a=,app=web"),
        ({"matchExpressions": [{"key": "app", "operator": "In", "values": ["a", "b"]}]}, "app in (a,b)"),
        ({"matchExpressions": [{"key": "old", "operator": "DoesNotExist"}]}, "!old"),
        ({}, None),
        (None, None),
    ],
)
def test_a_row_says_what_is_counted(selector: dict[str, Any] | None, said: str | None) -> None:
    constraint = spread(app=None) if selector is None else spread(app=None, labelSelector=selector)
    view: Any = decided(cluster(*two_zones()), waiting(constraint)).to_json()

    assert {said} == {row["selector"] for node in view["nodes"].values() for row in node["spread"]}


# --- defaults -------------------------------------------------------------------------------------


def hard_default() -> ProfileConfig:
    default = TopologySpreadConstraint(1, ZONE, "DoNotSchedule", None)
    return ProfileConfig(spread=PodTopologySpreadArgs("List", (default,)))


def test_defaults_of_the_profile_are_for_pods_that_belong_to_something() -> None:
    service = Service.parse({"metadata": {"name": "s", "namespace": "default"}, "spec": {"selector": WEB}})
    snapshot = cluster(*two_zones(), *webs(a=1))
    waits = pod("p", labels=WEB)

    assert len(decided(snapshot, waits, hard_default()).feasible) == 4
    snapshot.services[service.key] = service
    assert set(decided(snapshot, waits, hard_default()).feasible) == {"x", "y"}


def test_a_constraint_of_the_pod_s_own_replaces_all_defaults() -> None:
    service = Service.parse({"metadata": {"name": "s", "namespace": "default"}, "spec": {"selector": WEB}})
    snapshot = cluster(*two_zones(), *webs(a=1))
    snapshot.services[service.key] = service

    assert len(decided(snapshot, waiting(spread(HOST, 5)), hard_default()).feasible) == 4


# --- scores ---------------------------------------------------------------------------------------


def ranked(of: PodInfo, *things: Any) -> dict[str, int]:
    return {name: pair[1] for name, pair in scores(PLUGIN, of, *things).items()}


def test_the_emptiest_host_gets_100() -> None:
    nodes = [node(name) for name in ("a", "b", "c")]
    found = ranked(waiting(spread(HOST, when="ScheduleAnyway")), *nodes, *webs(a=2, b=1))

    assert found["c"] == 100
    assert found["a"] < found["b"] < found["c"]


def test_nodes_of_the_emptier_zone_score_alike() -> None:
    found = ranked(waiting(spread(when="ScheduleAnyway")), *two_zones(), *webs(a=2, b=1, x=1))

    assert found["x"] == found["y"] == 100
    assert found["a"] == found["b"] < 100


def test_without_pods_all_are_equal() -> None:
    assert set(ranked(waiting(spread(when="ScheduleAnyway")), *two_zones()).values()) == {100}


def test_a_node_without_the_key_scores_nothing() -> None:
    found = ranked(waiting(spread(when="ScheduleAnyway")), node("a", zone="z1"), node("bare"), *webs(a=1))

    assert found["bare"] == 0


def test_a_larger_max_skew_makes_a_difference_matter_less() -> None:
    nodes = [node(name) for name in ("a", "b")]
    strict = ranked(waiting(spread(HOST, 1, "ScheduleAnyway")), *nodes, *webs(a=4, b=1))
    lax = ranked(waiting(spread(HOST, 5, "ScheduleAnyway")), *nodes, *webs(a=4, b=1))

    assert strict["a"] < lax["a"] < 100


# --- what wakes a pod -----------------------------------------------------------------------------


def test_a_pod_that_counts_wakes_wherever_it_comes_or_goes() -> None:
    constrained = waiting(spread())

    assert wakes(PLUGIN, constrained, Resource.POD, Action.ADD, None, webs(a=1)[0])
    assert wakes(PLUGIN, constrained, Resource.POD, Action.DELETE, webs(a=1)[0], None)
    assert not wakes(PLUGIN, constrained, Resource.POD, Action.ADD, None, pod("o", on="a"))


def test_a_node_with_all_keys_wakes_and_one_without_does_not() -> None:
    constrained = waiting(spread(), spread(HOST))

    assert wakes(PLUGIN, constrained, Resource.NODE, Action.ADD, None, node("n", zone="z3"))
    assert not wakes(PLUGIN, constrained, Resource.NODE, Action.ADD, None, node("n"))
