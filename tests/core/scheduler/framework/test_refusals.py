"""Answers for many nodes at once are those for each of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given

from scheduler_core.objects.manifest import Json
from scheduler_core.objects.releases.releases import release
from scheduler_core.objects.releases.version import NEW_RUNS
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.cluster.topology import YES
from scheduler_core.scheduler.configuration.profile import Profile, ProfileConfig, build_profile
from scheduler_core.scheduler.cycle.cycle import Cycle
from scheduler_core.scheduler.framework.refusals import (
    FEW,
    Refusal,
    RefusedDomains,
    RefusedNodes,
    refused_among,
)
from scheduler_core.scheduler.framework.status import Status, unschedulable
from scheduler_core.scheduler.queue.nominator import Nominator
from tests.core.scheduler.builders import cluster, node, pod
from tests.core.scheduler.random_clusters import Around, Cluster, arounds, clusters, snapshot_of

ZONE = "topology.kubernetes.io/zone"
ZONES = cluster(node("a1", zone="a"), node("b1", zone="b"), node("x"), node("a2", zone="a"))
NO = unschedulable("Mine", "no")

PROFILE = build_profile()
NEWEST = build_profile(ProfileConfig(release=release(NEW_RUNS)))
FILTERS = (
    "NodeUnschedulable",
    "NodeName",
    "TaintToleration",
    "NodeAffinity",
    "NodePorts",
    "NodeResourcesFit",
    "PodTopologySpread",
    "InterPodAffinity",
)
SCORERS = {
    "TaintToleration",
    "NodeResourcesFit",
    "NodeResourcesBalancedAllocation",
    "PodTopologySpread",
    "InterPodAffinity",
    "ImageLocality",
    "DynamicResources",
}
SHARED = {"NodeResourcesFit", "NodeResourcesBalancedAllocation"}


def prepared(snapshot: Snapshot, waiting: PodInfo, profile: Profile = PROFILE) -> Cycle:
    cycle = Cycle(snapshot, waiting, profile, Nominator())
    cycle.pre_filter()
    cycle.pre_score(snapshot.nodes)
    return cycle


def by_place(refused: Sequence[Refusal], snapshot: Snapshot) -> Mapping[int, Status]:
    """The first refusal counts."""
    results: dict[int, Status] = {}
    for refusal in refused:
        for place in refusal.all_places(snapshot):
            results.setdefault(place, refusal.status)
    return results


def assert_filters_alike(snapshot: Snapshot, waiting: PodInfo) -> None:
    cycle, count = prepared(snapshot, waiting), len(snapshot.nodes)
    for plugin in cycle.filters:
        refused = cycle.refused_by(plugin)
        if refused is None:
            continue
        one_by_one = by_place(refused_among(range(count), plugin.filter, cycle.state, waiting), snapshot)
        possible = bytearray([YES]) * count
        for refusal in refused:
            possible = refusal.without(possible, snapshot)

        assert one_by_one == by_place(refused, snapshot)
        assert set(one_by_one) == {place for place in range(count) if not possible[place]}


@given(clusters(), arounds)
def test_filters_refuse_at_once_the_nodes_that_they_refuse_one_by_one(made: Cluster, around: Around) -> None:
    all_nodes, placed, waiting = made

    assert waiting
    for one in waiting:
        assert_filters_alike(snapshot_of(all_nodes, placed, around), one)


@pytest.mark.parametrize("profile", [PROFILE, NEWEST], ids=["v1.34", f"v{NEW_RUNS}"])
@given(made=clusters())
def test_scores_at_once_are_those_of_each_node_and_equal_where_the_sums_are(
    profile: Profile, made: Cluster
) -> None:
    all_nodes, placed, waiting = made
    snapshot = snapshot_of(all_nodes, placed)
    cycle, sums = prepared(snapshot, waiting[0], profile), snapshot.columns.sums
    scorers = [plugin for plugin in profile.score if plugin.name not in cycle.state.skip_score]

    assert scorers
    for plugin in scorers:
        scores = [plugin.score(cycle.state, waiting[0], info) for info in snapshot.nodes]
        assert scores == cycle.raw_scores(plugin, snapshot.nodes)
        if plugin.reads.shared:
            assert len(set(sums)) == len(set(zip(sums, scores, strict=True)))


def test_a_request_too_large_for_some_nodes_and_for_the_free_room_of_others_has_a_status_for_each() -> None:
    snapshot = cluster(
        node("small", "1"),
        node("full", "8"),
        node("room", "8"),
        node("low", "8", memory="1Gi"),
        pod("a", "7", on="full"),
    )
    requests: Json = {"requests": {"cpu": "2", "memory": "2Gi"}}
    waiting = pod("p", containers=[{"name": "c", "resources": requests}])
    assert_filters_alike(snapshot, waiting)
    refused = PROFILE.filter_all["NodeResourcesFit"].filter_all(prepared(snapshot, waiting).state, waiting)

    assert {
        ("UnschedulableAndUnresolvable", ("Insufficient cpu",)),
        ("Unschedulable", ("Insufficient cpu",)),
        ("UnschedulableAndUnresolvable", ("Insufficient memory",)),
    } == {(status.code.value, status.reasons) for status in [refusal.status for refusal in refused or ()]}


def test_the_default_plugins_that_answer_at_once_and_those_that_share() -> None:
    assert FILTERS == tuple(name for name in PROFILE.filter_names if name in PROFILE.filter_all)
    assert SCORERS == PROFILE.score_all.keys()
    assert SHARED == {plugin.name for plugin in PROFILE.score if plugin.reads.shared}


def left(refusal: Refusal, *refused_before: str) -> set[str]:
    possible = bytearray(0 if name in refused_before else YES for name in ZONES.names)
    after = refusal.without(possible, ZONES)
    return {name for name, byte in zip(ZONES.names, after, strict=True) if byte}


def test_refused_nodes_are_out() -> None:
    assert {"a1", "a2", "b1"} == left(RefusedNodes(NO, ZONES.topology(ZONE).missing))


def test_refused_domains_are_out_and_nodes_without_a_domain_stay() -> None:
    assert {"b1", "x"} == left(RefusedDomains(NO, ZONE, ["a", "unknown"]))


def test_where_all_others_are_refused_nothing_comes_back() -> None:
    assert {"a2"} == left(RefusedDomains(NO, ZONE, ["a"], others=True), "a1")


def test_many_places_at_once_are_refused_like_few() -> None:
    many = cluster(*[node(f"n{number}", zone="ab"[number % 2]) for number in range(3 * FEW)])
    possible = bytearray([YES]) * len(many.nodes)
    refused = RefusedDomains(NO, ZONE, ["a"]).without(bytearray(possible), many)
    only = RefusedDomains(NO, ZONE, ["b"], others=True).without(bytearray(possible), many)

    expected = [YES if info.labels[ZONE] == "b" else 0 for info in many.nodes]
    assert len(many.nodes) // 2 == expected.count(YES)
    assert expected == list(refused) == list(only)
