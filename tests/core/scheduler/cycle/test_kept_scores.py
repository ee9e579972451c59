"""Scores that are kept until their node changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.configuration.profile import Profile, build_profile
from scheduler_core.scheduler.cycle.pod_class import PodClass
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.interface import ScoreAllPlugin
from tests.core.scheduler.builders import cluster, node, pod

FIT = "NodeResourcesFit"
TAINTS = "TaintToleration"


class Noting:
    """NodeResourcesFit, and the nodes that it has scored."""

    name = FIT

    def __init__(self, plugin: ScoreAllPlugin) -> None:
        self.plugin = plugin
        self.nodes: list[str] = []

    def score_all(self, state: CycleState, pod: PodInfo, nodes: Sequence[NodeInfo]) -> list[int]:
        self.nodes += [node.name for node in nodes]
        return self.plugin.score_all(state, pod, nodes)


def noting() -> tuple[Profile, Noting]:
    profile = build_profile()
    noting = Noting(profile.score_all[FIT])
    return replace(profile, score_all={**profile.score_all, FIT: noting}), noting


def scores_of(plugin: str, kept: PodClass, places: Sequence[int], waiting: PodInfo) -> list[int] | None:
    """The kept scores of a plugin at the places, in their order."""
    numbers = kept.scores.numbers(places, waiting)
    scorer = next(scorer for scorer in kept.profile.score if scorer.name == plugin)
    return kept.scores.column(scorer, places, numbers, waiting)


def totals_of(kept: PodClass, places: Sequence[int], waiting: PodInfo) -> list[int]:
    return [kept.scores.totals[number] for number in kept.scores.numbers(places, waiting)]


def test_nodes_with_equal_sums_share_a_score() -> None:
    profile, fit = noting()
    waiting = pod("p", "1")
    kept = PodClass(profile, waiting, cluster(node("n1"), node("n2"), node("n3", "8")))

    scores = scores_of(FIT, kept, range(3), waiting)

    assert scores is not None
    assert ["n1", "n3"] == fit.nodes
    assert scores[0] == scores[1] < scores[2]


def test_a_score_is_worked_out_again_only_where_the_node_has_changed() -> None:
    profile, fit = noting()
    waiting, snapshot = pod("p", "1"), cluster(*[node(f"n{number}", str(number)) for number in range(1, 6)])
    kept = PodClass(profile, waiting, snapshot)
    before = totals_of(kept, [0, 1, 2, 3], waiting)
    for name, cpu in (("n2", "1"), ("n3", "2")):
        snapshot.add_pod(pod(f"on-{name}", cpu, on=name))
    kept.refresh()
    fit.nodes.clear()
    places = [3, 2, 1, 0, 4]
    after = totals_of(kept, places, waiting)

    assert {"n2", "n3", "n5"} == set(fit.nodes)
    assert [before[3], before[0]] == [after[0], after[3]]
    anew = PodClass(profile, waiting, snapshot)
    assert totals_of(anew, places, waiting) == after
    assert scores_of(FIT, anew, places, waiting) == scores_of(FIT, kept, places, waiting)


def test_scores_by_node_are_kept_by_place() -> None:
    soft = {"key": "k", "effect": "PreferNoSchedule"}
    waiting = pod("p", "1")
    snapshot = cluster(node("n1"), node("n2", taints=[soft]), node("n3"), node("n4", taints=[soft, soft]))
    kept = PodClass(build_profile(), waiting, snapshot)
    first = scores_of(TAINTS, kept, [1, 2], waiting)
    second = scores_of(TAINTS, kept, range(4), waiting)
    snapshot.put_node(node("n2"))
    kept.refresh()

    assert ([1, 0], [0, 1, 0, 2]) == (first, second)
    assert [2, 0, 0, 0] == scores_of(TAINTS, kept, [3, 2, 1, 0], waiting)


def test_the_sum_has_the_weighted_scores_that_are_not_normalized() -> None:
    waiting = pod("p", "1")
    kept = PodClass(build_profile(), waiting, cluster(node("n1"), node("n2", "8")))
    places = range(2)

    assert [TAINTS] == [plugin.name for plugin in kept.scores.by_node]
    columns = [scores_of(name, kept, places, waiting) for name in (FIT, "NodeResourcesBalancedAllocation")]
    plain = [column for column in columns if column is not None]
    assert [sum(column) for column in zip(*plain, strict=True)] == totals_of(kept, places, waiting)
