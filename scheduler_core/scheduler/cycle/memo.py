"""What is kept between cycles for pods of equal signature: the answers of node-local filters and scores.

A kept answer holds as long as its NodeInfo is still the one in the snapshot: NodeInfos are never changed,
only replaced, and the snapshot's change log says where. So nothing here can be out of date, and a cycle
without a memo gives the same decision. What is done with the answers stands in kept_decision.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo, Signature
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.cluster.topology import YES
from scheduler_core.scheduler.configuration.profile import Profile
from scheduler_core.scheduler.framework.interface import (
    SUCCESS,
    Code,
    CycleState,
    FilterPlugin,
    NarrowPlugin,
    Plugin,
    PreFilterPlugin,
    PreScorePlugin,
    ScorePlugin,
    Status,
)

if TYPE_CHECKING:
    from scheduler_core.objects.policy import PodDisruptionBudget
    from scheduler_core.scheduler.plugins.default_preemption.dry_run import DryRun

MAX_CLASSES = 64


class Plan:
    """A profile's plugins, told apart by what their answers depend on.

    `local_*`: the pod's signature, the node and the pods on it alone; their answers are kept. Of the filters
    only those before the first other one: which of several refusals counts depends on the order.
    """

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        filters = profile.filter
        count = next((i for i, plugin in enumerate(filters) if not plugin.node_local), len(filters))
        self.local_filters = filters[:count]
        self.other_filters = filters[count:]
        self.narrowers: dict[str, NarrowPlugin] = {
            plugin.name: plugin for plugin in self.other_filters if isinstance(plugin, NarrowPlugin)
        }
        self.local_pre_filters = tuple(plugin for plugin in profile.pre_filter if _is_local(plugin))
        self.other_pre_filters = tuple(plugin for plugin in profile.pre_filter if not _is_local(plugin))
        self.local_pre_scores = tuple(plugin for plugin in profile.pre_score if _is_local(plugin))
        self.other_pre_scores = tuple(plugin for plugin in profile.pre_score if not _is_local(plugin))
        self.local_scores = tuple(plugin for plugin in profile.score if plugin.node_local)
        self.other_scores = tuple(plugin for plugin in profile.score if not plugin.node_local)


def _is_local(plugin: Plugin | PreFilterPlugin | PreScorePlugin) -> bool:
    return isinstance(plugin, (FilterPlugin, ScorePlugin)) and plugin.node_local


class PodClass:
    """By place in the snapshot's list of nodes.

    `passes` has the byte YES where the local filters let the pod pass or nobody has asked yet (`unknown`),
    else 0. `raw` holds the local scores, `plain` the weighted sum of those that are not normalised.
    `refusals` counts the nodes by refusal; `curable` has 1 where removing pods may help. `usable` is False
    where PreFilter narrows or refuses: such a pod is decided without a memo.
    """

    def __init__(self, plan: Plan, pod: PodInfo, snapshot: Snapshot) -> None:
        self.plan = plan
        self.snapshot = snapshot
        self.state = CycleState(snapshot)
        self.usable = self._pre_filter(pod)
        skipped = self.state.skip_filter
        self.filters = tuple([plugin for plugin in plan.local_filters if plugin.name not in skipped])
        self._pre_score(pod)
        self._start()

    def _pre_filter(self, pod: PodInfo) -> bool:
        for plugin in self.plan.local_pre_filters:
            result = plugin.pre_filter(self.state, self.snapshot, pod)
            if result.status.code is Code.SKIP:
                self.state.skip_filter.add(plugin.name)
            elif result.status.code is not Code.SUCCESS or result.nodes is not None:
                return False
        return True

    def _pre_score(self, pod: PodInfo) -> None:
        state, profile = self.state, self.plan.profile
        for plugin in self.plan.local_pre_scores:
            if plugin.pre_score(state, self.snapshot, pod, ()).code is Code.SKIP:
                state.skip_score.add(plugin.name)
        scores = [plugin for plugin in self.plan.local_scores if plugin.name not in state.skip_score]
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
            for plugin in self.plan.local_scores
            if plugin.name not in self.state.skip_score
        }
        self.curable = bytearray(count)
        self.dry_runs: dict[str, DryRun] = {}
        self._budgets: tuple[PodDisruptionBudget, ...] = ()

    def refresh(self) -> None:
        """Forgets what is known of nodes that have changed."""
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
            self.dry_runs.pop(self.names[place], None)
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
        """Asks the local plugins about places that are unknown; True if they all pass."""
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
        """What the local filters say."""
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

    def dry_runs_under(self, budgets: tuple[PodDisruptionBudget, ...]) -> dict[str, DryRun]:
        """The kept dry runs by node name; they are good for the same budgets alone."""
        if len(budgets) != len(self._budgets) or any(
            new is not old for new, old in zip(budgets, self._budgets, strict=True)
        ):
            self.dry_runs = {}
            self._budgets = budgets
        return self.dry_runs


class Memo:
    """For one profile and one snapshot at a time; with another one it starts anew.

    Never part of a state: it can be thrown away at any time.
    """

    def __init__(self, profile: Profile, plan: Plan | None = None) -> None:
        self.profile = profile
        self._plan = plan or Plan(profile)
        self._classes: dict[Signature, PodClass] = {}
        self._snapshot: Snapshot | None = None

    def empty(self) -> Memo:
        """One for the same profile that knows nothing yet."""
        return Memo(self.profile, self._plan)

    def of(self, pod: PodInfo, snapshot: Snapshot) -> PodClass | None:
        """What is kept for pods like this one, up to date; None where nothing can be."""
        if self._snapshot is not snapshot:
            self._snapshot = snapshot
            self._classes = {}
        kept = self._classes.get(pod.signature)
        if kept is None:
            if len(self._classes) >= MAX_CLASSES:
                del self._classes[next(iter(self._classes))]
            kept = self._classes[pod.signature] = PodClass(self._plan, pod, snapshot)
        if not kept.usable:
            return None
        kept.refresh()
        return kept
