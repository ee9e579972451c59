"""Totals of the feasible nodes, and which of them are best."""

from __future__ import annotations

import pytest

from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import ProfileConfig, build_profile
from scheduler_core.scheduler.cycle.cycle import Cycle
from scheduler_core.scheduler.cycle.pod_class import PodClass
from scheduler_core.scheduler.cycle.scoring import Scoring, score_nodes
from scheduler_core.scheduler.queue.nominator import Nominator
from tests.core.scheduler.builders import cluster, judged, node, pod

HALF_FULL = (node("n1"), node("n2"), pod("a", "2", on="n1"))


def scored(snapshot: Snapshot, waiting: PodInfo, *places: int, trace: bool = True) -> Scoring:
    profile = build_profile()
    pod_class = PodClass(profile, waiting, snapshot)
    cycle = Cycle(snapshot, waiting, profile, Nominator(), pod_class=pod_class, trace=trace)
    assert "" == cycle.pre_filter().status.message
    pod_class.resolve(range(len(snapshot.nodes)), waiting)
    return score_nodes(cycle, pod_class, places)


def test_a_total_is_the_sum_of_the_weighted_scores() -> None:
    scoring = scored(cluster(*HALF_FULL), pod("p", "1"), 0, 1)

    sums = {name: sum(score.weighted for score in of.values()) for name, of in scoring.scores.items()}
    assert 2 == len(sums)
    assert sums == dict(scoring.totals)


def test_a_weighted_score_is_the_normalized_one_times_the_weight_of_its_plugin() -> None:
    scoring = scored(cluster(*HALF_FULL), pod("p", "1"), 0, 1)

    products = {
        plugin: score.normalized * scoring.weights[plugin] for plugin, score in scoring.scores["n2"].items()
    }
    assert {"NodeResourcesFit", "TaintToleration"} <= products.keys()
    assert products == {plugin: score.weighted for plugin, score in scoring.scores["n2"].items()}


def test_only_the_given_places_are_compared() -> None:
    assert ("n1",) == scored(cluster(*HALF_FULL), pod("p", "1"), 0).best


def test_nodes_of_equal_total_are_all_best() -> None:
    assert ("n1", "n3") == scored(
        cluster(node("n1"), node("n2"), node("n3"), pod("a", "2", on="n2")), pod("p", "1"), 0, 1, 2
    ).best


def test_without_a_trace_the_same_nodes_are_best_and_no_score_is_noted() -> None:
    scoring = scored(cluster(*HALF_FULL), pod("p", "1"), 0, 1, trace=False)

    assert (("n2",), {}, {}) == (scoring.best, scoring.scores, scoring.totals)


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("NodeResourcesFit", ""),
        ("NodeAffinity", ""),
        ("ImageLocality", ""),
        ("NodeResourcesBalancedAllocation", ""),
        ("VolumeBinding", ""),
        ("TaintToleration", 'failed to read "PreScoreTaintToleration" from cycleState: not found'),
        ("InterPodAffinity", 'failed to read "PreScoreInterPodAffinity" from cycleState: not found'),
        ("PodTopologySpread", 'error reading "PreScorePodTopologySpread" from cycleState: not found'),
    ],
)
def test_a_plugin_that_is_disabled_and_has_a_weight_runs_in_score_alone(name: str, error: str) -> None:
    config = ProfileConfig(disabled_plugins=frozenset({name}), weights=((name, 7),))
    decision = judged(cluster(node("n1"), node("n2")), pod("p", "1"), config=config)

    if error:
        assert decision.fit_error == f'running Score plugins: plugin "{name}" failed with: {error}'
        assert "error" == decision.result
    else:
        assert 7 == decision.weights[name]
        assert name not in decision.filter_plugins
