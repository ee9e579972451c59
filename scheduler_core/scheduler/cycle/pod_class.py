"""PodClass: the answers that are kept between cycles for pods with equal signatures.

An answer holds as long as its NodeInfo is still in the snapshot: NodeInfos are never changed, only replaced,
and the snapshot's change log says where. So nothing here can be out of date.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import cast

from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.cluster.topology import YES
from scheduler_core.scheduler.configuration.profile import Profile
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.handle import NodeKey, T
from scheduler_core.scheduler.framework.status import SUCCESS, Code, Status


class PodClass:
    """The answers of a profile's node-local plugins for pods with one signature, by place in the snapshot's
    list of nodes.

    `passes` has the byte YES where the local filters let the pod pass and where they have not been asked yet
    (`unknown`), else 0. `raw` holds the local scores, `plain` the weighted sum of those that are not
    normalized. `refusals` counts the nodes by refusal; `curable` is 1 where removing pods may help. `narrows`
    is True when a local PreFilter narrows the search or refuses every node. `pre_score_errors` are the errors
    of local PreScore plugins, by name.
    """

    def __init__(self, profile: Profile, pod: PodInfo, snapshot: Snapshot) -> None:
        self.profile = profile
        self.snapshot = snapshot
        self.state = CycleState(snapshot)
        self.narrows = self._pre_filter(pod)
        skipped = self.state.skip_filter
        self.filters = tuple(
            [plugin for plugin in profile.locality.local_filters if plugin.name not in skipped]
        )
        self._pre_score(pod)
        self._start()

    def _pre_filter(self, pod: PodInfo) -> bool:
        narrows = False
        for plugin in self.profile.locality.local_pre_filters:
            result = plugin.pre_filter(self.state, self.snapshot, pod)
            if result.status.code is Code.SKIP:
                self.state.skip_filter.add(plugin.name)
            elif result.status.code is not Code.SUCCESS or result.nodes is not None:
                narrows = True
        return narrows

    def _pre_score(self, pod: PodInfo) -> None:
        state, profile = self.state, self.profile
        self.pre_score_errors: dict[str, Status] = {}
        for plugin in profile.locality.local_pre_scores:
            status = plugin.pre_score(state, self.snapshot, pod, ())
            if status.code is Code.SKIP:
                state.skip_score.add(plugin.name)
            elif status.code is Code.ERROR:
                self.pre_score_errors[plugin.name] = status
        scores = [plugin for plugin in profile.locality.local_scores if plugin.name not in state.skip_score]
        self._plain_scores = [
            (plugin, profile.weights[plugin.name])
            for plugin in scores
            if plugin.name not in profile.normalizers
        ]
        self.normalized_scores = tuple([plugin for plugin in scores if plugin.name in profile.normalizers])

    def _start(self) -> None:
        nodes = self.snapshot.nodes
        count = len(nodes)
        self._layout = self.snapshot.layout_version
        self._mark = self.snapshot.changes.end
        self.places = self.snapshot.places
        self.names = tuple([node.name for node in nodes])
        self.passes = bytearray([YES]) * count
        self.unknown = set(range(count))
        self.verdicts: list[Status] = [SUCCESS] * count
        self.refusals: Counter[Status] = Counter()
        self.plain = [0] * count
        self.raw: dict[str, list[int]] = {
            plugin.name: [0] * count
            for plugin in self.profile.locality.local_scores
            if plugin.name not in self.state.skip_score
        }
        self.curable = bytearray(count)
        self._by_node: dict[str, tuple[tuple[object, ...], dict[str, object]]] = {}

    def refresh(self) -> None:
        """Drops the answers about nodes that have changed."""
        snapshot = self.snapshot
        if self._layout != snapshot.layout_version:
            self._start()
            return
        changes = snapshot.changes
        places = changes.since(self._mark)
        if places is None:
            self._start()
            return
        self._mark = changes.end
        for place in places:
            for _, answers in self._by_node.values():
                answers.pop(self.names[place], None)
            if place not in self.unknown:
                self.unknown.add(place)
                verdict = self.verdicts[place]
                if verdict is not SUCCESS:
                    self.verdicts[place] = SUCCESS
                    self.passes[place] = YES
                    self.curable[place] = 0
                    self._uncount(verdict)

    def _uncount(self, verdict: Status) -> None:
        self.refusals[verdict] -= 1
        if not self.refusals[verdict]:
            del self.refusals[verdict]

    def resolve(self, places: Iterable[int], pod: PodInfo) -> bool:
        """Asks the local plugins about unknown places; True if all of these pass."""
        nodes, state = self.snapshot.nodes, self.state
        all_pass = True
        for place in places:
            self.unknown.discard(place)
            node = nodes[place]
            for plugin in self.filters:
                status = plugin.filter(state, pod, node)
                if status is not SUCCESS and status.code is not Code.SUCCESS:
                    self.verdicts[place] = status
                    self.refusals[status] += 1
                    self.passes[place] = 0
                    self.curable[place] = status.code is Code.UNSCHEDULABLE
                    all_pass = False
                    break
            else:
                self._score(place, node, pod)
        return all_pass

    def _score(self, place: int, node: NodeInfo, pod: PodInfo) -> None:
        state = self.state
        total = 0
        for plugin, weight in self._plain_scores:
            raw = self.raw[plugin.name][place] = plugin.score(state, pod, node)
            total += raw * weight
        self.plain[place] = total
        for normalized in self.normalized_scores:
            self.raw[normalized.name][place] = normalized.score(state, pod, node)

    def verdict(self, node_name: str, pod: PodInfo) -> Status:
        """The status from the local filters."""
        place = self.places[node_name]
        if place in self.unknown:
            self.resolve((place,), pod)
        return self.verdicts[place]

    def raw_scores(self, plugin: str, nodes: Sequence[NodeInfo], pod: PodInfo) -> list[int]:
        """A local plugin's scores of nodes that pass."""
        places = [self.places[node.name] for node in nodes]
        if not self.unknown.isdisjoint(places):
            self.resolve([place for place in places if place in self.unknown], pod)
        table = self.raw[plugin]
        return [table[place] for place in places]

    def by_node(self, key: NodeKey[T], depends_on: tuple[object, ...]) -> dict[str, T]:
        """The answers a plugin keeps, by node name; empty when `depends_on` holds other objects
        than before.
        """
        known = self._by_node.get(key.name)
        if known is None or not _same(known[0], depends_on):
            known = self._by_node[key.name] = (depends_on, {})
        return cast("dict[str, T]", known[1])


def _same(before: tuple[object, ...], now: tuple[object, ...]) -> bool:
    return len(before) == len(now) and all(new is old for new, old in zip(now, before, strict=True))
