"""What would make a pod fit: the smallest changes, found by trying them on the core itself.

Each obstacle suggests repairs (`repairs`), then `decide` tries each proposal on a copy of the cluster; only
proposals that made the pod fit are offered, the lightest first. The work is bounded by a number of decisions,
never by a clock, so the same state always gets the same advice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product

from scheduler_core.advice.alternatives import Alternative
from scheduler_core.advice.changes import Change, ClusterChange, PodChange, id_of
from scheduler_core.advice.cluster_changes import AddNode, DeletePod
from scheduler_core.advice.devices.device_changes import DeletePodOfClaim, with_claims
from scheduler_core.advice.editable import Document, editable
from scheduler_core.advice.new_nodes import node_like
from scheduler_core.advice.obstacles import Obstacle, ObstacleSearch
from scheduler_core.advice.plugin_advice import RefusedNode
from scheduler_core.advice.plugin_table import PLUGIN_ADVICE
from scheduler_core.advice.pod_changes import RaisePriority, RemoveGates
from scheduler_core.objects.pod import Pod
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import Profile
from scheduler_core.scheduler.cycle.cycle import Cycle
from scheduler_core.scheduler.cycle.decide import FAST, decide
from scheduler_core.scheduler.cycle.decision import Decision
from scheduler_core.scheduler.queue.nominator import Nominator

MAX_DECISIONS = 240
FEWEST_DECISIONS = 40
# Decisions times nodes: in a cluster of thousands of nodes fewer proposals are tried.
MAX_NODES_JUDGED = 200_000
OFFERED = 8
OFFERED_OF_A_KIND = 2
ATTEMPTS_OF_A_KIND = 24
COMBINATIONS_OF_A_NODE = 6
CHANGES_TOGETHER = 3
ENOUGH_WITHOUT_COMBINING = 3
NODES_LOOKED_AT = 400
SHAPES_TO_TRY = 5
PRIORITIES_TO_TRY = 6
HIGHEST_PRIORITY = 1_000_000_000
TOGETHER_WEIGHT = 100
SYSTEM_NAMESPACE = "kube-system"
RETURNING_OWNERS = ("DaemonSet", "Node")
"""Owners that make a pod again on the same node; a pod of a kubelet's file belongs to its Node."""


@dataclass(frozen=True, slots=True)
class Advice:
    """Changes that together make the pod fit. `result` is bound, or nominated after preempting the
    `victims`."""

    changes: tuple[Change, ...]
    node: str
    result: str
    victims: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        return "+".join(id_of(change) for change in self.changes)


class Trial:
    """One pod in one cluster, and the number of decisions left for trying changes."""

    def __init__(
        self, snapshot: Snapshot, pod: PodInfo, profile: Profile, nominator: Nominator, budget: int
    ) -> None:
        self.snapshot = snapshot
        self.pod = pod
        self.profile = profile
        self.nominator = nominator
        self.remaining = budget

    def decide(self, changes: Sequence[Change]) -> Decision:
        """What the scheduler would decide after the changes."""
        self.remaining -= 1
        snapshot, pod = self.snapshot, self.pod
        if any(isinstance(change, ClusterChange) for change in changes):
            snapshot = snapshot.copy()
        if any(isinstance(change, PodChange) for change in changes):
            pod = PodInfo.of(Pod.parse(changed_pod(self.pod.pod, changes)))
        claimed = with_claims(pod.pod, self.pod.pod.manifest, changes)
        if claimed is not pod.pod:
            pod = PodInfo.of(claimed)
        for change in changes:
            if isinstance(change, ClusterChange):
                change.alter(snapshot)
        return decide(snapshot, pod, self.profile, self.nominator, FAST)


def changed_pod(pod: Pod, changes: Iterable[Change]) -> Document:
    """The manifest with which the pod would be created again: its identity is kept, its status is removed."""
    document = editable(pod.manifest)
    document.pop("status", None)
    for change in changes:
        if isinstance(change, PodChange):
            change.edit(document)
    return document


def advise(
    snapshot: Snapshot,
    pod: PodInfo,
    profile: Profile,
    nominator: Nominator,
    classes: Mapping[str, int] | None = None,
) -> tuple[Advice, ...]:
    """Ranked advice; empty where the pod fits already, or where no proposal that was tried helps.

    `classes` are the priority classes that may preempt, name → value.
    """
    nodes = max(len(snapshot.nodes), 1)
    budget = max(FEWEST_DECISIONS, min(MAX_DECISIONS, MAX_NODES_JUDGED // nodes))
    trial = Trial(snapshot, pod, profile, nominator, budget)
    gates = pod.pod.spec.scheduling_gates
    base: Alternative = (RemoveGates(tuple(gates)),) if gates else ()
    now = trial.decide(base)
    if now.result in ("bound", "nominated"):
        return (_advice(base, now),) if base else ()
    return tuple(_search(trial, base, classes or {}))


def _advice(changes: Sequence[Change], decision: Decision) -> Advice:
    return Advice(tuple(changes), decision.node or "", decision.result, _victims(decision))


def _victims(decision: Decision) -> tuple[str, ...]:
    outcome = decision.post_filter
    if decision.result != "nominated" or outcome is None or outcome.preemption is None:
        return ()
    candidate = outcome.preemption.candidate(decision.node or "")
    return () if candidate is None else tuple(victim.pod for victim in candidate.victims)


def _spares_the_system(victims: Sequence[str]) -> bool:
    return not any(victim.startswith(f"{SYSTEM_NAMESPACE}/") for victim in victims)


def _search(trial: Trial, base: Alternative, classes: Mapping[str, int]) -> Iterator[Advice]:
    """Tries the proposals, the lightest first, and yields those that work and have no needless change."""
    proposals = [*_repairs(trial, base), *more_nodes(trial.snapshot), *_priorities(trial, classes)]
    ranked = sorted(enumerate(proposals), key=lambda entry: (_rank(entry[1]), entry[0]))
    considered: set[str] = set()
    worked: list[frozenset[str]] = []
    attempts: dict[tuple[str, ...], int] = {}
    successes: dict[tuple[str, ...], int] = {}
    for _, proposal in ranked:
        names = frozenset(id_of(change) for change in proposal)
        kinds = tuple(sorted({type(change).__name__ for change in proposal}))
        name = "+".join(sorted(names))
        if name in considered or any(smaller <= names for smaller in worked) or not _allowed(trial, proposal):
            continue
        considered.add(name)
        if len(proposal) > 1 and len(worked) >= ENOUGH_WITHOUT_COMBINING:
            continue
        if attempts.get(kinds, 0) >= ATTEMPTS_OF_A_KIND or successes.get(kinds, 0) >= _most(kinds):
            continue
        if trial.remaining <= 0 or len(worked) >= OFFERED:
            return
        attempts[kinds] = attempts.get(kinds, 0) + 1
        decision = trial.decide((*base, *proposal))
        if not _spares_the_system(_victims(decision)):
            continue
        result = "nominated" if any(isinstance(change, RaisePriority) for change in proposal) else "bound"
        if decision.result == result and _minimal(trial, base, proposal, result):
            worked.append(names)
            successes[kinds] = successes.get(kinds, 0) + 1
            yield _advice((*base, *proposal), decision)


def _allowed(trial: Trial, proposal: Alternative) -> bool:
    """Whether the proposal deletes only pods that may go: none of a higher priority, of the system, of a
    DaemonSet or of a file of the node, whose pod comes back at once."""
    deletions = (change for change in proposal if isinstance(change, (DeletePod, DeletePodOfClaim)))
    for deletion in deletions:
        node = trial.snapshot.get(deletion.node)
        pods = () if node is None else node.pods
        if not all(_may_go(pod, trial.pod) for pod in pods if pod.key == deletion.pod):
            return False
    return True


def _may_go(victim: PodInfo, pod: PodInfo) -> bool:
    owner = victim.pod.meta.controller
    stays = victim.namespace == SYSTEM_NAMESPACE or (owner is not None and owner.kind in RETURNING_OWNERS)
    return not stays and victim.priority <= pod.priority


def _minimal(trial: Trial, base: Alternative, proposal: Alternative, result: str) -> bool:
    """Whether no change of the proposal can be left out."""
    if len(proposal) == 1:
        return True
    without = (proposal[:index] + proposal[index + 1 :] for index in range(len(proposal)))
    return all(trial.decide((*base, *rest)).result != result for rest in without)


def _most(kinds: tuple[str, ...]) -> int:
    """How many proposals of these kinds are offered: one for a new node or a higher priority, since the first
    that works is enough."""
    return 1 if {"AddNode", "AddNodeOfKind", "RaisePriority"} & set(kinds) else OFFERED_OF_A_KIND


def _rank(proposal: Alternative) -> tuple[int, int]:
    """Fewer changes first, then the lighter ones, then the smaller change of its kind."""
    weight = TOGETHER_WEIGHT * (len(proposal) - 1) + max(change.weight for change in proposal)
    return weight, sum(change.effort for change in proposal)


def _repairs(trial: Trial, base: Alternative) -> Iterator[Alternative]:
    """Sets of changes that would clear all obstacles of one node, for the nodes with the fewest obstacles."""
    pod = trial.pod
    if base:
        pod = PodInfo.of(with_claims(Pod.parse(changed_pod(pod.pod, base)), pod.pod.manifest, ()))
    course = ObstacleSearch(trial.snapshot, pod, trial.profile, trial.nominator)
    looked = [
        (node, course.on(node, details=False)) for node in islice(trial.snapshot.nodes, NODES_LOOKED_AT)
    ]
    looked.sort(key=lambda entry: len(entry[1]))
    for node, in_the_way in looked:
        options = [_clearing(course.cycle, node, obstacle) for obstacle in in_the_way]
        for chosen in islice(product(*options), COMBINATIONS_OF_A_NODE):
            together = {id_of(change): change for alternative in chosen for change in alternative}
            if 0 < len(together) <= CHANGES_TOGETHER:
                yield tuple(together.values())


def _clearing(cycle: Cycle, node: NodeInfo, obstacle: Obstacle) -> Sequence[Alternative]:
    """Alternative sets of changes that would clear the obstacle; empty where none is known."""
    if not obstacle.plugin:
        return ((),)
    advice = PLUGIN_ADVICE.get(obstacle.plugin)
    if advice is None:
        return ()
    if obstacle.before_nodes:
        return advice.before_nodes(cycle)
    return advice.repairs(RefusedNode(cycle, cycle.state, obstacle.status, node, node))


def more_nodes(snapshot: Snapshot) -> Iterator[tuple[AddNode]]:
    """One more node like the largest of each zone and set of taints, the largest first. A machine like one
    that is not ready would most likely not be ready either."""
    biggest: dict[tuple[object, ...], NodeInfo] = {}
    for node in snapshot.nodes:
        ready = node.node.condition("Ready")
        if ready is not None and ready.status != "True":
            continue
        shape = (node.node.zone or node.labels.get("zone", ""), node.node.taints)
        largest = biggest.get(shape)
        if largest is None or _size(node) > _size(largest):
            biggest[shape] = node
    for node in sorted(biggest.values(), key=_size, reverse=True)[:SHAPES_TO_TRY]:
        yield (node_like(snapshot, node),)


def _size(node: NodeInfo) -> tuple[int, int]:
    return node.allocatable.milli_cpu, node.allocatable.memory


def _priorities(trial: Trial, classes: Mapping[str, int]) -> Iterator[Alternative]:
    for value, name, new_class in priorities(trial.snapshot, trial.pod.priority, classes):
        yield (RaisePriority(value, name, new_class=new_class),)


def priorities(snapshot: Snapshot, own: int, classes: Mapping[str, int]) -> Iterator[tuple[int, str, bool]]:
    """The classes above the priority `own`, lowest first, then a priority just above that of another pod:
    value, name of the class, and whether the class does not exist yet."""
    higher = sorted((value, name) for name, value in classes.items() if value > own)
    for value, name in higher[:PRIORITIES_TO_TRY]:
        yield value, name, False
    others = sorted({other.priority + 1 for node in snapshot.nodes for other in node.pods})
    usable = [value for value in others if own < value <= HIGHEST_PRIORITY]
    for value in usable[:PRIORITIES_TO_TRY]:
        yield value, f"priority-{value}", True
