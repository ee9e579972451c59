"""KeptScores: the scores of the node-local plugins, kept between cycles for pods of one class.

A score holds as long as its node and the pods on it stay the same (`Reads.cacheable`), so only those of nodes
that changed since are worked out again. Most classes of a cluster in which all pods differ are used once; so
the first scores stay as they came, and are sorted by place when the class is used again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat
from operator import add, mul
from typing import NamedTuple

from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.configuration.profile import Profile
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.interface import ScorePlugin


class Table(NamedTuple):
    """The scores of one plugin, and the indices of those of some places among them."""

    scores: Sequence[int]
    rows: Sequence[int]

    def column(self) -> list[int]:
        """The scores of the places, in their order."""
        return list(map(self.scores.__getitem__, self.rows))


class LocalScores(NamedTuple):
    """The scores of some places: `plain` is the weighted sum of those that are not normalized, `tables` has
    the scores of each node-local plugin by its name."""

    plain: list[int]
    tables: Mapping[str, Table]


class KeptScores:
    """The scores of the plugins that do not skip the pod, in a snapshot whose layout stays as it is.

    `normalized` are the plugins whose scores are normalized later.
    """

    def __init__(self, profile: Profile, state: CycleState) -> None:
        self._state = state
        self._at_once = profile.score_all
        scorers = [plugin for plugin in profile.locality.local_scores if plugin.name not in state.skip_score]
        sharing = profile.locality.sharing
        self._sharing = [plugin for plugin in scorers if plugin.name in sharing]
        self._others = [plugin for plugin in scorers if plugin.name not in sharing]
        self.normalized = tuple([plugin for plugin in scorers if plugin.name in profile.normalizers])
        self._weights = {
            plugin.name: profile.weights[plugin.name] for plugin in scorers if plugin not in self.normalized
        }
        self._first: tuple[Sequence[int], LocalScores] | None = None
        self._plain: list[int] = []
        self._by_place: dict[str, list[int]] = {}
        self._unscored: set[int] = set()

    def forget(self, place: int) -> None:
        """Drops the scores of a node that has changed."""
        self._sort()
        self._unscored.add(place)

    def at(self, places: Sequence[int], pod: PodInfo) -> LocalScores:
        """The scores of these places, in their order."""
        if self._first is None and not self._by_place:
            scores = self._score(places, pod)
            self._first = places, scores
            return scores
        self._sort()
        if not self._unscored.isdisjoint(places):
            missing = sorted(self._unscored.intersection(places))
            self._unscored.difference_update(missing)
            self._note(missing, self._score(missing, pod))
        plain = list(map(self._plain.__getitem__, places))
        return LocalScores(plain, {name: Table(row, places) for name, row in self._by_place.items()})

    def _sort(self) -> None:
        """Sorts the first scores by place."""
        if self._first is None:
            return
        places, scores = self._first
        self._first = None
        count = len(self._state.snapshot.nodes)
        self._plain = [0] * count
        self._by_place = {plugin.name: [0] * count for plugin in (*self._sharing, *self._others)}
        self._unscored = set(range(count)).difference(places)
        self._note(places, scores)

    def _note(self, places: Sequence[int], scores: LocalScores) -> None:
        for place, score in zip(places, scores.plain, strict=True):
            self._plain[place] = score
        for name, table in scores.tables.items():
            row = self._by_place[name]
            for place, score in zip(places, table.column(), strict=True):
                row[place] = score

    def _score(self, places: Sequence[int], pod: PodInfo) -> LocalScores:
        """The scores of the plugins; nodes with equal sums share those for which only sums count."""
        snapshot = self._state.snapshot
        nodes = list(map(snapshot.nodes.__getitem__, places))
        tables: dict[str, Table] = {}
        plain = [0] * len(nodes)
        if self._sharing:
            sums = list(map(snapshot.columns.sums.__getitem__, places))
            node_of_sums = dict(zip(sums, nodes, strict=True))
            some = list(node_of_sums.values())
            row_of_sums = dict(zip(node_of_sums, range(len(some)), strict=True))
            rows = list(map(row_of_sums.__getitem__, sums))
            totals = [0] * len(some)
            for plugin in self._sharing:
                raw = self._raw(plugin, some, pod)
                tables[plugin.name] = Table(raw, rows)
                totals = self._added(totals, plugin, raw)
            plain = Table(totals, rows).column()
        for plugin in self._others:
            raw = self._raw(plugin, nodes, pod)
            tables[plugin.name] = Table(raw, range(len(raw)))
            plain = self._added(plain, plugin, raw)
        return LocalScores(plain, tables)

    def _raw(self, plugin: ScorePlugin, nodes: Sequence[NodeInfo], pod: PodInfo) -> list[int]:
        at_once = self._at_once.get(plugin.name)
        if at_once is None or len(nodes) == 1:
            return [plugin.score(self._state, pod, node) for node in nodes]
        return at_once.score_all(self._state, pod, nodes)

    def _added(self, totals: list[int], plugin: ScorePlugin, raw: Sequence[int]) -> list[int]:
        weight = self._weights.get(plugin.name)
        return totals if weight is None else added(totals, raw, weight)


def added(totals: Iterable[int], scores: Iterable[int], weight: int) -> list[int]:
    """The totals with weighted scores added."""
    return list(map(add, totals, scores if weight == 1 else map(mul, scores, repeat(weight))))
