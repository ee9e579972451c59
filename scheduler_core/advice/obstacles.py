"""Obstacles: everything that keeps a pod from a node, not only the refusal at which the scheduler stopped.

kube-scheduler asks no further filter once one has refused (RunFilterPlugins, pkg/scheduler/framework/runtime,
v1.34). Here every filter is asked, so that a reader who clears the first obstacle is not surprised by the
second. The first obstacle is always the scheduler's own verdict. Obstacles are computed on demand, never in a
scheduling cycle.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scheduler_core.actor import Message, message
from scheduler_core.advice.plugin_advice import RefusedNode
from scheduler_core.advice.plugin_table import PLUGIN_ADVICE
from scheduler_core.objects.manifest import Json
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import Profile
from scheduler_core.scheduler.cycle.cycle import Cycle
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.status import SUCCESS, Code, Status, unresolvable
from scheduler_core.scheduler.queue.nominator import Nominator


@dataclass(frozen=True, slots=True)
class Obstacle:
    """One plugin's refusal. `first` means that the scheduler stopped here. `details` say how far the node is
    from feasible.

    `plugin` is "" where the PreFilter plugins together left no node, or only others. `before_nodes` means
    that PreFilter refused every node alike.
    """

    status: Status
    first: bool
    before_nodes: bool = False
    details: tuple[Message, ...] = ()

    @property
    def plugin(self) -> str:
        return self.status.plugin

    def to_json(self) -> dict[str, Json]:
        return {
            "plugin": self.plugin or None,
            "code": self.status.code.value,
            "reasons": list(self.status.reasons),
            "first": self.first,
            "beforeNodes": self.before_nodes,
            "details": [detail.to_json() for detail in self.details],
        }


class ObstacleSearch:
    """One pod and all nodes: PreFilter runs once, then `on` answers for one node at a time."""

    def __init__(self, snapshot: Snapshot, pod: PodInfo, profile: Profile, nominator: Nominator) -> None:
        self.cycle = Cycle(snapshot, pod, profile, nominator)
        self._refusals: list[Status] = []
        self._names: frozenset[str] | None = None
        self._outside: Status = SUCCESS
        self._pre_filter()

    def _pre_filter(self) -> None:
        """Runs every PreFilter plugin; one that refused has no state, so its filter does not run."""
        cycle = self.cycle
        outcome = Cycle(cycle.snapshot, cycle.pod, cycle.profile, cycle.nominator).pre_filter()
        if outcome.status.code is not Code.SUCCESS:
            self._refusals.append(outcome.status)
        narrowing: list[str] = []
        for plugin in cycle.profile.pre_filter:
            result = plugin.pre_filter(cycle.state, cycle.snapshot, cycle.pod)
            if result.status.code is not Code.SUCCESS:
                cycle.state.skip_filter.add(plugin.name)
                # The volume plugins give the same reason for a missing claim; it is reported once.
                repeated = any(result.status.reasons == before.reasons for before in self._refusals)
                if result.status.code is not Code.SKIP and not repeated:
                    self._refusals.append(result.status)
            elif result.nodes is not None:
                narrowing.append(plugin.name)
                self._names = result.nodes if self._names is None else self._names & result.nodes
        self._outside = unresolvable(
            "", "node(s) didn't satisfy plugin(s) [" + " ".join(sorted(narrowing)) + "]"
        )

    def on(self, node: NodeInfo, *, details: bool = True) -> tuple[Obstacle, ...]:
        """Everything that keeps the pod from `node`, the scheduler's verdict first; empty when the pod
        fits."""
        cycle = self.cycle
        obstacles: list[Obstacle] = []

        def note(status: Status, *, before: bool = False, sentences: tuple[Message, ...] = ()) -> None:
            obstacles.append(Obstacle(status, not obstacles, before, sentences))

        for refusal in self._refusals:
            note(refusal, before=True)
        # The nominated node is tried before the search is narrowed.
        aside = self._names is not None and node.name not in self._names
        if aside and not self._refusals and node.name != cycle.pod.nominated_node_name:
            names = tuple(sorted(self._names or ()))
            note(self._outside, sentences=(message("obstacle.not_among", nodes=names),) if details else ())
        nominated = cycle.nominated_on(node.name)
        if nominated:
            state, crowded = cycle.pretend(cycle.state, node, nominated)
            for status in self._refused(state, crowded):
                refused = RefusedNode(cycle, state, status, crowded, node)
                note(status, sentences=_details(refused) if details else ())
        noted = {obstacle.plugin for obstacle in obstacles}
        for status in self._refused(cycle.state, node):
            if status.plugin not in noted:
                refused = RefusedNode(cycle, cycle.state, status, node, node)
                note(status, sentences=_details(refused) if details else ())
        return tuple(obstacles)

    def _refused(self, state: CycleState, node: NodeInfo) -> Iterable[Status]:
        for plugin in self.cycle.filters:
            status = plugin.filter(state, self.cycle.pod, node)
            if status.code is not Code.SUCCESS:
                yield status


def _details(refused: RefusedNode) -> tuple[Message, ...]:
    advice = PLUGIN_ADVICE.get(refused.status.plugin)
    return () if advice is None else advice.details(refused)


def obstacles(
    snapshot: Snapshot, pod: PodInfo, profile: Profile, node: str, nominator: Nominator | None = None
) -> tuple[Obstacle, ...]:
    """Everything that keeps `pod` from the node with this name; raises KeyError when there is no such
    node."""
    info = snapshot.get(node)
    if info is None:
        raise KeyError(node)
    return ObstacleSearch(snapshot, pod, profile, nominator or Nominator()).on(info)


@dataclass(frozen=True, slots=True)
class ObstacleGroup:
    """Nodes that are refused for the same reason. `first` counts the nodes for which the scheduler stopped at
    it."""

    plugin: str
    reason: str
    nodes: int
    first: int


def grouped(all_obstacles: Iterable[Sequence[Obstacle]]) -> tuple[ObstacleGroup, ...]:
    """One group for each reason, the one with the most nodes first."""
    counts: dict[tuple[str, str], tuple[int, int]] = {}
    for of_node in all_obstacles:
        for obstacle in of_node:
            for reason in obstacle.status.reasons:
                nodes, first = counts.get((obstacle.plugin, reason), (0, 0))
                counts[obstacle.plugin, reason] = (nodes + 1, first + obstacle.first)
    groups = (ObstacleGroup(*key, *pair) for key, pair in counts.items())
    return tuple(sorted(groups, key=lambda group: (-group.nodes, group.plugin, group.reason)))
