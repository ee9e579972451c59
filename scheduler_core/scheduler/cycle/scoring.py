"""Scoring: the choice among several feasible nodes.

Source: pkg/scheduler/schedule_one.go prioritizeNodes, selectHost (v1.34.1, v1.36.2).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scheduler_core.scheduler.cluster.columns import entries
from scheduler_core.scheduler.cycle.cycle import Cycle
from scheduler_core.scheduler.cycle.decision import Score
from scheduler_core.scheduler.cycle.kept_scores import added
from scheduler_core.scheduler.cycle.pod_class import PodClass
from scheduler_core.scheduler.framework.interface import ScorePlugin
from scheduler_core.scheduler.framework.plugin_failed import ScoringFailedError
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
    totals, "" in a release that lets chance decide. `scores`, `totals` and `weights` are empty without a
    trace. With an `error` nothing was scored."""

    best: tuple[str, ...]
    top: str = ""
    weights: Mapping[str, int] = {}
    scores: Mapping[str, Mapping[str, Score]] = {}
    totals: Mapping[str, int] = {}
    error: str = ""


def score_nodes(cycle: Cycle, pod_class: PodClass, places: Sequence[int]) -> Scoring:
    """The best of the feasible nodes at `places`.

    Without a trace, kept sums replace the scores that are not normalized, and scores that are equal for all
    nodes are left out; neither changes which node is best.
    """
    profile, trace, pod = cycle.profile, cycle.trace, cycle.pod
    nodes = entries(cycle.snapshot.nodes, places)
    status = cycle.pre_score(nodes)
    if status.code is Code.ERROR:
        return Scoring((), error=status.message)
    if profile.unprepared:
        return Scoring((), error=f"running Score plugins: {profile.unprepared}")
    kept, skipped = pod_class.scores, cycle.state.skip_score
    numbers = kept.numbers(places, pod)
    columns: dict[str, ScoreColumn] = {}
    scorers: Sequence[ScorePlugin]
    if trace:
        scorers = [plugin for plugin in profile.score if plugin.name not in skipped]
    else:
        others = [plugin for plugin in profile.locality.other_scores if plugin.name not in skipped]
        scorers = [plugin for plugin in (*kept.by_node, *others) if not cycle.scores_alike(plugin)]
    for plugin in scorers:
        try:
            raw = kept.column(plugin, places, numbers, pod)
            if raw is None:
                raw = cycle.raw_scores(plugin, nodes)
        except ScoringFailedError as error:
            return Scoring((), error=str(error))
        normalized = cycle.normalized(plugin, nodes, raw)
        if trace or not _all_equal(normalized):
            columns[plugin.name] = ScoreColumn(raw, normalized, profile.weights[plugin.name])
    totals: Sequence[int] = ()
    if trace:
        totals = _sum(columns, [0] * len(nodes))
    elif columns:
        totals = _sum(columns, list(map(kept.totals.__getitem__, numbers)))
    indices = _highest(totals) if totals else _highest_by_number(numbers, kept.totals)
    best = tuple(entries(pod_class.names, entries(places, indices)))
    top = nodes[heap_top(indices)].name if profile.release.equal_nodes_by_heap else ""
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


def _sum(columns: Mapping[str, ScoreColumn], totals: list[int]) -> list[int]:
    """The totals with the weighted scores of these plugins."""
    for column in columns.values():
        totals = added(totals, column.normalized, column.weight)
    return totals


def _highest(totals: Sequence[int]) -> list[int]:
    """The indices of the highest total."""
    highest = max(totals)
    return [index for index, total in enumerate(totals) if total == highest]


def _highest_by_number(numbers: Sequence[int], totals: Mapping[int, int]) -> list[int]:
    """The indices of the highest total, where `numbers` has the number of each total."""
    present = set(numbers)
    highest = max(map(totals.__getitem__, present))
    best = [number for number in present if totals[number] == highest]
    if len(best) > 1:
        return [index for index, number in enumerate(numbers) if totals[number] == highest]
    return [index for index, number in enumerate(numbers) if number == best[0]]


def _all_equal(scores: Sequence[int]) -> bool:
    return scores.count(scores[0]) == len(scores)


def heap_top(best: Sequence[int]) -> int:
    """The one of the `best` indices (ascending) of a list of totals that comes first after Go's heap.Init
    over the list, with the highest total on top (since 1.35).

    Index i has the children 2i + 1 and 2i + 2. An entry sinks only below a strictly higher one, and the left
    child rises before an equal right one. So it is the best index that a walk from the top meets first which
    goes through each left branch before the right one: of each level the first one, if it is left of the
    branch under the first one of the levels above.
    """
    top = end = best[0] + 1  # counted from 1, number n has the children 2n and 2n + 1
    level = 1 << top.bit_length()
    while level <= best[-1] + 1:
        end *= 2
        number = best[bisect_left(best, level - 1)] + 1
        if number < end:
            top = end = number
        level *= 2
    return top - 1
