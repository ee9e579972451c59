"""Preemption by a whole group: the cluster is one domain, and its victims are single pods or whole groups.

Source: pkg/scheduler/framework/preemption/podgrouppreemption.go (v1.36.2), KEP-5710. All units of lower
priority are taken away, the group is tried, and then the units are given back one by one, those whose removal
violates a budget first and the more important ones first; each time the whole group is tried again. In v1.37
it is tried once, and keeps the nodes that it got: filters alone decide what can be given back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scheduler_core.objects.pod_groups import WHOLE, PodGroup
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import Profile
from scheduler_core.scheduler.cycle.cycle import Cycle
from scheduler_core.scheduler.cycle.decision import Decision
from scheduler_core.scheduler.framework.status import Code, Status
from scheduler_core.scheduler.groups.group_trials import CopiedRoom, GroupResult, Quorum, try_group
from scheduler_core.scheduler.plugins.default_preemption.default_preemption import NEVER
from scheduler_core.scheduler.plugins.default_preemption.dry_run import split_by_budget
from scheduler_core.scheduler.queue.nominator import Nominator
from scheduler_core.scheduler.queue.queued_pod import QueuedPodInfo

NO_VICTIMS = "No preemption victims found for incoming preemptor"
WITH_CONSTRAINTS = "workload aware preemption is not supported for pod groups with scheduling constraints"
PREFIX = "pod group preemption: "
FITS_AFTER = "found a placement for podgroup, preempting %d victims"
NO_PLUGIN = "default preemption plugin is not registered, workload aware preemption is disabled"


@dataclass(frozen=True, slots=True)
class Unit:
    """What is preempted together: one pod, or the pods of the group with the key `group`."""

    pods: tuple[PodInfo, ...]
    priority: int
    group: str = ""

    @property
    def importance(self) -> tuple[int, ...]:
        """Sorting key, most important first: priority, groups before pods, larger groups, earlier start."""
        start = min(pod.importance[1] for pod in self.pods)
        return (-self.priority, 0 if self.group else 1, -len(self.pods) if self.group else 0, start)


@dataclass(frozen=True, slots=True)
class WholeGroupPreemption:
    """The `victims` that a group needs, and the units that can stay although they have lower priority.
    `nodes` is where its pods go once the victims are gone, by their keys (v1.37)."""

    victims: tuple[Unit, ...]
    given_back: tuple[Unit, ...]
    nodes: Mapping[str, str] = field(default_factory=dict)

    @property
    def pods(self) -> tuple[PodInfo, ...]:
        return tuple(pod for unit in self.victims for pod in unit.pods)


def find_victims(
    members: Sequence[QueuedPodInfo],
    group: PodGroup,
    snapshot: Snapshot,
    profile: Profile,
    decide: Callable[[Snapshot, PodInfo], Decision],
    quorum: Quorum | None = None,
) -> WholeGroupPreemption | Status:
    """The victims that make room for the group, or why there are none. With a `quorum` it is tried once."""
    if not any(plugin.name == "DefaultPreemption" for plugin in profile.post_filter):
        return Status(Code.UNSCHEDULABLE, (NO_PLUGIN,))
    if group.topology:
        return Status(Code.UNSCHEDULABLE, (WITH_CONSTRAINTS,))
    if any(queued.pod.pod.spec.preemption_policy == "Never" for queued in members):
        return Status(Code.UNSCHEDULABLE, (NEVER,))
    copy = snapshot.copy()
    lower = [unit for unit in _units(copy) if unit.priority < group.priority]
    if not lower:
        return Status(Code.UNRESOLVABLE, (NO_VICTIMS,))
    for unit in lower:
        _remove(copy, unit)

    def tried() -> GroupResult:
        return try_group(members, CopiedRoom(copy, profile, decide), quorum)

    first = tried()
    if first.status.code is not Code.SUCCESS:
        return first.status
    placed = tuple(trial.queued.pod.on(trial.node) for trial in first.trials if trial.node)
    if quorum is not None:
        for preemptor in placed:
            copy.add_pod(preemptor)
    lower.sort(key=lambda unit: unit.importance)
    violating, clean = _by_budget(lower, snapshot)
    victims: list[Unit] = []
    given_back: list[Unit] = []
    for unit in (*violating, *clean):
        for pod in unit.pods:
            copy.add_pod(pod)
        fits = tried().status.code is Code.SUCCESS if quorum is None else _all_fit(placed, copy, profile)
        if fits:
            given_back.append(unit)
        else:
            _remove(copy, unit)
            victims.append(unit)
    victims.sort(key=lambda unit: unit.importance)
    nodes = {} if quorum is None else {pod.key: pod.node_name for pod in placed}
    return WholeGroupPreemption(tuple(victims), tuple(given_back), nodes)


def _all_fit(placed: Sequence[PodInfo], snapshot: Snapshot, profile: Profile) -> bool:
    """Whether the filters still let every pod of the group onto the node that it has in the snapshot."""
    for pod in placed:
        snapshot.remove_pod(pod)
        cycle = Cycle(snapshot, pod.on(""), profile, Nominator())
        outcome, node = cycle.pre_filter(), snapshot.get(pod.node_name)
        fits = outcome.status.code in (Code.SUCCESS, Code.SKIP) and node is not None
        if fits and node is not None:
            fits = cycle.run_filters(cycle.state, node).code is Code.SUCCESS
        snapshot.add_pod(pod)
        if not fits:
            return False
    return True


def _remove(snapshot: Snapshot, unit: Unit) -> None:
    for pod in unit.pods:
        snapshot.remove_pod(pod)


def _units(snapshot: Snapshot) -> Iterator[Unit]:
    """The pods of all nodes: those of a group that is preempted as a whole together, the others alone."""
    whole: dict[str, list[PodInfo]] = {}
    groups: Mapping[str, PodGroup] = snapshot.pod_groups.objects
    for node in snapshot.nodes:
        for pod in node.pods:
            group = groups.get(pod.group_key) if pod.group_key else None
            if group is not None and group.disruption_mode == WHOLE:
                whole.setdefault(pod.group_key, []).append(pod)
            else:
                yield Unit((pod,), pod.priority)
    for key, pods in whole.items():
        yield Unit(tuple(pods), groups[key].priority, key)


def _by_budget(units: Sequence[Unit], snapshot: Snapshot) -> tuple[list[Unit], list[Unit]]:
    """The units of which the removal of some pod violates a budget, and the others."""
    pods = [pod for unit in units for pod in unit.pods]
    against, _ = split_by_budget(pods, tuple(snapshot.budgets.values()))
    uids = {pod.uid for pod in against}
    violating = [unit for unit in units if any(pod.uid in uids for pod in unit.pods)]
    return violating, [unit for unit in units if unit not in violating]
