"""PodTopologySpread, filtering: how far the domains may differ, and what wakes a pod that was refused."""

from typing import Any

import pytest

from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import TopologySpreadConstraint
from scheduler_core.objects.selectors import map_selector
from scheduler_core.objects.workloads import Service, Workload
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import ProfileConfig
from scheduler_core.scheduler.cycle.decision_view import decision_view
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.events import Action, Resource
from scheduler_core.scheduler.framework.explanation import SpreadArithmetic
from scheduler_core.scheduler.plugins.pod_topology_spread.pod_topology_spread import (
    PodTopologySpread,
    spread_state,
)
from scheduler_core.scheduler.plugins.pod_topology_spread.spread_constraints import (
    PodTopologySpreadArgs,
    default_selector,
)
from tests.core.scheduler.making import cluster, node, pod
from tests.core.scheduler.plugins.asking import (
    HOST,
    REQUIRED,
    ZONE,
    decided,
    refusals,
    refused,
    skips_filter,
    wakes,
)
from tests.core.scheduler.plugins.spreading import BY_ROLE, WEB, spread, two_zones, waiting, webs

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
    view: Any = decision_view(decided(cluster(*two_zones()), waiting(constraint)))

    assert {said} == {row["selector"] for node in view["nodes"].values() for row in node["spread"]}


def test_a_typo_in_a_label_takes_the_node_out_of_its_zone() -> None:
    nodes = [node("a", zone="z1"), node("b", labels={"topologykubernetes.io/zone": "z1"}), *two_zones()[2:]]
    found = refusals(PLUGIN, waiting(spread()), *nodes, *webs(a=1, b=1, x=1, y=1))

    assert {name: code for name, (code, _) in found.items()} == {
        "b": "UnschedulableAndUnresolvable",
        "x": "Unschedulable",
        "y": "Unschedulable",
    }


def test_a_key_that_no_node_has_refuses_all() -> None:
    assert refused(PLUGIN, waiting(spread("rack")), *two_zones()) == {"a", "b", "x", "y"}


def test_without_pods_a_stranger_fits_everywhere() -> None:
    assert refused(PLUGIN, waiting(spread(), labels={"app": "other"}), *two_zones()) == set()


def test_no_selector_counts_nobody() -> None:
    assert refused(PLUGIN, waiting(spread(app=None)), *two_zones(), *webs(x=1, y=1)) == set()


def on_hosts(*names: str) -> dict[str, Any]:
    wanted = {"key": HOST, "operator": "In", "values": list(names)}
    return {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": [{"matchExpressions": [wanted]}]}}}


def test_hosts_that_the_pod_s_affinity_leaves_out_set_no_minimum() -> None:
    pinned = waiting(spread(HOST), affinity=on_hosts("a", "y"))

    # 2/1/0/3, but only a and y count: a has the minimum, y is one ahead.
    assert refused(PLUGIN, pinned, *two_zones(), *webs(a=2, b=1, y=3)) == {"y"}


def test_a_node_selector_leaves_nodes_out_like_an_affinity() -> None:
    nodes = [node("a", labels={"pool": "blue"}), node("b"), node("y", labels={"pool": "blue"})]
    blue = waiting(spread(HOST), nodeSelector={"pool": "blue"})

    assert refused(PLUGIN, blue, *nodes, *webs(a=1, y=2)) == {"y"}


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
    assert refused(PLUGIN, waiting(spread(), spread(HOST)), *there) == {"a", "x", "y"}


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
    assert dict(shown.pairs) == {"z1": 1, "z2": -1}


# --- defaults -------------------------------------------------------------------------------------


def hard_default() -> ProfileConfig:
    default = TopologySpreadConstraint(1, ZONE, "DoNotSchedule", None)
    return ProfileConfig(args=(PodTopologySpreadArgs("List", (default,)),))


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


ROLE = {"matchLabels": {"role": "x"}}


def of_controller(api_version: str, kind: str) -> PodInfo:
    owner = {"apiVersion": api_version, "kind": kind, "name": "w", "uid": "u", "controller": True}
    return pod("p", labels={**WEB, "role": "x"}, metadata={"ownerReferences": [owner]})


@pytest.mark.parametrize(
    ("api_version", "kind", "said"),
    [
        pytest.param("apps/v1", "ReplicaSet", "app=web,role=x", id="replica set"),
        pytest.param("apps/v1", "StatefulSet", "app=web,role=x", id="stateful set"),
        pytest.param("batch/v1", "Job", "app=web", id="a kind that is not looked at"),
        pytest.param("example.com/v1", "ReplicaSet", "app=web", id="a replica set of another group"),
    ],
)
def test_defaults_select_by_services_and_by_the_owner(api_version: str, kind: str, said: str) -> None:
    snapshot = cluster()
    services = [("s", "default", WEB), ("other", "default", {"app": "db"}), ("t", "ns1", {"role": "x"})]
    for name, namespace, selector in services:
        metadata = {"name": name, "namespace": namespace}
        service = Service.parse({"metadata": metadata, "spec": {"selector": selector}})
        snapshot.services[service.key] = service
    metadata = {"name": "w", "namespace": "default"}
    owner = Workload.parse({"kind": kind, "metadata": metadata, "spec": {"selector": ROLE}})
    snapshot.workloads[(kind, "default/w")] = owner

    found = default_selector(snapshot, of_controller(api_version, kind))

    assert ",".join(f"{entry.key}={entry.values[0]}" for entry in found.requirements) == said


def test_a_pod_of_nothing_has_no_defaults() -> None:
    assert default_selector(cluster(), pod("p", labels=WEB)).empty


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


ZONE_ONLY = waiting(spread())
ZONE_AND_HOST = waiting(spread(), spread(HOST))


def labelled(**labels: str) -> Node:
    """`zone`, `host` and others that no constraint knows."""
    names = {"zone": ZONE, "host": HOST}
    written = {names.get(key, key): value for key, value in labels.items()}
    return Node.parse({"metadata": {"name": "n", "labels": written}})


@pytest.mark.parametrize(
    ("constrained", "old", "new", "worth_it"),
    [
        pytest.param(ZONE_ONLY, None, {"zone": "z1"}, True, id="new"),
        pytest.param(ZONE_ONLY, None, {"foo": "1"}, False, id="new, without the key"),
        pytest.param(ZONE_AND_HOST, None, {"zone": "z1"}, False, id="new, with one of two keys"),
        pytest.param(ZONE_AND_HOST, None, {"zone": "z1", "host": "n"}, True, id="new, with both keys"),
        pytest.param(ZONE_ONLY, {"zone": "z1"}, {"zone": "z2"}, True, id="moved"),
        pytest.param(ZONE_ONLY, {"foo": "1"}, {"foo": "2"}, False, id="another label"),
        pytest.param(ZONE_ONLY, {"zone": "z1"}, {"zone": "z1", "foo": "1"}, False, id="one more label"),
        pytest.param(ZONE_ONLY, {}, {"zone": "z1"}, True, id="it gets the key"),
        pytest.param(ZONE_ONLY, {"zone": "z1"}, {}, True, id="it loses the key"),
        pytest.param(ZONE_AND_HOST, {"zone": "z1"}, {"zone": "z2"}, False, id="moved, with one of two keys"),
        pytest.param(
            ZONE_AND_HOST,
            {"zone": "z1", "host": "n"},
            {"zone": "z1", "host": "m"},
            True,
            id="one of two changed",
        ),
        pytest.param(ZONE_ONLY, {"zone": "z1"}, None, True, id="gone"),
        pytest.param(ZONE_ONLY, {"foo": "1"}, None, False, id="gone, without the key"),
    ],
)
def test_which_changes_of_nodes_wake(
    constrained: PodInfo, old: dict[str, str] | None, new: dict[str, str] | None, worth_it: bool
) -> None:
    before = None if old is None else labelled(**old)
    after = None if new is None else labelled(**new)
    action = Action.ADD if old is None else Action.DELETE if new is None else Action.UPDATE_NODE_LABEL

    assert wakes(PLUGIN, constrained, Resource.NODE, action, before, after) is worth_it


def test_a_changed_taint_of_a_node_with_all_keys_wakes() -> None:
    tainted = node("n", zone="z1", taints=[{"key": "k", "effect": "NoSchedule"}])
    event = Resource.NODE, Action.UPDATE_NODE_TAINT, tainted, node("n", zone="z1")

    assert wakes(PLUGIN, ZONE_ONLY, *event)


WEB_AND_ROLE = waiting(spread(), spread(HOST, app=None, **BY_ROLE))


def there(*, on: str = "a", namespace: str = "default", **labels: str) -> PodInfo:
    return pod("other", on=on, namespace=namespace, labels=labels)


@pytest.mark.parametrize(
    ("constrained", "old", "new", "worth_it"),
    [
        pytest.param(ZONE_ONLY, None, there(app="web", on=""), False, id="new, on no node"),
        pytest.param(ZONE_ONLY, None, there(app="web", namespace="ns1"), False, id="of another namespace"),
        pytest.param(ZONE_ONLY, there(app="web", on=""), None, False, id="gone, from no node"),
        pytest.param(ZONE_ONLY, there(app="db"), None, False, id="gone, not counted"),
        pytest.param(ZONE_ONLY, there(), there(app="web"), True, id="counted now"),
        pytest.param(ZONE_ONLY, there(app="web"), there(), True, id="counted no longer"),
        pytest.param(ZONE_ONLY, there(app="web"), there(app="web", foo="1"), False, id="counted as before"),
        pytest.param(ZONE_ONLY, there(foo="1"), there(foo="2"), False, id="not counted as before"),
        pytest.param(ZONE_ONLY, there(on=""), there(app="web", on=""), False, id="changed, on no node"),
        pytest.param(
            WEB_AND_ROLE, there(app="web"), there(app="web", role="1"), True, id="counted by one of two now"
        ),
        pytest.param(
            WEB_AND_ROLE,
            there(app="web", role="1"),
            there(app="web", role="2"),
            False,
            id="by both as before",
        ),
    ],
)
def test_which_changes_of_pods_wake(
    constrained: PodInfo, old: PodInfo | None, new: PodInfo | None, worth_it: bool
) -> None:
    action = Action.ADD if old is None else Action.DELETE if new is None else Action.UPDATE_POD_LABEL

    assert wakes(PLUGIN, constrained, Resource.POD, action, old, new) is worth_it


@pytest.mark.parametrize(("policy", "worth_it"), [("Honor", True), ("Ignore", False)])
def test_a_toleration_of_its_own_wakes_where_taints_are_honored(policy: str, worth_it: bool) -> None:
    constraint = spread(nodeTaintsPolicy=policy)
    after = waiting(constraint, tolerations=[{"operator": "Exists"}])
    event = Resource.POD, Action.UPDATE_POD_TOLERATION, waiting(constraint), after

    assert wakes(PLUGIN, waiting(constraint), *event) is worth_it


def test_a_label_of_its_own_wakes_where_it_begins_to_count_itself() -> None:
    before, after = waiting(spread(), labels={}), waiting(spread())

    assert wakes(PLUGIN, before, Resource.POD, Action.UPDATE_POD_LABEL, before, after)


# --- default constraints in hints -----------------------------------------------------------------


def of_a_service() -> Snapshot:
    snapshot = cluster(*two_zones())
    service = Service.parse({"metadata": {"name": "s", "namespace": "default"}, "spec": {"selector": WEB}})
    snapshot.services[service.key] = service
    return snapshot


@pytest.mark.parametrize(
    ("config", "snapshot", "worth_it"),
    [
        pytest.param(hard_default(), of_a_service(), True, id="a hard default for the pods of a service"),
        pytest.param(hard_default(), cluster(), False, id="no service, so no default"),
        pytest.param(None, of_a_service(), False, id="the built-in defaults are soft"),
    ],
)
def test_a_pod_refused_by_a_default_constraint_wakes_when_a_counted_pod_goes(
    config: ProfileConfig | None, snapshot: Snapshot, worth_it: bool
) -> None:
    event = Resource.POD, Action.DELETE, there(app="web"), None

    assert wakes(PLUGIN, pod("p", labels=WEB), *event, config, snapshot) is worth_it


@pytest.mark.parametrize(
    ("new", "worth_it"),
    [
        pytest.param(node("n", zone="z3"), True, id="a node with the key of the default"),
        pytest.param(node("n"), False, id="a node without it"),
    ],
)
def test_a_pod_refused_by_a_default_constraint_wakes_for_a_node_with_its_key(
    new: Node, worth_it: bool
) -> None:
    event = Resource.NODE, Action.ADD, None, new

    assert wakes(PLUGIN, pod("p", labels=WEB), *event, hard_default(), of_a_service()) is worth_it


def test_defaults_do_not_wake_a_pod_with_constraints_of_its_own() -> None:
    event = Resource.POD, Action.DELETE, there(app="web"), None

    own = waiting(spread(when="ScheduleAnyway"))
    assert not wakes(PLUGIN, own, *event, hard_default(), of_a_service())


def test_own_labels_count_although_the_tolerations_changed_too_where_no_constraint_honors_taints() -> None:
    constraint = spread(nodeTaintsPolicy="Ignore")
    before = waiting(constraint, labels={})
    after = waiting(constraint, tolerations=[{"operator": "Exists"}])
    event = Resource.POD, Action.UPDATE_POD_TOLERATION, before, after

    assert wakes(PLUGIN, after, *event)
