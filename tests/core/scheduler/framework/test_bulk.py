"""Answers for many nodes at once are those for each of them."""

from __future__ import annotations

from hypothesis import given, settings

from scheduler_core.objects.manifest import Json
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import build_profile
from scheduler_core.scheduler.cycle.cycle import Cycle
from scheduler_core.scheduler.framework.bulk import refused_among
from scheduler_core.scheduler.framework.interface import RefusedPlaces
from scheduler_core.scheduler.framework.status import Status
from scheduler_core.scheduler.queue.nominator import Nominator
from tests.core.scheduler.making import cluster, node, pod
from tests.core.scheduler.random_clusters import Around, Cluster, arounds, clusters, snapshot_of

PROFILE = build_profile()
BULK_FILTERS = (
    "NodeUnschedulable",
    "NodeName",
    "TaintToleration",
    "NodeAffinity",
    "NodePorts",
    "NodeResourcesFit",
)
SUM_SCORERS = {"NodeResourcesFit", "NodeResourcesBalancedAllocation"}
SCORERS = {"TaintToleration", *SUM_SCORERS}


def prepared(snapshot: Snapshot, waiting: PodInfo) -> Cycle:
    cycle = Cycle(snapshot, waiting, PROFILE, Nominator())
    cycle.pre_filter()
    for plugin in PROFILE.pre_score:
        if plugin.name in SCORERS:
            plugin.pre_score(cycle.state, snapshot, waiting, snapshot.nodes)
    return cycle


def by_place(refused: RefusedPlaces) -> dict[int, Status]:
    pairs = [(place, status) for status, places in refused for place in places]
    assert len(pairs) == len(dict(pairs))
    return dict(pairs)


def assert_filters_alike(snapshot: Snapshot, waiting: PodInfo) -> None:
    cycle, columns = prepared(snapshot, waiting), snapshot.columns
    for plugin in cycle.filters:
        bulk = PROFILE.bulk_filters.get(plugin.name)
        refused = None if bulk is None else bulk.filter_all(cycle.state, waiting, columns)
        if refused is not None:
            one_by_one = refused_among(range(len(columns.nodes)), plugin, cycle.state, waiting, columns)
            assert by_place(refused) == by_place(one_by_one)


@settings(max_examples=100)
@given(clusters(), arounds)
def test_bulk_filters_refuse_the_nodes_that_they_refuse_one_by_one(made: Cluster, around: Around) -> None:
    all_nodes, placed, waiting = made

    assert waiting
    for one in waiting:
        assert_filters_alike(snapshot_of(all_nodes, placed, around), one)


@settings(max_examples=50)
@given(clusters())
def test_bulk_scores_are_those_of_each_node_and_equal_where_the_sums_are(made: Cluster) -> None:
    all_nodes, placed, waiting = made
    snapshot = snapshot_of(all_nodes, placed)
    cycle, sums = prepared(snapshot, waiting[0]), snapshot.columns.sums
    scorers = [plugin for plugin in PROFILE.score if plugin.name in SCORERS]

    assert len(scorers) == 3
    for plugin in scorers:
        scores = [plugin.score(cycle.state, waiting[0], info) for info in snapshot.nodes]
        if plugin.name in PROFILE.bulk_scorers:
            bulk = PROFILE.bulk_scorers[plugin.name]
            assert bulk.score_all(cycle.state, waiting[0], snapshot.nodes) == scores
        if plugin.name in PROFILE.sum_scorers:
            assert len(set(zip(sums, scores, strict=True))) == len(set(sums))


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
    refused = PROFILE.bulk_filters["NodeResourcesFit"].filter_all(
        prepared(snapshot, waiting).state, waiting, snapshot.columns
    )

    assert {
        ("UnschedulableAndUnresolvable", ("Insufficient cpu",)),
        ("Unschedulable", ("Insufficient cpu",)),
        ("UnschedulableAndUnresolvable", ("Insufficient memory",)),
    } == {(status.code.value, status.reasons) for status, _ in refused or ()}


def test_the_default_filters_that_look_at_one_node_answer_in_bulk() -> None:
    assert BULK_FILTERS == tuple(name for name in PROFILE.filter_names if name in PROFILE.bulk_filters)
    assert PROFILE.sum_scorers == SUM_SCORERS
    assert {"NodeResourcesFit", "TaintToleration"} <= PROFILE.bulk_scorers.keys()
