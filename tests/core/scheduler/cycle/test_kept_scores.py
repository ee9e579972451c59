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
from tests.core.scheduler.making import cluster, node, pod

FIT = "NodeResourcesFit"


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


def test_nodes_with_equal_sums_share_a_score() -> None:
    profile, fit = noting()
    waiting = pod("p", "1")
    kept = PodClass(profile, waiting, cluster(node("n1"), node("n2"), node("n3", "8"))).scores

    first, second, third = kept.at([0, 1, 2], waiting).tables[FIT].column()

    assert ["n2", "n3"] == fit.nodes
    assert first == second < third


def test_a_score_is_worked_out_again_only_where_the_node_has_changed() -> None:
    profile, fit = noting()
    waiting, snapshot = pod("p", "1"), cluster(*[node(f"n{number}", str(number)) for number in range(1, 6)])
    kept = PodClass(profile, waiting, snapshot)
    before = kept.scores.at([0, 1, 2, 3], waiting)
    for name, cpu in (("n2", "1"), ("n3", "2")):
        snapshot.add_pod(pod(f"on-{name}", cpu, on=name))
    kept.refresh()
    fit.nodes.clear()
    after = kept.scores.at([3, 2, 1, 0, 4], waiting)

    assert {"n2", "n3", "n5"} == set(fit.nodes)
    assert [before.plain[3], before.plain[0]] == [after.plain[0], after.plain[3]]
    anew = PodClass(profile, waiting, snapshot).scores.at([3, 2, 1, 0, 4], waiting)
    assert anew.plain == after.plain
    assert anew.tables[FIT].column() == after.tables[FIT].column()


def test_the_sum_has_the_weighted_scores_that_are_not_normalized() -> None:
    waiting = pod("p", "1")
    kept = PodClass(build_profile(), waiting, cluster(node("n1"), node("n2", "8"))).scores
    scores = kept.at([0, 1], waiting)

    assert ["TaintToleration"] == [plugin.name for plugin in kept.normalized]
    plain = [table.column() for name, table in scores.tables.items() if name != "TaintToleration"]
    assert [sum(column) for column in zip(*plain, strict=True)] == scores.plain
