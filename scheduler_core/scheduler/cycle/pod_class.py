"""PodClass: the answers that are cached between cycles for pods with equal signatures.

An answer holds as long as its NodeInfo is still in the snapshot: NodeInfos are never changed, only replaced,
and the snapshot's change log says where. So nothing here can be out of date.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from itertools import compress
from typing import cast

from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.cluster.topology import YES
from scheduler_core.scheduler.configuration.profile import Profile
from scheduler_core.scheduler.cycle.kept_scores import KeptScores
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.handle import NodeKey, T
from scheduler_core.scheduler.framework.status import SUCCESS, Code, Status


class PodClass:
    """The answers of a profile's node-local plugins for pods with one signature, by place in the snapshot's
    list of nodes.

    `passes` has the byte YES where the local filters let the pod pass and where they have not been asked yet
    (`unknown`), else 0. `verdicts` has the refusals, `refusals` counts the nodes by refusal; `curable` is 1
    where removing pods may help. `scores` keeps the scores. `narrows` is True when a local PreFilter narrows
    the search or refuses every node. `pre_score_errors` are the errors of local PreScore plugins, by name.
    """

    def __init__(self, profile: Profile, pod: PodInfo, snapshot: Snapshot) -> None:
        self.profile = profile
        self.snapshot = snapshot
        self._pod = pod
        self.state = CycleState(snapshot)
        self.narrows = self._pre_filter(pod)
        skipped = self.state.skip_filter
        self.filters = tuple(
            [plugin for plugin in profile.locality.local_filters if plugin.name not in skipped]
        )
        self._pre_score(pod)
        self._start()

    def _pre_filter(self, pod: PodInfo) -> bool:
        """Runs the node-local PreFilter plugins. True when one narrows the search or refuses the pod."""
        narrows = False
        for plugin in self.profile.locality.local_pre_filters:
            result = plugin.pre_filter(self.state, self.snapshot, pod)
            if result.status.code is Code.SKIP:
                self.state.skip_filter.add(plugin.name)
            elif result.status.code is not Code.SUCCESS or result.nodes is not None:
                narrows = True
            elif result.needs is not None:
                self.state.needs[plugin.name] = result.needs
        return narrows

    def _pre_score(self, pod: PodInfo) -> None:
        """Runs the node-local PreScore plugins."""
        state, profile = self.state, self.profile
        self.pre_score_errors: dict[str, Status] = {}
        for plugin in profile.locality.local_pre_scores:
            status = plugin.pre_score(state, self.snapshot, pod, ())
            if status.code is Code.SKIP:
                state.skip_score.add(plugin.name)
            elif status.code is Code.ERROR:
                self.pre_score_errors[plugin.name] = status

    def _start(self) -> None:
        """Starts with no answers: every node is unknown, unless all filters can judge all nodes at once."""
        count = len(self.snapshot.nodes)
        self._layout = self.snapshot.layout_version
        self._mark = self.snapshot.changes.end
        self.places = self.snapshot.places
        self.names = self.snapshot.names
        self.passes = bytearray([YES]) * count
        self.unknown: set[int] = set()
        self.verdicts: dict[int, Status] = {}
        self.refusals: Counter[Status] = Counter()
        self.scores = KeptScores(self.profile, self.state)
        self.curable = bytearray(count)
        self._by_node: dict[str, tuple[tuple[object, ...], dict[str, object]]] = {}
        if not self._ask_at_once():
            self.unknown.update(compress(range(count), self.passes))

    def _ask_at_once(self) -> bool:
        """Asks the filters about all nodes at once, up to the first one that has to be asked node by node.

        Returns whether there was no such filter, so that every node has been judged.
        """
        for plugin in self.filters:
            at_once = self.profile.filter_all.get(plugin.name)
            refused = None if at_once is None else at_once.filter_all(self.state, self._pod)
            if refused is None:
                return False
            for refusal in refused:
                places = refusal.all_places(self.snapshot)
                if self.verdicts:
                    places = [place for place in places if self.passes[place]]
                self._refuse(refusal.status, places)
        return True

    def _refuse(self, status: Status, places: Collection[int]) -> None:
        """Records that a filter refused the nodes at `places` with `status`."""
        if not places:
            return
        self.refusals[status] += len(places)
        self.verdicts.update(dict.fromkeys(places, status))
        curable = status.code is Code.UNSCHEDULABLE
        if len(places) == len(self.passes):
            self.passes[:] = bytes(len(places))
            self.curable[:] = bytes([curable]) * len(places)
            return
        for place in places:
            self.passes[place] = 0
            self.curable[place] = curable

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
            self.scores.forget(place)
            if place not in self.unknown:
                self.unknown.add(place)
                verdict = self.verdicts.pop(place, None)
                if verdict is not None:
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
            if place not in self.unknown:
                all_pass = all_pass and bool(self.passes[place])
                continue
            self.unknown.discard(place)
            node = nodes[place]
            for plugin in self.filters:
                status = plugin.filter(state, pod, node)
                if status is not SUCCESS and status.code is not Code.SUCCESS:
                    self._refuse(status, (place,))
                    all_pass = False
                    break
        return all_pass

    def verdict(self, node_name: str, pod: PodInfo) -> Status:
        """The status from the local filters."""
        place = self.places[node_name]
        if place in self.unknown:
            self.resolve((place,), pod)
        return self.verdicts.get(place, SUCCESS)

    def by_node(self, key: NodeKey[T], depends_on: tuple[object, ...]) -> dict[str, T]:
        """The answers a plugin keeps, by node name; empty when `depends_on` holds other objects than
        before."""
        answers = self._by_node.get(key.name)
        if answers is None or not _same(answers[0], depends_on):
            answers = self._by_node[key.name] = (depends_on, {})
        return cast("dict[str, T]", answers[1])


def _same(before: tuple[object, ...], now: tuple[object, ...]) -> bool:
    return len(before) == len(now) and all(new is old for new, old in zip(now, before, strict=True))
