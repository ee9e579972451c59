"""Cycle: one scheduling cycle's run of the plugins, from PreFilter to Score.

Source: pkg/scheduler/framework/runtime/framework.go (v1.34). It is the handle that PostFilter plugins get, so
that dry runs use the same filters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property, partial

from scheduler_core.scheduler.cluster.columns import entries
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import Profile
from scheduler_core.scheduler.cycle.decision import NodeVerdict
from scheduler_core.scheduler.cycle.pod_class import PodClass
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.diagnosis.explanation import Explanation
from scheduler_core.scheduler.framework.free_capacity import FreeCapacity
from scheduler_core.scheduler.framework.handle import NO_PICKS, NodeKey, Picks, T
from scheduler_core.scheduler.framework.interface import FilterPlugin, PreFilterExtensions, ScorePlugin
from scheduler_core.scheduler.framework.refusals import Refusal
from scheduler_core.scheduler.framework.status import SUCCESS, Code, Status, failed
from scheduler_core.scheduler.framework.trace import Journal
from scheduler_core.scheduler.queue.nominator import Nominator

PASSED = NodeVerdict(SUCCESS)
NO_JOURNALS: Mapping[str, Journal] = {}


@dataclass(frozen=True, slots=True)
class PreFilterOutcome:
    """The joint answer of the PreFilter plugins.

    `names` are the only nodes that can fit; None when the search is not narrowed. `narrowing` are the plugins
    that narrowed it, `rejectors` those that refused every node.
    """

    status: Status
    names: frozenset[str] | None = None
    narrowing: frozenset[str] = frozenset()
    rejectors: frozenset[str] = frozenset()


ALL_NODES = PreFilterOutcome(SUCCESS)


class Cycle:
    """A pod, the cluster in which it is scheduled, and the plugins' state of this attempt.

    `pod_class` holds the answers of node-local plugins for pods of the same class. `trace` says whether
    intermediate values are recorded, `picks` chooses between equals, and `post_filters` says whether anything
    is tried for a pod that fits nowhere. The attributes about which filters take part are valid after
    PreFilter.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        pod: PodInfo,
        profile: Profile,
        nominator: Nominator,
        *,
        pod_class: PodClass | None = None,
        trace: bool = False,
        picks: Picks = NO_PICKS,
        post_filters: bool = True,
    ) -> None:
        self.post_filters = post_filters
        self.snapshot = snapshot
        self.pod = pod
        self.profile = profile
        self.nominator = nominator
        self.pod_class = pod_class
        self.trace = trace
        self.picks = picks
        self._forked = pod_class is not None and not pod_class.narrows
        self.state = (
            pod_class.state.fork() if pod_class is not None and self._forked else CycleState(snapshot)
        )

    def without_chance(self) -> Cycle:
        """The same cycle, which takes the first of several equals and records all intermediate values."""
        twin = copy(self)
        twin.picks = NO_PICKS
        twin.trace = True
        return twin

    def frozen(self) -> Cycle:
        """A `repeatable` cycle with copies of all that changes later, which answers for nodes as they were.

        It knows no other node: its snapshot is empty.
        """
        twin = copy(self)
        twin.snapshot = Snapshot()
        twin.picks = NO_PICKS
        twin.state = self.state.clone(twin.snapshot)
        twin.nominator = self.nominator.copy()
        twin.pod_class = None
        return twin

    # PreFilter

    def pre_filter(self) -> PreFilterOutcome:
        """Runs PreFilter; cached answers replace those of the node-local plugins unless a plugin narrows the
        search or refuses."""
        if self._forked:
            if self._others_leave_all_nodes():
                return ALL_NODES
            self._forked = False
            self.state = CycleState(self.snapshot)
        return self._ask_all()

    def _others_leave_all_nodes(self) -> bool:
        """Runs PreFilter of the plugins that are not node-local. False when one narrows or refuses."""
        state, pod = self.state, self.pod
        for plugin in self.profile.locality.other_pre_filters:
            result = plugin.pre_filter(state, self.snapshot, pod)
            code = result.status.code
            if code is Code.SKIP:
                state.skip_filter.add(plugin.name)
            elif code is not Code.SUCCESS or result.nodes is not None:
                return False
            elif result.needs is not None:
                state.needs[plugin.name] = result.needs
        return True

    def _ask_all(self) -> PreFilterOutcome:
        """Runs PreFilter of all plugins (RunPreFilterPlugins); an unresolvable refusal ends it at once."""
        state, pod = self.state, self.pod
        names: frozenset[str] | None = None
        narrowing: set[str] = set()
        refusal: Status | None = None
        for plugin in self.profile.pre_filter:
            result = plugin.pre_filter(state, self.snapshot, pod)
            status = result.status
            if status.code is Code.SKIP:
                state.skip_filter.add(plugin.name)
                continue
            if status.code is Code.UNRESOLVABLE:
                return PreFilterOutcome(status, rejectors=frozenset((plugin.name,)))
            if status.code is Code.UNSCHEDULABLE:
                refusal = status
                continue
            if status.code is Code.ERROR:
                why = f'running PreFilter plugin "{plugin.name}": {status.message}'
                return PreFilterOutcome(failed(plugin.name, why))
            if result.needs is not None:
                state.needs[plugin.name] = result.needs
            if result.nodes is not None:
                narrowing.add(plugin.name)
                names = result.nodes if names is None else names & result.nodes
                if not names:
                    return PreFilterOutcome(
                        Status(Code.UNRESOLVABLE, (_no_node_left(sorted(narrowing)),)),
                        rejectors=frozenset(narrowing),
                    )
        if refusal is not None:
            return PreFilterOutcome(refusal, rejectors=frozenset((refusal.plugin, *narrowing)))
        return PreFilterOutcome(SUCCESS, names, frozenset(narrowing))

    # Filter

    @cached_property
    def filters(self) -> tuple[FilterPlugin, ...]:
        skipped = self.state.skip_filter
        return tuple(plugin for plugin in self.profile.filter if plugin.name not in skipped)

    @cached_property
    def extensions(self) -> tuple[PreFilterExtensions, ...]:
        skipped = self.state.skip_filter
        return tuple(plugin for plugin in self.profile.extensions if plugin.name not in skipped)

    @cached_property
    def node_local(self) -> bool:
        """Whether all filters of this cycle depend only on the node and its pods."""
        return all(plugin.reads.cacheable for plugin in self.filters)

    @cached_property
    def _explaining_passing(self) -> tuple[str, ...]:
        """The filters that explain passing nodes as well."""
        explaining = self.profile.explaining_passing
        return tuple(plugin.name for plugin in self.filters if plugin.name in explaining)

    def refused_by(self, plugin: FilterPlugin) -> Sequence[Refusal] | None:
        """All nodes that the plugin refuses; None when it has to judge node by node."""
        at_once = self.profile.filter_all.get(plugin.name)
        return None if at_once is None else at_once.filter_all(self.state, self.pod)

    def run_filters(self, state: CycleState, node: NodeInfo) -> Status:
        """The status of the first plugin that refuses the node or fails, or Success."""
        pod = self.pod
        for plugin in self.filters:
            status = plugin.filter(state, pod, node)
            if status is not SUCCESS and status.code is not Code.SUCCESS:
                return with_plugin(status, plugin.name)
        return SUCCESS

    @property
    def nominated_nodes(self) -> frozenset[str]:
        return frozenset(self.nominator.nodes)

    def nominated_on(self, node_name: str) -> tuple[PodInfo, ...]:
        """The other pods of equal or higher priority that are nominated to the node."""
        if self.nominator.empty:
            return ()
        pod = self.pod
        return tuple(
            other
            for other in self.nominator.on(node_name)
            if other.priority >= pod.priority and other.uid != pod.uid
        )

    def filter_node(self, state: CycleState, node: NodeInfo) -> Status:
        """RunFilterPluginsWithNominatedPods: with the nominated pods, and if that passed, without them."""
        nominated = self.nominated_on(node.name)
        if nominated:
            crowded_state, crowded = self.pretend(state, node, nominated)
            status = self.run_filters(crowded_state, crowded)
            if status.code is not Code.SUCCESS:
                return status
        return self.run_filters(state, node)

    def pretend(
        self, state: CycleState, node: NodeInfo, nominated: Sequence[PodInfo]
    ) -> tuple[CycleState, NodeInfo]:
        """Private copies with the nominated pods on the node."""
        state, node = state.clone(), node.copy()
        for other in nominated:
            self.add_pod(state, node, other)
        return state, node

    def add_pod(self, state: CycleState, node: NodeInfo, other: PodInfo) -> None:
        """Adds `other` to a private copy of a node and to the plugins' state of it."""
        node.add(other)
        for plugin in self.extensions:
            plugin.add_pod(state, self.pod, other, node)

    def remove_pod(self, state: CycleState, node: NodeInfo, other: PodInfo) -> None:
        """Removes `other` from a private copy of a node and from the plugins' state of it."""
        node.remove(other)
        for plugin in self.extensions:
            plugin.remove_pod(state, self.pod, other, node)

    @property
    def repeatable(self) -> bool:
        """Whether all filters of this cycle give the same answers and explanations in a later run."""
        return self.profile.locality.looks_up.isdisjoint([plugin.name for plugin in self.filters])

    @cached_property
    def free_capacity(self) -> FreeCapacity | None:
        """Implements `Handle.free_capacity`."""
        needs = self.state.needs
        others = [plugin for plugin in self.filters if plugin.name not in needs]
        if self.extensions or not all(plugin.reads.skipped for plugin in others):
            return None
        unanswered: list[FilterPlugin] = []
        refused: set[str] = set()
        for plugin in others:
            refusals = self.refused_by(plugin)
            if refusals is None:
                unanswered.append(plugin)
            for refusal in refusals or ():
                refused.update(entries(self.snapshot.names, tuple(refusal.all_places(self.snapshot))))
        return FreeCapacity(
            tuple([need for plugin in self.filters for need in needs.get(plugin.name, ())]),
            [partial(plugin.filter, self.state, self.pod) for plugin in unanswered],
            refused,
        )

    def cached_by_node(self, key: NodeKey[T], depends_on: tuple[object, ...]) -> dict[str, T] | None:
        """Implements `Handle.cached_by_node`."""
        if self.pod_class is None or not self.node_local:
            return None
        return self.pod_class.by_node(key, depends_on)

    # Explain and Trace

    def judge(self, node: NodeInfo) -> NodeVerdict:
        """The result of `filter_node`, with all intermediate values."""
        nominated = self.nominated_on(node.name)
        counted = tuple([other.key for other in nominated])
        if nominated:
            crowded_state, crowded = self.pretend(self.state, node, nominated)
            status = self.run_filters(crowded_state, crowded)
            if status.code is not Code.SUCCESS:
                return NodeVerdict(status, self._explain(status, crowded_state, crowded, node), counted, 1)
        status = self._verdict(node)
        if status.code is Code.SUCCESS:
            if not nominated and not self._explaining_passing:
                return PASSED
            return NodeVerdict(status, self._explain_passing(node), counted)
        explanations = self._explain(status, self.state, node, node)
        return NodeVerdict(status, explanations, counted, 2 if nominated else None)

    def _verdict(self, node: NodeInfo) -> Status:
        """The result of `run_filters`, with cached answers for the filters that come first."""
        pod_class, pod = self.pod_class, self.pod
        if pod_class is None:
            return self.run_filters(self.state, node)
        status = pod_class.verdict(node.name, pod)
        if status is not SUCCESS:
            return status
        for plugin in self.filters[len(pod_class.filters) :]:
            status = plugin.filter(self.state, pod, node)
            if status.code is not Code.SUCCESS:
                return with_plugin(status, plugin.name)
        return SUCCESS

    def _explain(
        self, status: Status, state: CycleState, node: NodeInfo, bare: NodeInfo
    ) -> tuple[Explanation, ...]:
        """The intermediate values of the plugin that refused the node; empty when it has none to show."""
        plugin = self.profile.explainers.get(status.plugin)
        if plugin is not None:
            return plugin.explain(state, self.pod, node, bare)
        return ()

    def _explain_passing(self, node: NodeInfo) -> tuple[Explanation, ...]:
        explanations: tuple[Explanation, ...] = ()
        for name in self._explaining_passing:
            explanations += self.profile.explainers[name].explain(self.state, self.pod, node, node)
        return explanations

    def trace_dry_run(self, clone: CycleState) -> Mapping[str, Journal]:
        """Implements `Handle.trace_dry_run`."""
        if not self.trace or not self.profile.tracers:
            return NO_JOURNALS
        journals: dict[str, Journal] = {}
        for plugin in self.profile.tracers:
            journals.update(plugin.trace_dry_run(self.state, clone, self.pod))
        return journals

    # Score

    def pre_score(self, nodes: Sequence[NodeInfo]) -> Status:
        """Runs PreScore; the plugins that do not score this pod are in `state.skip_score` afterwards. The
        first error ends it and is returned (RunPreScorePlugins)."""
        profile, pod_class = self.profile, self.pod_class
        errors = pod_class.pre_score_errors if pod_class is not None and self._forked else {}
        local = profile.locality.local_pre_scores if self._forked else ()
        for plugin in profile.pre_score:
            if plugin in local:
                status = errors.get(plugin.name, SUCCESS)
            else:
                status = plugin.pre_score(self.state, self.snapshot, self.pod, nodes)
            if status.code is Code.SKIP:
                self.state.skip_score.add(plugin.name)
            elif status.code is Code.ERROR:
                return failed(plugin.name, f'running PreScore plugin "{plugin.name}": {status.message}')
        return SUCCESS

    def raw_scores(self, plugin: ScorePlugin, nodes: Sequence[NodeInfo]) -> list[int]:
        """The scores of one plugin before normalization, in the order of `nodes`."""
        state, pod = self.state, self.pod
        at_once = self.profile.score_all.get(plugin.name)
        if at_once is not None:
            return at_once.score_all(state, pod, nodes)
        return [plugin.score(state, pod, node) for node in nodes]

    def scores_alike(self, plugin: ScorePlugin) -> bool:
        """Whether the plugin is sure to score all nodes alike."""
        sure = self.profile.scores_alike.get(plugin.name)
        return sure is not None and sure.scores_alike(self.state, self.pod)

    def normalized(self, plugin: ScorePlugin, nodes: Sequence[NodeInfo], raw: list[int]) -> list[int]:
        normalizer = self.profile.normalizers.get(plugin.name)
        return raw if normalizer is None else normalizer.normalize_score(self.state, self.pod, nodes, raw)


def with_plugin(status: Status, plugin: str) -> Status:
    """An error of a filter says which plugin failed (RunFilterPlugins); a refusal stays as it is."""
    if status.code is not Code.ERROR:
        return status
    return failed(plugin, f'running "{plugin}" filter plugin: {status.message}')


def _no_node_left(narrowing: list[str]) -> str:
    if len(narrowing) == 1:
        return f"node(s) didn't satisfy plugin {narrowing[0]}"
    return f"node(s) didn't satisfy plugin(s) [{' '.join(narrowing)}] simultaneously"
