"""Scoring: the choice among several feasible nodes.

Source: pkg/scheduler/schedule_one.go prioritizeNodes, selectHost (v1.34.1, v1.36.2).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scheduler_core.scheduler.cycle.cycle import Cycle
from scheduler_core.scheduler.cycle.decision import Score
from scheduler_core.scheduler.cycle.pod_class import PodClass
from scheduler_core.scheduler.framework.interface import ScorePlugin
from scheduler_core.scheduler.framework.status import Code


class ScoreColumn(NamedTuple):
    """The scores of one plugin, by feasible node."""

    raw: Sequence[int]
    normalized: Sequence[int]
    weight: int


class Scores(Mapping[str, Mapping[str, Score]]):
    """Node name -> plugin -> its score; the rows are computed on demand."""

    __slots__ = ("_columns", "_places")

    def __init__(self, names: Sequence[str], columns: Mapping[str, ScoreColumn]) -> None:
        self._places = {name: place for place, name in enumerate(names)}
        self._columns = columns

    def __getitem__(self, name: str) -> Mapping[str, Score]:
        place = self._places[name]
        return {
            plugin: Score(raw[place], normalized[place], normalized[place] * weight)
            for plugin, (raw, normalized, weight) in self._columns.items()
        }

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


class Scoring(NamedTuple):
    """`best` are the nodes with the highest total, `top` is the one of them at the top of the heap of all
    totals. `scores`, `totals` and `weights` are empty without a trace. With an `error` nothing was scored."""

    best: tuple[str, ...]
    top: str = ""
    weights: Mapping[str, int] = {}
    scores: Mapping[str, Mapping[str, Score]] = {}
    totals: Mapping[str, int] = {}
    error: str = ""


def score_nodes(cycle: Cycle, pod_class: PodClass, places: Sequence[int]) -> Scoring:
    """The best of the feasible nodes at `places`.

    Without a trace, cached sums replace the scores that are not normalized, and scores that are equal for all
    nodes are left out; neither changes which node is best.
    """
    profile, trace = cycle.profile, cycle.trace
    nodes = list(map(cycle.snapshot.nodes.__getitem__, places))
    status = cycle.pre_score(nodes)
    if status.code is Code.ERROR:
        return Scoring((), error=status.message)
    if profile.unprepared:
        return Scoring((), error=f"running Score plugins: {profile.unprepared}")
    pod_class.score(places, cycle.pod)
    skipped = cycle.state.skip_score
    columns: dict[str, ScoreColumn] = {}
    scorers: Sequence[ScorePlugin]
    if trace:
        totals = [0] * len(nodes)
        scorers = [plugin for plugin in profile.score if plugin.name not in skipped]
    else:
        totals = list(map(pod_class.plain.__getitem__, places))
        others = [plugin for plugin in profile.locality.other_scores if plugin.name not in skipped]
        scorers = [*pod_class.normalized_scores, *others]
    for plugin in scorers:
        table = pod_class.raw.get(plugin.name)
        if table is not None:
            raw = list(map(table.__getitem__, places))
            if not trace and min(raw) == max(raw):
                continue
        else:
            raw = cycle.raw_scores(plugin, nodes)
        normalized = cycle.normalized(plugin, nodes, raw)
        weight = profile.weights[plugin.name]
        if trace:
            columns[plugin.name] = ScoreColumn(raw, normalized, weight)
        if any(normalized):
            totals = [total + score * weight for total, score in zip(totals, normalized, strict=True)]
    highest = max(totals)
    best = tuple(
        [pod_class.names[place] for place, total in zip(places, totals, strict=True) if total == highest]
    )
    top = best[0] if len(best) in (1, len(places)) else nodes[heap_top(totals)].name
    if not trace:
        return Scoring(best, top)
    names = tuple([node.name for node in nodes])
    return Scoring(
        best,
        top,
        {plugin.name: profile.weights[plugin.name] for plugin in scorers},
        Scores(names, columns),
        dict(zip(names, totals, strict=True)),
    )


def heap_top(totals: Sequence[int]) -> int:
    """The place of the total that is first after Go's heap.Init over the list, the highest on top; an entry
    sinks only below a strictly higher one (since 1.35)."""
    heap = list(range(len(totals)))
    for place in range(len(heap) // 2 - 1, -1, -1):
        while (child := 2 * place + 1) < len(heap):
            if child + 1 < len(heap) and totals[heap[child + 1]] > totals[heap[child]]:
                child += 1
            if totals[heap[child]] <= totals[heap[place]]:
                break
            heap[place], heap[child] = heap[child], heap[place]
            place = child
    return heap[0]
