"""Search: finds nodes that fit a pod, going round the list of nodes until there are enough.

Source: pkg/scheduler/schedule_one.go findNodesThatFitPod, findNodesThatPassFilters, evaluateNominatedNode
(v1.34.1). The answers of node-local filters come from a PodClass, and filters may refuse many nodes at once
(`filter_all`); the result is the same as that of every filter node by node.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import compress, islice

from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.topology import YES
from scheduler_core.scheduler.cycle.cycle import Cycle, PreFilterOutcome, with_plugin
from scheduler_core.scheduler.cycle.decision import NodeVerdict
from scheduler_core.scheduler.cycle.pod_class import PodClass
from scheduler_core.scheduler.cycle.sampling import feasible_nodes_to_find
from scheduler_core.scheduler.cycle.verdicts import Verdicts
from scheduler_core.scheduler.framework.diagnosis.node_statuses import CurableNodes, NodeStatuses
from scheduler_core.scheduler.framework.interface import FilterPlugin
from scheduler_core.scheduler.framework.refusals import refused_among
from scheduler_core.scheduler.framework.status import SUCCESS, Code, Status, unresolvable

OUTSIDE = "node(s) didn't satisfy plugin(s) [%(plugins)s]"
"""The reason of the nodes that PreFilter excluded from the search."""

Check = Callable[[NodeInfo], Status]


class Search:
    """One search, starting at place `next_start` among the nodes that PreFilter left.

    `places` are those of the feasible nodes, in the order in which they were found. The search notices that
    it has enough nodes only at the next one that passes, so the nodes refused before that one count as
    judged. An `error` of a filter ends the search. With `all_nodes` the search judges every node, also those
    after an error.
    """

    def __init__(
        self,
        cycle: Cycle,
        pod_class: PodClass,
        before: PreFilterOutcome,
        next_start: int,
        *,
        all_nodes: bool = False,
    ) -> None:
        self._cycle = cycle
        self._pod_class = pod_class
        self._before = before
        self._next_start = next_start
        state, locality = cycle.state, cycle.profile.locality
        self._filters = [plugin for plugin in locality.other_filters if plugin.name not in state.skip_filter]
        self._crowded: dict[int, Status] = {}
        """Places with nominated pods, which need two passes, and the resulting status."""
        self._among = None if before.names is None else _places_of(pod_class, before.names)
        self._total = total = len(pod_class.names if self._among is None else self._among)
        offset = next_start % total if total else 0
        self._offset = offset
        self._start = offset if self._among is None or not total else self._among[offset]
        self._all_nodes = all_nodes
        self._nodes_to_find = total if all_nodes else _nodes_to_find(cycle, total)
        self.error = ""
        self._beyond: int | None = None
        """The place at which the search ended before it came round: of the node that passed although enough
        had been found, or of the node at which a filter failed."""
        self.places = self._find() if total else ()
        if len(self.places) > self._nodes_to_find:
            self._beyond = self.places[-1]
            self.places = self.places[:-1]

    # The search

    def _find(self) -> Sequence[int]:
        """The places of the nodes that pass, with one more than needed where the search goes on that far."""
        cycle, pod_class = self._cycle, self._pod_class
        possible = pod_class.passes
        if self._among is not None:
            possible = bytearray(len(pod_class.names))
            for place in self._among:
                possible[place] = pod_class.passes[place]
        checks: list[Check] = []
        if self._filters or not cycle.nominator.empty:
            possible = bytearray(possible)
            # A refusal of many nodes at once would hide the error of a filter that comes first.
            looks_up = cycle.profile.locality.looks_up
            in_order = not looks_up.isdisjoint([plugin.name for plugin in self._filters])
            for plugin in self._filters:
                refused = None if in_order else cycle.refused_by(plugin)
                if refused is None:
                    checks.append(partial(_checked_by, plugin, cycle))
                    continue
                for refusal in refused:
                    possible = refusal.without(possible, cycle.snapshot)
            self._judge_crowded(possible)
        return self._checked(possible, checks) if checks else self._first(possible)

    def _judge_crowded(self, possible: bytearray) -> None:
        """Judges the nodes that have nominated pods: they must pass with these pods and without them."""
        cycle, pod_class = self._cycle, self._pod_class
        for name in cycle.nominator.nodes:
            place = pod_class.places.get(name)
            if place is None or not self._may_be(place) or not cycle.nominated_on(name):
                continue
            if place in pod_class.unknown:
                pod_class.resolve((place,), cycle.pod)
            status = cycle.filter_node(cycle.state, cycle.snapshot.nodes[place])
            self._crowded[place] = status
            possible[place] = YES if status.code in (Code.SUCCESS, Code.ERROR) else 0

    def _may_be(self, place: int) -> bool:
        return self._before.names is None or self._pod_class.names[place] in self._before.names

    def _round(self, possible: bytearray) -> Iterator[int]:
        """The possible places from the start on, going round once."""
        start = self._start
        yield from compress(range(start, len(possible)), possible[start:])
        yield from compress(range(start), possible[:start])

    def _first(self, possible: bytearray) -> Sequence[int]:
        """The first possible places, one more than the search needs; the local plugins judge unknown ones."""
        pod_class = self._pod_class
        while True:
            places = self._first_possible(possible)
            unresolved = _common(pod_class.unknown, places)
            if not unresolved or pod_class.resolve(unresolved, self._cycle.pod):
                return places
            if possible is not pod_class.passes:
                for place in unresolved:
                    possible[place] &= pod_class.passes[place]

    def _first_possible(self, possible: bytearray) -> Sequence[int]:
        """The first possible places, one more than the search needs; neighbours are a range."""
        count, start = self._nodes_to_find + 1, self._start
        if start + count <= len(possible) and possible.find(0, start, start + count) < 0:
            return range(start, start + count)
        if possible.count(0) == len(possible):
            return ()
        places = list(islice(compress(range(start, len(possible)), possible[start:]), count))
        if start and len(places) < count:
            places += islice(compress(range(start), possible), count - len(places))
        return places

    def _checked(self, possible: bytearray, checks: Sequence[Check]) -> list[int]:
        """The places that pass `checks`, node by node; an error ends the search, except with `all_nodes`."""
        pod_class, nodes, places = self._pod_class, self._cycle.snapshot.nodes, list[int]()
        for place in self._round(possible):
            status = self._crowded.get(place)
            if status is None:
                if place in pod_class.unknown and not pod_class.resolve((place,), self._cycle.pod):
                    continue
                node = nodes[place]
                status = next(
                    (answer for check in checks if (answer := check(node)).code is not Code.SUCCESS),
                    SUCCESS,
                )
            if status.code is Code.ERROR:
                if not self.error:
                    self.error, self._beyond = status.message, place
                if self._all_nodes:
                    continue
                break
            if status.code is not Code.SUCCESS:
                continue
            places.append(place)
            if len(places) > self._nodes_to_find:
                break
        return places

    # Nodes that were judged

    def visited(self) -> list[int]:
        """The places that were judged, in this order."""
        among = range(self._total) if self._among is None else self._among
        visited = [*among[self._offset :], *among[: self._offset]]
        return visited if self._all_nodes else visited[: self._processed()]

    def _processed(self) -> int:
        """The number of judged nodes (processedNodes in findNodesThatFitPod): the feasible ones, and all that
        were refused before the search ended."""
        if self._beyond is None:
            return self._total
        beyond = self._beyond if self._among is None else self._among.index(self._beyond)
        return (beyond - self._offset) % self._total

    def following(self, nominated: str | None) -> int:
        """The start of the next search: after all judged nodes, including a nominated one that refused."""
        processed = self._processed()
        if nominated is not None:
            place: int | None = self._pod_class.places[nominated]
            if self._among is not None:
                place = self._among.index(place) if place in self._among else None
            if place is None or (place - self._offset) % self._total >= processed:
                processed += 1
        return (self._next_start + processed) % len(self._pod_class.names)

    def verdicts(self, nominated: NodeInfo | None) -> Mapping[str, NodeVerdict]:
        """The verdict on each judged node and on each node that PreFilter excluded, for a trace."""
        cycle, nodes = self._cycle, self._cycle.snapshot.nodes
        verdicts: dict[str, NodeVerdict] = {}
        if nominated is not None:
            verdicts[nominated.name] = cycle.judge(nominated)
        if self._before.names is not None:
            outside = NodeVerdict(self._outside(nominated))
            for name in self._pod_class.names:
                if name not in self._before.names:
                    verdicts.setdefault(name, outside)
        failed = [self._beyond] if self.error and self._beyond is not None else []
        judged = [nodes[place] for place in [*self.visited(), *failed]]
        if cycle.repeatable:
            return Verdicts(cycle, self._pod_class, judged, verdicts)
        verdicts.update([(node.name, cycle.judge(node)) for node in judged])
        return verdicts

    # Refusals

    def refusals(self, nominated: NodeInfo | None) -> Refusals:
        """The status with which each node refused."""
        pod_class, cycle = self._pod_class, self._cycle
        unknown = [place for place in pod_class.unknown if self._may_be(place)]
        if unknown:
            pod_class.resolve(unknown, cycle.pod)
        instead: dict[int, Status] = {}
        if self._before.names is not None:
            outside = self._outside(nominated)
            instead = {
                place: outside for place, name in enumerate(pod_class.names) if name not in self._before.names
            }
            if nominated is not None and pod_class.places[nominated.name] in instead:
                instead[pod_class.places[nominated.name]] = cycle.filter_node(cycle.state, nominated)
        if self._filters:
            instead.update(self._refused_by_others(instead))
        return Refusals(cycle, pod_class, {**instead, **self._crowded})

    def _outside(self, nominated: NodeInfo | None) -> Status:
        """The status of the nodes that PreFilter excluded from the search.

        It names all plugins of the diagnosis so far: those that narrowed the search, and the one that refused
        the pod's nominated node, which is evaluated first.
        """
        plugins = set(self._before.narrowing)
        if nominated is not None:
            plugins.add(self._cycle.filter_node(self._cycle.state, nominated).plugin)
        return unresolvable("", OUTSIDE % {"plugins": " ".join(sorted(plugins - {""}))})

    def _refused_by_others(self, settled: Mapping[int, Status]) -> dict[int, Status]:
        """The first refusal by another filter, at the places where the local filters let the pod pass."""
        cycle, refused = self._cycle, dict[int, Status]()
        possible = bytearray(self._pod_class.passes)
        for place in settled:
            possible[place] = 0
        for plugin in self._filters:
            candidates = compress(range(len(possible)), possible)
            refusals = cycle.refused_by(plugin)
            if refusals is None:
                refusals = refused_among(candidates, plugin.filter, cycle.state, cycle.pod)
            for refusal in refusals:
                for place in refusal.all_places(cycle.snapshot):
                    if possible[place]:
                        possible[place], refused[place] = 0, refusal.status
        return refused


def _nodes_to_find(cycle: Cycle, total: int) -> int:
    """The number of feasible nodes that ends the search. Without score plugins every node is as good as
    another, so one is enough."""
    profile = cycle.profile
    return feasible_nodes_to_find(total, profile.percentage_of_nodes_to_score) if profile.score else 1


def _checked_by(plugin: FilterPlugin, cycle: Cycle, node: NodeInfo) -> Status:
    return with_plugin(plugin.filter(cycle.state, cycle.pod, node), plugin.name)


def _common(unknown: Collection[int], places: Sequence[int]) -> list[int]:
    """The places that are among the unknown ones."""
    if isinstance(places, range) and len(unknown) < len(places):
        return [place for place in unknown if place in places]
    return [place for place in places if place in unknown] if unknown else []


def _places_of(pod_class: PodClass, names: Iterable[str]) -> list[int]:
    return sorted([pod_class.places[name] for name in names if name in pod_class.places])


class Refusals(NodeStatuses):
    """Node name -> the status with which it refused, from cached answers; `instead` overrides them at some
    places.

    `counts` is the number of nodes by status.
    """

    def __init__(self, cycle: Cycle, pod_class: PodClass, instead: Mapping[int, Status]) -> None:
        self._cycle = cycle
        self._pod_class = pod_class
        self._instead = instead
        counts, curable = pod_class.refusals, pod_class.curable
        if instead:
            counts, curable = Counter(counts), bytearray(curable)
            for place, status in instead.items():
                verdict = pod_class.verdicts.get(place)
                if verdict is not None:
                    counts[verdict] -= 1
                counts[status] += 1
                curable[place] = status.code is Code.UNSCHEDULABLE
        self._curable = curable
        self.counts = [(status, number) for status, number in counts.items() if number]

    def __getitem__(self, name: str) -> Status:
        place = self._pod_class.places[name]
        return self._instead.get(place) or self._pod_class.verdicts.get(place, SUCCESS)

    def __iter__(self) -> Iterator[str]:
        return iter(self._pod_class.names)

    def __len__(self) -> int:
        return len(self._pod_class.names)

    def curable(self) -> CurableNodes:
        nodes = compress(self._cycle.snapshot.nodes, self._curable)
        return CurableNodes(nodes, self._curable.count(1))
