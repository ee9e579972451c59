"""One scheduling cycle's run of the plugins: PreFilter, Filter with nominated pods, Score.

Source: pkg/scheduler/schedule_one.go, framework/runtime/framework.go (v1.34). `decide` puts the pieces
together; `preemption` uses the same filters for its dry run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import Profile
from scheduler_core.scheduler.cycle.decision import NodeVerdict
from scheduler_core.scheduler.cycle.memo import PodClass
from scheduler_core.scheduler.framework.explanation import Explanation
from scheduler_core.scheduler.framework.interface import (
    SUCCESS,
    Code,
    CycleState,
    FilterPlugin,
    PreFilterExtensions,
    ScorePlugin,
    Status,
)
from scheduler_core.scheduler.plugins.inter_pod_affinity import InterPodAffinity
from scheduler_core.scheduler.plugins.pod_topology_spread.pod_topology_spread import PodTopologySpread
from scheduler_core.scheduler.queue.nominator import Nominator

PASSED = NodeVerdict(SUCCESS)


@dataclass(frozen=True, slots=True)
class PreFilterOutcome:
    """`names` None: not narrowed. `narrowing`: plugins that narrowed."""

    status: Status
    names: frozenset[str] | None = None
    narrowing: frozenset[str] = frozenset()
    rejectors: frozenset[str] = frozenset()


class Cycle:
    """A pod, the cluster it looks at, and the plugins' memory of this attempt."""

    def __init__(
        self,
        snapshot: Snapshot,
        pod: PodInfo,
        profile: Profile,
        nominator: Nominator,
        kept: PodClass | None = None,
    ) -> None:
        """With `kept`, the node-local plugins have been through PreFilter and PreScore already."""
        self.snapshot = snapshot
        self.pod = pod
        self.profile = profile
        self.nominator = nominator
        self.state = CycleState(snapshot) if kept is None else kept.state.fork()
        self._topological: tuple[PodTopologySpread | InterPodAffinity, ...] = ()
        self.filters: tuple[FilterPlugin, ...] = ()
        self.extensions: tuple[PreFilterExtensions, ...] = ()
        self.node_local = False
        self.kept = kept
        self.traced = False

    # PreFilter

    def pre_filter(self) -> PreFilterOutcome:
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
            if result.nodes is not None:
                narrowing.add(plugin.name)
                names = result.nodes if names is None else names & result.nodes
                if not names:
                    return PreFilterOutcome(
                        Status(Code.UNRESOLVABLE, (_nobody_left(sorted(narrowing)),)),
                        rejectors=frozenset(narrowing),
                    )
        self.activate()
        if refusal is not None:
            return PreFilterOutcome(refusal, rejectors=frozenset((refusal.plugin,)))
        return PreFilterOutcome(SUCCESS, names, frozenset(narrowing))

    def activate(self) -> None:
        """Settles which filters take part, after PreFilter."""
        skipped = self.state.skip_filter
        self.filters = tuple(plugin for plugin in self.profile.filter if plugin.name not in skipped)
        self.extensions = tuple(plugin for plugin in self.profile.extensions if plugin.name not in skipped)
        self.node_local = all(plugin.node_local for plugin in self.filters)
        self._topological = tuple(
            plugin for plugin in self.filters if isinstance(plugin, (PodTopologySpread, InterPodAffinity))
        )

    # Filter

    def check_of(self, plugin: FilterPlugin) -> Callable[[NodeInfo], Status]:
        """The plugin's filter for many nodes, as long as nobody changes the state."""
        quick = self.profile.checkers.get(plugin.name)
        return (
            partial(plugin.filter, self.state, self.pod)
            if quick is None
            else quick.checker(self.state, self.pod)
        )

    def run_filters(self, state: CycleState, node: NodeInfo) -> Status:
        """The first plugin that does not let the pod pass decides."""
        pod = self.pod
        for plugin in self.filters:
            status = plugin.filter(state, pod, node)
            if status is not SUCCESS and status.code is not Code.SUCCESS:
                return status
        return SUCCESS

    def nominated_on(self, node_name: str) -> tuple[PodInfo, ...]:
        """The pods to reckon with: nominated to the node, of equal or higher priority, and not this one."""
        if self.nominator.empty:
            return ()
        pod = self.pod
        return tuple(
            other
            for other in self.nominator.on(node_name)
            if other.priority >= pod.priority and other.uid != pod.uid
        )

    def filter_node(self, state: CycleState, node: NodeInfo) -> Status:
        """RunFilterPluginsWithNominatedPods: with them, and if that passed, without them."""
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
        """Private copies in which the nominated pods stand on the node."""
        state, node = state.clone(), node.copy()
        for other in nominated:
            self.add_pod(state, node, other)
        return state, node

    def add_pod(self, state: CycleState, node: NodeInfo, other: PodInfo) -> None:
        """Pretends `other` were on the node: in the node's sums and in the plugins' state. Both are
        private copies."""
        node.add(other)
        for plugin in self.extensions:
            plugin.add_pod(state, self.pod, other, node)

    def remove_pod(self, state: CycleState, node: NodeInfo, other: PodInfo) -> None:
        node.remove(other)
        for plugin in self.extensions:
            plugin.remove_pod(state, self.pod, other, node)

    def judge(self, node: NodeInfo) -> NodeVerdict:
        """`filter_node` with everything that was seen."""
        nominated = self.nominated_on(node.name)
        counted = tuple([other.key for other in nominated])
        if nominated:
            crowded_state, crowded = self.pretend(self.state, node, nominated)
            status = self.run_filters(crowded_state, crowded)
            if status.code is not Code.SUCCESS:
                return NodeVerdict(status, self._explain(status, crowded_state, crowded, node), counted, 1)
        status = self._verdict(node)
        if status.code is Code.SUCCESS:
            if not nominated and not self._topological:
                return PASSED
            return NodeVerdict(status, self._topology(node), counted)
        explanations = self._explain(status, self.state, node, node)
        return NodeVerdict(status, explanations, counted, 2 if nominated else None)

    def _verdict(self, node: NodeInfo) -> Status:
        """`run_filters`, with the kept answers of those that come first."""
        kept, pod = self.kept, self.pod
        if kept is None:
            return self.run_filters(self.state, node)
        status = kept.verdict(node.name, pod)
        if status is not SUCCESS:
            return status
        for plugin in self.filters[len(kept.filters) :]:
            status = plugin.filter(self.state, pod, node)
            if status.code is not Code.SUCCESS:
                return status
        return SUCCESS

    def _explain(
        self, status: Status, state: CycleState, node: NodeInfo, bare: NodeInfo
    ) -> tuple[Explanation, ...]:
        plugin = self.profile.explainers.get(status.plugin)
        if plugin is not None:
            return plugin.explain(state, self.pod, node, bare)
        return ()

    def _topology(self, node: NodeInfo) -> tuple[Explanation, ...]:
        """Nodes that pass show their spread and affinity too."""
        found: tuple[Explanation, ...] = ()
        for plugin in self._topological:
            found += plugin.explain(self.state, self.pod, node, node)
        return found

    # Score

    def pre_score(self, nodes: Sequence[NodeInfo]) -> tuple[ScorePlugin, ...]:
        """Runs PreScore; the plugins that will score."""
        for plugin in self.profile.pre_score:
            status = plugin.pre_score(self.state, self.snapshot, self.pod, nodes)
            if status.code is Code.SKIP:
                self.state.skip_score.add(plugin.name)
        return tuple(plugin for plugin in self.profile.score if plugin.name not in self.state.skip_score)

    def raw_scores(self, plugin: ScorePlugin, nodes: Sequence[NodeInfo]) -> list[int]:
        state, pod, kept = self.state, self.pod, self.kept
        if kept is not None and plugin.name in kept.raw:
            return kept.raw_scores(plugin.name, nodes, pod)
        bulk = self.profile.bulk_scorers.get(plugin.name)
        if bulk is not None:
            return bulk.score_all(state, pod, nodes)
        return [plugin.score(state, pod, node) for node in nodes]

    def normalized(self, plugin: ScorePlugin, nodes: Sequence[NodeInfo], raw: list[int]) -> list[int]:
        normalizer = self.profile.normalizers.get(plugin.name)
        return raw if normalizer is None else normalizer.normalize_score(self.state, self.pod, nodes, raw)


def _nobody_left(narrowing: list[str]) -> str:
    if len(narrowing) == 1:
        return f"node(s) didn't satisfy plugin {narrowing[0]}"
    return f"node(s) didn't satisfy plugin(s) [{' '.join(narrowing)}] simultaneously"
