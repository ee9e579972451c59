"""Scoring: the choice among several feasible nodes.

Source: pkg/scheduler/schedule_one.go prioritizeNodes, selectHost (v1.34.1).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cycle.cycle import Cycle
from scheduler_core.scheduler.cycle.decision import Score
from scheduler_core.scheduler.cycle.pod_class import PodClass
from scheduler_core.scheduler.framework.interface import ScorePlugin
from scheduler_core.scheduler.framework.status import Code


class Scoring(NamedTuple):
    """`best` are the nodes with the highest total. `scores`, `totals` and `weights` are for a trace. With an
    `error` nothing was scored."""

    best: tuple[str, ...]
    weights: Mapping[str, int] = {}
    scores: Mapping[str, Mapping[str, Score]] = {}
    totals: Mapping[str, int] = {}
    error: str = ""


def score_nodes(cycle: Cycle, kept: PodClass, places: Sequence[int]) -> Scoring:
    """The best of the feasible nodes at `places`.

    Without a trace, kept sums replace the scores that are not normalized, and scores that are equal for all
    nodes are left out; neither changes which node is best.
    """
    profile, trace = cycle.profile, cycle.trace
    nodes = list(map(cycle.snapshot.nodes.__getitem__, places))
    status = cycle.pre_score(nodes)
    if status.code is Code.ERROR:
        return Scoring((), error=status.message)
    if profile.unprepared:
        return Scoring((), error=f"running Score plugins: {profile.unprepared}")
    kept.score(places, cycle.pod)
    skipped = cycle.state.skip_score
    scores: dict[str, dict[str, Score]] = {node.name: {} for node in nodes} if trace else {}
    scorers: Sequence[ScorePlugin]
    if trace:
        totals = [0] * len(nodes)
        scorers = [plugin for plugin in profile.score if plugin.name not in skipped]
    else:
        totals = list(map(kept.plain.__getitem__, places))
        others = [plugin for plugin in profile.locality.other_scores if plugin.name not in skipped]
        scorers = [*kept.normalized_scores, *others]
    for plugin in scorers:
        table = kept.raw.get(plugin.name)
        if table is not None:
            raw = list(map(table.__getitem__, places))
            if not trace and min(raw) == max(raw):
                continue
        else:
            raw = cycle.raw_scores(plugin, nodes)
        normalized = cycle.normalized(plugin, nodes, raw)
        weight = profile.weights[plugin.name]
        if trace:
            _note(scores, plugin.name, nodes, raw, normalized, weight)
        if any(normalized):
            totals = [total + score * weight for total, score in zip(totals, normalized, strict=True)]
    highest = max(totals)
    best = tuple([node.name for node, total in zip(nodes, totals, strict=True) if total == highest])
    if not trace:
        return Scoring(best)
    return Scoring(
        best,
        {plugin.name: profile.weights[plugin.name] for plugin in scorers},
        scores,
        {node.name: total for node, total in zip(nodes, totals, strict=True)},
    )


def _note(
    scores: dict[str, dict[str, Score]],
    plugin: str,
    nodes: Sequence[NodeInfo],
    raw: Sequence[int],
    normalized: Sequence[int],
    weight: int,
) -> None:
    pairs = list(zip(raw, normalized, strict=True))
    # Many nodes have equal scores, which share one value.
    values = {pair: Score(*pair, pair[1] * weight) for pair in set(pairs)}
    for node, pair in zip(nodes, pairs, strict=True):
        scores[node.name][plugin] = values[pair]
