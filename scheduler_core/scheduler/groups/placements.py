"""Placements: the domains within which a group may be placed as a whole.

Source: pkg/scheduler/schedule_one_podgroup.go podGroupSchedulingPlacementAlgorithm, plugins
TopologyPlacementGenerator, PodGroupPodsCount and NodeResourcesFit (v1.36.2), KEP-5732. Behind the gate
TopologyAwareWorkloadScheduling.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scheduler_core.actor import Message, message
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod_groups import PodGroup
from scheduler_core.objects.replacing import replace
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import Profile
from scheduler_core.scheduler.cycle.decision import Decision
from scheduler_core.scheduler.framework.status import Code, Status
from scheduler_core.scheduler.groups.group_trials import CopiedRoom, GroupResult, Quorum, try_group
from scheduler_core.scheduler.queue.queued_pod import QueuedPodInfo

RESOURCES_FIT, PODS_COUNT = "NodeResourcesFit", "PodGroupPodsCount"
MAX_SCORE = 100


@dataclass(frozen=True, slots=True)
class Placement:
    """A domain that was tried: its `name`, its nodes, how many pods of the group fit in it, the score of each
    plugin (0 to 100), and whether the group goes there."""

    name: str
    nodes: tuple[str, ...]
    placed: int
    feasible: bool
    scores: tuple[tuple[str, int], ...] = ()
    chosen: bool = False

    def to_json(self) -> dict[str, Json]:
        return {
            "name": self.name,
            "nodes": list(self.nodes),
            "placed": self.placed,
            "feasible": self.feasible,
            "scores": dict(self.scores),
            "chosen": self.chosen,
            "words": self._words().to_json(),
        }

    def _words(self) -> Message:
        """What came of it, in a line."""
        args = {"placement": self.name, "placed": str(self.placed)}
        if not self.scores:
            return message(
                "scheduler.placement_fits" if self.feasible else "scheduler.placement_lacks", **args
            )
        scores = tuple(f"{plugin} {score}" for plugin, score in self.scores)
        total = str(sum(score for _, score in self.scores))
        return message("scheduler.placement_scores", scores=scores, total=total, **args)


@dataclass(frozen=True, slots=True)
class PlacementSearch:
    """What came of trying the placements: the result of the group, the placements, and the names of those
    that were equally good (empty where no chance decided)."""

    result: GroupResult
    placements: tuple[Placement, ...]
    equal: tuple[str, ...] = ()


def none_available(result: GroupResult | None, count: int) -> GroupResult:
    """The result when the group fits into no placement; `result` is that of the first one."""
    first = "" if result is None else f", first placement status: {result.status.message}"
    status = Status(Code.UNSCHEDULABLE, (f"0/{count} placements are available{first}",))
    return GroupResult((), status) if result is None else replace(result, status=status)


def search_placements(
    members: Sequence[QueuedPodInfo],
    group: PodGroup,
    snapshot: Snapshot,
    profile: Profile,
    decide: Callable[[Snapshot, PodInfo], Decision],
    pick: Callable[[Sequence[str]], str],
    quorum: Quorum | None = None,
) -> PlacementSearch:
    """Tries the group in each value of its topology key, and takes the placement with the best score. A group
    of which pods have nodes already stays in their domain."""
    results: list[tuple[Placement, GroupResult]] = []
    for name, nodes in domains(snapshot, group).items():
        copy = restricted(snapshot, frozenset(nodes))
        result = replace(try_group(members, CopiedRoom(copy, profile, decide), quorum), placement=name)
        feasible = result.status.code is Code.SUCCESS or result.preempting
        placement = Placement(name, nodes, result.placed, feasible)
        results.append((placement, result))
        if result.status.code is Code.ERROR:
            return PlacementSearch(result, tuple(entry for entry, _ in results))
    fitting = [entry for entry in results if entry[0].feasible]
    if not fitting:
        first = results[0][1] if results else None
        return PlacementSearch(
            none_available(first, len(results)), tuple(placement for placement, _ in results)
        )
    scores = _scores(snapshot, fitting)
    totals = {name: sum(row.values()) for name, row in scores.items()}
    equal = tuple(name for name, total in totals.items() if total == max(totals.values()))
    best = equal[0] if len(equal) == 1 else pick(equal)
    placements = tuple(
        replace(
            placement,
            scores=tuple(scores.get(placement.name, {}).items()) if len(fitting) > 1 else (),
            chosen=placement.name == best,
        )
        for placement, _ in results
    )
    chosen = next(result for placement, result in fitting if placement.name == best)
    return PlacementSearch(chosen, placements, equal if len(equal) > 1 else ())


def domains(snapshot: Snapshot, group: PodGroup) -> dict[str, tuple[str, ...]]:
    """The nodes of each value of the group's topology key, in the order of the nodes."""
    domains: dict[str, tuple[str, ...]] = {}
    taken = {
        node.node.labels.get(group.topology)
        for name in snapshot.pod_groups.nodes_of(group.meta.key)
        if (node := snapshot.get(name)) is not None
    }
    for node in snapshot.nodes:
        value = node.node.labels.get(group.topology)
        if value is not None and (not taken or value in taken):
            domains[value] = (*domains.get(value, ()), node.name)
    return domains


def restricted(snapshot: Snapshot, nodes: frozenset[str]) -> Snapshot:
    """A copy of the cluster with these nodes alone."""
    copy = snapshot.copy()
    for name in snapshot.names:
        if name not in nodes:
            copy.remove_node(name)
    return copy


def _scores(
    snapshot: Snapshot, fitting: Sequence[tuple[Placement, GroupResult]]
) -> dict[str, dict[str, int]]:
    """The scores of the placements, of each plugin the best one 100: how full the domain is with the group
    (MostAllocated over all of its nodes), and how many pods of the group it takes."""
    raw = {
        placement.name: {RESOURCES_FIT: _share(snapshot, placement, result), PODS_COUNT: result.placed}
        for placement, result in fitting
    }
    best = {plugin: max(row[plugin] for row in raw.values()) for plugin in (RESOURCES_FIT, PODS_COUNT)}
    return {
        name: {
            plugin: MAX_SCORE * value // best[plugin] if best[plugin] else 0 for plugin, value in row.items()
        }
        for name, row in raw.items()
    }


def _share(snapshot: Snapshot, placement: Placement, result: GroupResult) -> int:
    """How much of cpu and memory of the domain is requested once the group is there, in percent."""
    infos = [info for name in placement.nodes if (info := snapshot.get(name)) is not None]
    pods = [trial.queued.pod for trial in result.trials if trial.node]
    sums = (
        (
            sum(info.non_zero_cpu for info in infos) + sum(pod.non_zero[0] for pod in pods),
            sum(info.allocatable.milli_cpu for info in infos),
        ),
        (
            sum(info.non_zero_memory for info in infos) + sum(pod.non_zero[1] for pod in pods),
            sum(info.allocatable.memory for info in infos),
        ),
    )
    shares = [min(MAX_SCORE * used // there, MAX_SCORE) for used, there in sums if there]
    return sum(shares) // len(shares) if shares else 0
