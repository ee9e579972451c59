"""KeptScores: the scores of the node-local plugins, kept between cycles for pods of one class.

A score holds as long as its node and the pods on it stay the same (`Reads.cacheable`). Of plugins for which
only sums count, nodes with equal sums share one score, and the number of the sums (`Columns.sums`) finds it
again; the other scores are kept by place, and worked out again where the node has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import repeat
from operator import add, mul

from scheduler_core.scheduler.cluster.columns import Columns, entries
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.configuration.profile import Profile
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.interface import ScorePlugin


class KeptScores:
    """The scores of the plugins that do not skip the pod, in a snapshot whose layout stays as it is.

    `by_node` are the plugins of which each node has a score of its own, or whose scores are normalized later.
    The others are in the `totals`: number of sums -> their weighted scores.
    """

    def __init__(self, profile: Profile, state: CycleState) -> None:
        self._state = state
        self._at_once = profile.score_all
        scorers = [plugin for plugin in profile.locality.local_scores if plugin.name not in state.skip_score]
        sharing, normalized = profile.locality.sharing, profile.normalizers
        self._sharing = [plugin for plugin in scorers if plugin.name in sharing]
        self._weights = {
            plugin.name: profile.weights[plugin.name]
            for plugin in self._sharing
            if plugin.name not in normalized
        }
        self.by_node = [plugin for plugin in scorers if plugin.name not in self._weights]
        self._columns: Columns | None = None
        self.totals: dict[int, int] = {}
        self._of_sums: dict[str, dict[int, int]] = {}
        self._of_places: dict[str, _PlaceScores] = {}

    def forget(self, place: int) -> None:
        """Drops the scores of a node that has changed."""
        for scores in self._of_places.values():
            scores.forget(place)

    def numbers(self, places: Sequence[int], pod: PodInfo) -> Sequence[int]:
        """The number of the sums of each place; all of them are in the `totals` then."""
        columns = self._state.snapshot.columns
        if columns is not self._columns:
            self._columns = columns
            self.totals = {}
            self._of_sums = {plugin.name: {} for plugin in self._sharing}
        numbers = entries(columns.sums, places)
        missing = list(set(numbers).difference(self.totals))
        if missing:
            self._score(missing, list(map(columns.place_of, missing)), pod)
        return numbers

    def _score(self, numbers: Sequence[int], places: Sequence[int], pod: PodInfo) -> None:
        """Scores the sums with these numbers, for each of which there is a node at one of the places."""
        nodes = entries(self._state.snapshot.nodes, places)
        totals = [0] * len(nodes)
        for plugin in self._sharing:
            raw = self._raw(plugin, nodes, pod)
            self._of_sums[plugin.name].update(zip(numbers, raw, strict=True))
            weight = self._weights.get(plugin.name)
            if weight is not None:
                totals = added(totals, raw, weight)
        self.totals.update(zip(numbers, totals, strict=True))

    def column(
        self, plugin: ScorePlugin, places: Sequence[int], numbers: Sequence[int], pod: PodInfo
    ) -> list[int] | None:
        """The scores of a plugin at the places, which have these `numbers`; None when the plugin is not
        node-local."""
        shared = self._of_sums.get(plugin.name)
        if shared is not None:
            return list(map(shared.__getitem__, numbers))
        if plugin not in self.by_node:
            return None
        scores = self._of_places.get(plugin.name)
        if scores is None:
            scores = self._of_places[plugin.name] = _PlaceScores(len(self._state.snapshot.nodes))
        missing = scores.missing(places)
        if missing:
            scores.note(missing, self._raw(plugin, entries(self._state.snapshot.nodes, missing), pod))
        return scores.at(places)

    def _raw(self, plugin: ScorePlugin, nodes: Sequence[NodeInfo], pod: PodInfo) -> list[int]:
        at_once = self._at_once.get(plugin.name)
        if at_once is None or len(nodes) == 1:
            return [plugin.score(self._state, pod, node) for node in nodes]
        return at_once.score_all(self._state, pod, nodes)


class _PlaceScores:
    """The scores of one plugin by place.

    Most classes of a cluster in which all pods differ are used once; so the first scores stay as they came,
    and are sorted by place when the class is used again.
    """

    __slots__ = ("_first", "_scores", "_unscored")

    def __init__(self, count: int) -> None:
        self._first: tuple[Sequence[int], list[int]] | None = None
        self._scores = [0] * count
        self._unscored: set[int] | None = None

    def forget(self, place: int) -> None:
        self._sorted().add(place)

    def missing(self, places: Sequence[int]) -> Sequence[int]:
        """Those of the places that have no score."""
        if self._unscored is None and self._first is None:
            return places
        unscored = self._sorted()
        return sorted(unscored.intersection(places)) if unscored else ()

    def note(self, places: Sequence[int], scores: list[int]) -> None:
        """Notes the scores of places that had none."""
        if self._unscored is None and self._first is None:
            self._first = places, scores
            return
        unscored = self._sorted()
        unscored.difference_update(places)
        for place, score in zip(places, scores, strict=True):
            self._scores[place] = score

    def at(self, places: Sequence[int]) -> list[int]:
        if self._first is not None and self._first[0] is places:
            return self._first[1]
        self._sorted()
        return list(entries(self._scores, places))

    def _sorted(self) -> set[int]:
        """Sorts the first scores by place; returns the places without a score."""
        if self._unscored is None:
            self._unscored = set(range(len(self._scores)))
        if self._first is not None:
            first, self._first = self._first, None
            self.note(*first)
        return self._unscored


def added(totals: Iterable[int], scores: Iterable[int], weight: int) -> list[int]:
    """The totals with weighted scores added."""
    return list(map(add, totals, scores if weight == 1 else map(mul, scores, repeat(weight))))
