"""Deciding with answers that were kept: the Decision of `decide` without a trace, in less time.

The steps are those of decide.py and the rules those of the plugins; the difference is that node-local
answers come from a PodClass, and that domains are refused as a whole (`narrow`). Where PreFilter narrows or
refuses, `decide_with` says None and the pod is decided without a memo.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import compress, islice

from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.topology import YES, Narrowing
from scheduler_core.scheduler.cycle.cycle import Cycle
from scheduler_core.scheduler.cycle.decision import Decision
from scheduler_core.scheduler.cycle.memo import PodClass
from scheduler_core.scheduler.cycle.post_filter import run_post_filters
from scheduler_core.scheduler.cycle.sampling import feasible_wanted
from scheduler_core.scheduler.framework.fit_error import fit_error_of_counts
from scheduler_core.scheduler.framework.interface import SUCCESS, Code, FilterPlugin, Status
from scheduler_core.scheduler.plugins.default_preemption.preemption import Curable, Pick
from scheduler_core.scheduler.queue.nominator import Nominator

Check = Callable[[NodeInfo], Status]


def decide_with(
    kept: PodClass,
    pod: PodInfo,
    nominator: Nominator,
    next_start: int,
    pick: Pick,
    pick_candidate: Pick,
    pick_start: Pick | None = None,
) -> Decision | None:
    """The decision about `pod`, one of the class `kept`, which is up to date. The picks as in `decide`."""
    snapshot, plan = kept.snapshot, kept.plan
    cycle = Cycle(snapshot, pod, plan.profile, nominator, kept)
    state = cycle.state
    for plugin in plan.other_pre_filters:
        result = plugin.pre_filter(state, snapshot, pod)
        code = result.status.code
        if code is Code.SKIP:
            state.skip_filter.add(plugin.name)
        elif code is not Code.SUCCESS or result.nodes is not None:
            return None
    nominated = snapshot.get(pod.nominated_node_name) if pod.nominated_node_name else None
    if nominated is not None:
        cycle.activate()
        if cycle.filter_node(state, nominated).code is Code.SUCCESS:
            return _bound(cycle, (nominated.name,), (nominated.name,), next_start, first_choice=True)
    search = _Search(cycle, kept, next_start)
    places = search.places
    following = search.following(None if nominated is None else kept.places[nominated.name])
    if not places:
        return _nowhere(cycle, kept, search, following, pick_candidate, pick_start)
    names = tuple([kept.names[place] for place in places])
    if len(names) == 1:
        return _bound(cycle, names, names, following)
    best = _best(cycle, kept, places)
    chosen = best[0] if len(best) == 1 else pick(best)
    return _bound(cycle, names, best, following, node=chosen)


class _Search:
    """findNodesThatPassFilters: round from `next_start` until enough feasible nodes are found."""

    def __init__(self, cycle: Cycle, kept: PodClass, next_start: int) -> None:
        self._cycle = cycle
        self._kept = kept
        plan, state = kept.plan, cycle.state
        self.filters = [plugin for plugin in plan.other_filters if plugin.name not in state.skip_filter]
        self.crowded: dict[int, Status] = {}
        """Places with nominated pods, where two passes are needed: what came out."""
        self._next_start = next_start
        self._total = total = len(kept.names)
        self._start = next_start % total
        self._wanted = feasible_wanted(total, plan.profile.percentage_of_nodes_to_score)
        possible = kept.passes
        checks: list[Check] = []
        if self.filters or not cycle.nominator.empty:
            narrowing = Narrowing(bytearray(possible), cycle.snapshot.topology)
            for plugin in self.filters:
                narrower = plan.narrowers.get(plugin.name)
                if narrower is None:
                    checks.append(partial(plugin.filter, state, cycle.pod))
                else:
                    narrower.narrow(state, cycle.pod, narrowing)
            possible = narrowing.possible
            self._judge_crowded(possible)
        self.places = self._checked(possible, checks) if checks else self._first(possible)

    def _judge_crowded(self, possible: bytearray) -> None:
        cycle, kept = self._cycle, self._kept
        if not cycle.nominator.empty:
            cycle.activate()
        for name in cycle.nominator.nodes:
            place = kept.places.get(name)
            if place is None or not cycle.nominated_on(name):
                continue
            if place in kept.unknown:
                kept.resolve((place,), cycle.pod)
            status = cycle.filter_node(cycle.state, cycle.snapshot.nodes[place])
            self.crowded[place] = status
            possible[place] = YES if status.code is Code.SUCCESS else 0

    def _round(self, possible: bytearray) -> Iterator[int]:
        """The possible places from the start on and round."""
        start = self._start
        yield from compress(range(start, self._total), possible[start:])
        yield from compress(range(start), possible[:start])

    def _first(self, possible: bytearray) -> list[int]:
        """As many possible places as are wanted; of those that are not known yet the plugins are asked."""
        kept, wanted, start = self._kept, self._wanted, self._start
        while True:
            places = list(islice(compress(range(start, self._total), possible[start:]), wanted))
            if start and len(places) < wanted:
                places += islice(compress(range(start), possible), wanted - len(places))
            if not kept.unknown or kept.unknown.isdisjoint(places):
                return places
            asked = [place for place in places if place in kept.unknown]
            if kept.resolve(asked, self._cycle.pod):
                return places
            if possible is not kept.passes:
                for place in asked:
                    possible[place] &= kept.passes[place]

    def _checked(self, possible: bytearray, checks: Sequence[Check]) -> list[int]:
        kept, nodes, places = self._kept, self._cycle.snapshot.nodes, list[int]()
        for place in self._round(possible):
            if place not in self.crowded:
                if place in kept.unknown and not kept.resolve((place,), self._cycle.pod):
                    continue
                node = nodes[place]
                if any(check(node).code is not Code.SUCCESS for check in checks):
                    continue
            places.append(place)
            if len(places) >= self._wanted:
                break
        return places

    def following(self, nominated: int | None) -> int:
        """Where the next search begins: after all nodes looked at, a refusing nominated one included."""
        seen = self._total
        if len(self.places) >= self._wanted:
            seen = (self.places[-1] - self._start) % self._total + 1
        if nominated is not None and (nominated - self._start) % self._total >= seen:
            seen += 1
        return (self._next_start + seen) % self._total


def _best(cycle: Cycle, kept: PodClass, places: Sequence[int]) -> tuple[str, ...]:
    """The nodes with the highest total. Scores that are the same for all nodes are not added up."""
    snapshot, pod, state, profile = cycle.snapshot, cycle.pod, cycle.state, cycle.profile
    nodes = list(map(snapshot.nodes.__getitem__, places))
    for plugin in kept.plan.other_pre_scores:
        if plugin.pre_score(state, snapshot, pod, nodes).code is Code.SKIP:
            state.skip_score.add(plugin.name)
    totals = list(map(kept.plain.__getitem__, places))
    for scorer in kept.normalized_scores:
        raw = list(map(kept.raw[scorer.name].__getitem__, places))
        if min(raw) != max(raw):
            scores = cycle.normalized(scorer, nodes, raw)
            totals = _weighted(totals, scores, profile.weights[scorer.name])
    for scorer in kept.plan.other_scores:
        if scorer.name not in state.skip_score:
            scores = cycle.normalized(scorer, nodes, cycle.raw_scores(scorer, nodes))
            if any(scores):
                totals = _weighted(totals, scores, profile.weights[scorer.name])
    highest = max(totals)
    return tuple([kept.names[place] for place, total in zip(places, totals, strict=True) if total == highest])


def _weighted(totals: Sequence[int], scores: Sequence[int], weight: int) -> list[int]:
    return [total + score * weight for total, score in zip(totals, scores, strict=True)]


def _bound(
    cycle: Cycle,
    feasible: tuple[str, ...],
    best: tuple[str, ...],
    next_start: int,
    *,
    node: str | None = None,
    first_choice: bool = False,
) -> Decision:
    return Decision(
        cycle.pod.key,
        "bound",
        node or best[0],
        node_count=len(cycle.snapshot.nodes),
        nominated_node_used=first_choice,
        feasible=feasible,
        scored=len(feasible) > 1,
        best=best,
        next_start=next_start,
    )


class _Statuses(Mapping[str, Status]):
    """Node name -> why it refused, from what is kept; `instead` has what counts at some places."""

    def __init__(self, kept: PodClass, instead: Mapping[int, Status]) -> None:
        self._kept = kept
        self._instead = instead

    def __getitem__(self, name: str) -> Status:
        place = self._kept.places[name]
        return self._instead.get(place) or self._kept.verdicts[place]

    def __iter__(self) -> Iterator[str]:
        return iter(self._kept.names)

    def __len__(self) -> int:
        return len(self._kept.names)


def _nowhere(
    cycle: Cycle,
    kept: PodClass,
    search: _Search,
    following: int,
    pick_candidate: Pick,
    pick_start: Pick | None,
) -> Decision:
    """No node passed: the sentence, and what the PostFilter plugins make of it."""
    cycle.activate()
    if kept.unknown:
        kept.resolve(tuple(kept.unknown), cycle.pod)
    instead = search.crowded
    if search.filters:
        instead = {**_refused_by_others(cycle, kept, search.filters), **instead}
    counts, curable = kept.refusals, kept.curable
    if instead:
        counts, curable = counts.copy(), bytearray(curable)
        for place, status in instead.items():
            verdict = kept.verdicts[place]
            if verdict is not SUCCESS:
                counts[verdict] -= 1
            counts[status] += 1
            curable[place] = status.code is Code.UNSCHEDULABLE
    refusals = [(status, number) for status, number in counts.items() if number]
    outcome = run_post_filters(
        cycle,
        _Statuses(kept, instead),
        pick_candidate,
        trace=False,
        curable=Curable(compress(cycle.snapshot.nodes, curable), curable.count(1)),
        pick_start=pick_start,
    )
    nominated = outcome.nominate if outcome.code is Code.SUCCESS else None
    return Decision(
        cycle.pod.key,
        "unschedulable" if nominated is None else "nominated",
        nominated,
        node_count=len(kept.names),
        fit_error=fit_error_of_counts(len(kept.names), refusals),
        post_filter=outcome,
        rejectors=frozenset([status.plugin for status, _ in refusals if status.plugin]),
        next_start=following,
    )


def _refused_by_others(cycle: Cycle, kept: PodClass, filters: Sequence[FilterPlugin]) -> dict[int, Status]:
    """The first other refusal, at the places where the local filters let the pod pass."""
    checks = [cycle.check_of(plugin) for plugin in filters]
    refused: dict[int, Status] = {}
    nodes = cycle.snapshot.nodes
    for place in compress(range(len(nodes)), kept.passes):
        node = nodes[place]
        for check in checks:
            status = check(node)
            if status.code is not Code.SUCCESS:
                refused[place] = status
                break
    return refused
