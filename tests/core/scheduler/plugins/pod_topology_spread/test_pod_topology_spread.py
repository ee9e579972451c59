"""PodTopologySpread, filtering: how far the domains may differ, and what wakes a pod that was refused."""

from typing import Any

import pytest

from scheduler_core.objects.node import Node
from scheduler_core.objects.selection.selectors import map_selector
from scheduler_core.scheduler.cycle.decision_view import decision_view
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.diagnosis.explanation import SpreadArithmetic
from scheduler_core.scheduler.plugins.pod_topology_spread.pod_topology_spread import (
    PodTopologySpread,
    spread_state,
)
from tests.core.scheduler.builders import cluster, node, pod
from tests.core.scheduler.plugins.plugin_answers import (
    HOST,
    REQUIRED,
    ZONE,
    decided,
    refusals,
    refused,
    skips_filter,
)
from tests.core.scheduler.plugins.spread_builders import WEB, spread, two_zones, waiting, webs

PLUGIN = "PodTopologySpread"
COUNTED = map_selector(WEB)
VIOLATED = "node(s) didn't match pod topology spread constraints"


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
    result = refusals(PLUGIN, waiting(spread(skew=skew)), *two_zones(), *webs(**counts))

    assert result == dict.fromkeys(out, ("Unschedulable", VIOLATED))


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
    assert {"a", "y"} == refused(PLUGIN, stranger, *two_zones(), *webs(a=2, b=1, y=3))


def test_pods_of_other_namespaces_and_pods_on_their_way_out_do_not_count() -> None:
    elsewhere = pod("e", on="a", labels=WEB, namespace="ns1")
    leaving = pod("l", on="a", labels=WEB, metadata={"deletionTimestamp": "2025-01-01T00:00:00Z"})

    assert set() == refused(PLUGIN, waiting(spread()), *two_zones(), elsewhere, leaving)


def test_a_node_without_the_key_is_out_and_its_pods_do_not_count() -> None:
    result = refusals(PLUGIN, waiting(spread()), node("a", zone="z1"), node("bare"), *webs(bare=3))

    missing = f"{VIOLATED} (missing required label)"
    assert result == {"bare": ("UnschedulableAndUnresolvable", missing)}


def test_all_constraints_must_hold_and_a_node_needs_all_their_keys() -> None:
    both = waiting(spread(), spread(HOST))

    # Zones 1/2: z2 is out. In z1 host a is ahead of the empty host b.
    assert {"a", "x", "y"} == refused(PLUGIN, both, *two_zones(), *webs(a=1, x=1, y=1))


def test_two_constraints_may_count_different_pods() -> None:
    pair = waiting(spread(), spread(HOST, app="db"), labels={"app": "web"})
    db = pod("d", on="b", labels={"app": "db"})

    # web 1/0: z1 is out. For db the pod does not count itself: x and y have 0, nobody is ahead.
    assert {"a", "b"} == refused(PLUGIN, pair, *two_zones(), *webs(a=1), db)


def test_min_domains_makes_the_minimum_zero_while_domains_are_few() -> None:
    there = [*two_zones(), *webs(a=1, x=1)]

    assert set() == refused(PLUGIN, waiting(spread(minDomains=2)), *there)
    assert {"a", "b", "x", "y"} == refused(PLUGIN, waiting(spread(minDomains=3)), *there)


def only(*zones: str) -> dict[str, Any]:
    required = {"key": ZONE, "operator": "In", "values": list(zones)}
    return {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": [{"matchExpressions": [required]}]}}}


def test_domains_the_pod_s_affinity_leaves_out_do_not_count_unless_ignored() -> None:
    nodes = [*two_zones(), node("q", zone="z3")]
    there = [*nodes, *webs(a=1, x=2)]

    honored = waiting(spread(), affinity=only("z1", "z2"))
    ignored = waiting(spread(nodeAffinityPolicy="Ignore"), affinity=only("z1", "z2"))

    assert {"x", "y"} == refused(PLUGIN, honored, *there)
    # The empty z3 counts now, so z1 is ahead of it as well.
    assert {"a", "b", "x", "y"} == refused(PLUGIN, ignored, *there)


def test_tainted_domains_count_unless_taints_are_honored() -> None:
    tainted = node("q", zone="z3", taints=[{"key": "k", "effect": "NoSchedule"}])
    there = [*two_zones(), tainted, *webs(a=1, x=1)]

    assert {"a", "b", "x", "y"} == refused(PLUGIN, waiting(spread()), *there)
    assert set() == refused(PLUGIN, waiting(spread(nodeTaintsPolicy="Honor")), *there)


def test_match_label_keys_count_the_pod_s_own_revision_only() -> None:
    own = {"app": "web", "pod-template-hash": "new"}
    old = [pod(f"o{i}", on="a", labels={"app": "web", "pod-template-hash": "old"}) for i in range(2)]
    constraint = spread(matchLabelKeys=["pod-template-hash"])

    assert set() == refused(PLUGIN, waiting(constraint, labels=own), *two_zones(), *old)
    assert {"a", "b"} == refused(PLUGIN, waiting(spread(), labels=own), *two_zones(), *old)


def test_an_empty_selector_counts_none_of_the_existing_pods() -> None:
    everyone = waiting(spread(labelSelector={}, app=None))

    assert set() == refused(PLUGIN, everyone, *two_zones(), *webs(a=5))


def test_the_arithmetic_is_told_for_each_node() -> None:
    decision = decided(cluster(*two_zones(), *webs(a=2, x=1)), waiting(spread()))

    assert decision.nodes["a"].explanations == (SpreadArithmetic(ZONE, "z1", 2, 1, 1, 1, 2, False, COUNTED),)
    assert decision.nodes["x"].explanations == (SpreadArithmetic(ZONE, "z2", 1, 1, 1, 1, 1, True, COUNTED),)


@pytest.mark.parametrize(
    ("selector", "message"),
    [
        ({"matchLabels": {"app": "web", "a": ""}}, "a=,app=web"),
        ({"matchExpressions": [{"key": "app", "operator": "In", "values": ["a", "b"]}]}, "app in (a,b)"),
        ({"matchExpressions": [{"key": "old", "operator": "DoesNotExist"}]}, "!old"),
        ({}, None),
        (None, None),
    ],
)
def test_a_row_says_what_is_counted(selector: dict[str, Any] | None, message: str | None) -> None:
    constraint = spread(app=None) if selector is None else spread(app=None, labelSelector=selector)
    view: Any = decision_view(decided(cluster(*two_zones()), waiting(constraint)))

    assert {message} == {row["selector"] for node in view["nodes"].values() for row in node["spread"]}


def test_a_typo_in_a_label_takes_the_node_out_of_its_zone() -> None:
    nodes = [node("a", zone="z1"), node("b", labels={"topologykubernetes.io/zone": "z1"}), *two_zones()[2:]]
    result = refusals(PLUGIN, waiting(spread()), *nodes, *webs(a=1, b=1, x=1, y=1))

    assert {
        "b": "UnschedulableAndUnresolvable",
        "x": "Unschedulable",
        "y": "Unschedulable",
    } == {name: code for name, (code, _) in result.items()}


def test_a_key_that_no_node_has_refuses_all() -> None:
    assert {"a", "b", "x", "y"} == refused(PLUGIN, waiting(spread("rack")), *two_zones())


def test_without_pods_a_stranger_fits_everywhere() -> None:
    assert set() == refused(PLUGIN, waiting(spread(), labels={"app": "other"}), *two_zones())


def test_no_selector_counts_no_pod() -> None:
    assert set() == refused(PLUGIN, waiting(spread(app=None)), *two_zones(), *webs(x=1, y=1))


def on_hosts(*names: str) -> dict[str, Any]:
    required = {"key": HOST, "operator": "In", "values": list(names)}
    return {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": [{"matchExpressions": [required]}]}}}


def test_hosts_that_the_pod_s_affinity_leaves_out_set_no_minimum() -> None:
    pinned = waiting(spread(HOST), affinity=on_hosts("a", "y"))

    # 2/1/0/3, but only a and y count: a has the minimum, y is one ahead.
    assert {"y"} == refused(PLUGIN, pinned, *two_zones(), *webs(a=2, b=1, y=3))


def test_a_node_selector_leaves_nodes_out_like_an_affinity() -> None:
    nodes = [node("a", labels={"pool": "blue"}), node("b"), node("y", labels={"pool": "blue"})]
    blue = waiting(spread(HOST), nodeSelector={"pool": "blue"})

    assert {"y"} == refused(PLUGIN, blue, *nodes, *webs(a=1, y=2))


@pytest.mark.parametrize(
    ("min_domains", "skew", "out"),
    [
        pytest.param(2, 1, {"a", "b"}, id="2 of 3: the minimum stands"),
        pytest.param(3, 1, {"a", "b"}, id="3 of 3: the minimum stands"),
        pytest.param(4, 1, {"a", "b", "c"}, id="4 of 3: the minimum is zero"),
        pytest.param(4, 2, {"a", "b"}, id="4 of 3 with maxSkew 2"),
    ],
)
def test_how_many_hosts_there_must_be(min_domains: int, skew: int, out: set[str]) -> None:
    nodes = [node(name) for name in ("a", "b", "c")]
    constrained = waiting(spread(HOST, skew, minDomains=min_domains))

    assert refused(PLUGIN, constrained, *nodes, *webs(a=2, b=2, c=1)) == out


@pytest.mark.parametrize(
    ("counts", "fits"),
    [
        pytest.param({"a": 2, "b": 1, "y": 3}, {"x"}, id="3/3 and 2/1/0/3"),
        pytest.param({"a": 2, "b": 1, "y": 4}, set(), id="3/4 and 2/1/0/4: nobody pleases both"),
    ],
)
def test_zones_and_hosts_together(counts: dict[str, int], fits: set[str]) -> None:
    both = waiting(spread(), spread(HOST))

    assert refused(PLUGIN, both, *two_zones(), *webs(**counts)) == {"a", "b", "x", "y"} - fits


@pytest.mark.parametrize(
    ("webs_on", "roles_on", "fits"),
    [
        pytest.param({"b": 1}, {"a": 1, "y": 1}, {"x"}, id="1/0 by zone, 1/0/0/1 by host"),
        pytest.param({"a": 1, "b": 1}, {"x": 1, "y": 1}, set(), id="2/0 by zone, 0/0/1/1 by host"),
        pytest.param({"b": 1, "y": 2}, {"a": 1, "b": 1, "y": 1}, set(), id="1/2 by zone, 1/1/0/1 by host"),
    ],
)
def test_each_constraint_has_its_own_selector(
    webs_on: dict[str, int], roles_on: dict[str, int], fits: set[str]
) -> None:
    by_role = {"labelSelector": {"matchLabels": {"role": "db"}}}
    pair = waiting(spread(), spread(HOST, app=None, **by_role), labels={"app": "web", "role": "db"})
    roles = [pod(f"r-{on}-{i}", on=on, labels={"role": "db"}) for on, n in roles_on.items() for i in range(n)]

    names = {"a", "b", "x", "y"}
    assert refused(PLUGIN, pair, *two_zones(), *webs(**webs_on), *roles) == names - fits


def test_a_node_that_lacks_the_key_of_one_constraint_counts_for_none() -> None:
    zoned = [node("a", zone="z1"), node("b", zone="z1"), node("y", zone="z2")]
    unnamed = Node.parse(
        {
            "metadata": {"name": "x", "labels": {ZONE: "z2"}},
            "status": {"allocatable": {"cpu": "4", "memory": "8Gi", "pods": "110"}},
        }
    )
    there = [*zoned, unnamed, *webs(a=1, x=1, y=1)]

    # Zones 1/1 (x's pod is not seen), hosts 1/0/1: only b fits.
    assert {"a", "x", "y"} == refused(PLUGIN, waiting(spread(), spread(HOST)), *there)


@pytest.mark.parametrize(
    ("zone_policy", "host_policy", "fits"),
    [
        # Zones 2/1 and hosts 1/1/1, or with the empty q beside them.
        pytest.param("Honor", "Honor", {"a", "b", "x"}, id="both honor"),
        pytest.param("Honor", "Ignore", set(), id="zones honor, hosts ignore"),
        pytest.param("Ignore", "Honor", {"x"}, id="zones ignore, hosts honor"),
    ],
)
def test_each_constraint_has_its_own_policy(zone_policy: str, host_policy: str, fits: set[str]) -> None:
    """The host q in a third zone is empty, and the pod may not go there."""
    pinned = waiting(
        spread(skew=2, nodeAffinityPolicy=zone_policy),
        spread(HOST, skew=1, nodeAffinityPolicy=host_policy),
        affinity=only("z1", "z2"),
    )
    there = [*two_zones()[:3], node("q", zone="z3"), *webs(a=1, b=1, x=1)]

    assert {"a", "b", "x"} - refused(PLUGIN, pinned, *there) == fits


def test_a_terminating_pod_is_not_counted_but_its_removal_is() -> None:
    leaving = pod("l", on="x", labels=WEB, metadata={"deletionTimestamp": "2025-01-01T00:00:00Z"})
    snapshot = cluster(*two_zones(), *webs(a=1), leaving)
    plugin, state, constrained = PodTopologySpread(), CycleState(snapshot), waiting(spread())
    plugin.pre_filter(state, snapshot, constrained)
    info = snapshot.get("x")
    assert info is not None

    plugin.remove_pod(state, constrained, leaving, info)

    # 1 and 0 become 1 and -1, as in the original.
    (shown,) = spread_state(state, constrained)
    assert {"z1": 1, "z2": -1} == dict(shown.pairs)
