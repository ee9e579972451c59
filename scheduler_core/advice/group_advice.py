"""What would make a group of pods fit: changes that give enough of its pods a node, found by trying the pods
one after the other on a copy of the cluster, as the cycle of the group does.

The work is bounded by a number of decisions, never by a clock, so the same state always gets the same advice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scheduler_core.advice.advice import (
    MAX_NODES_JUDGED,
    Advice,
    advise,
    changed_pod,
    more_nodes,
    priorities,
)
from scheduler_core.advice.changes import Change, ClusterChange, PodChange
from scheduler_core.advice.cluster_changes import AddNode, DeletePod
from scheduler_core.advice.group_changes import AddNodes, LowerMinimum, MorePods, RaiseGroupPriority
from scheduler_core.advice.new_nodes import node_like
from scheduler_core.advice.pod_changes import LowerRequest, RaisePriority, RemoveGates
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.pod_groups import PodGroup
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import Profile
from scheduler_core.scheduler.cycle.decide import FAST, decide
from scheduler_core.scheduler.cycle.decision import Decision
from scheduler_core.scheduler.framework.status import Code
from scheduler_core.scheduler.groups.group_trials import CopiedRoom
from scheduler_core.scheduler.groups.placements import domains, restricted
from scheduler_core.scheduler.queue.nominator import Nominator
from scheduler_core.scheduler.queue.queued_pod import QueuedPodInfo

FEWEST_DECISIONS = 200
MOST_DECISIONS = 3_000
CHANGES_TOGETHER = 3
MOST_NODES_MORE = 16
"""The most machines that one proposal adds."""
MOST_PODS_MORE = 16
PRIORITIES_TO_TRY = 3
LEAST_SHARE = 2
"""A request is lowered to no less than one part of so many."""

Proposal = tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class GroupQuestion:
    """A group that is not scheduled. `members` are its pods without a place, in the order in which they are
    tried; `count` is the number of all its pods, `placed` that of those with a place, and `minimum` what the
    group needs. `priority` is that which counts for preemption. `in_place` and `whole` see `LowerMinimum` and
    `RaiseGroupPriority`; `name` is that of the PodGroup, in v1.35 of Workload and group. `group` is None in
    v1.35, which has no such object."""

    name: str
    snapshot: Snapshot
    members: tuple[PodInfo, ...]
    count: int
    placed: int
    minimum: int
    priority: int
    profile: Profile
    nominator: Nominator
    group: PodGroup | None
    in_place: bool
    whole: bool


@dataclass(frozen=True, slots=True)
class Walk:
    """What came of trying the pods: how many have a place, and what would give the first one that has none a
    place beside the others."""

    placed: int
    plans: tuple[Advice, ...] = ()


class GroupTrial:
    """The pods of a group in a cluster, and the number of decisions that are left for trying changes."""

    def __init__(self, question: GroupQuestion) -> None:
        self.question = question
        self.snapshot = question.snapshot
        nodes = max(len(self.snapshot.nodes), 1)
        self.remaining = max(FEWEST_DECISIONS, min(MOST_DECISIONS, MAX_NODES_JUDGED // nodes))

    def fits(self, changes: Sequence[Change], minimum: int | None = None) -> bool:
        """Whether enough pods find a place after the changes, without a preemption."""
        question = self.question
        needed = (question.minimum if minimum is None else minimum) - question.placed
        return self.walk(changes, enough=needed).placed >= needed

    def walk(
        self, changes: Sequence[Change], *, enough: int, to_the_end: bool = False, plans: bool = False
    ) -> Walk:
        """Tries the pods after the changes until `enough` of them have a place, or too few are left, unless
        it goes on `to_the_end`. With `plans` advice is made for the first pod that has no place."""
        question, copy = self.question, self.snapshot.copy()
        for change in changes:
            if isinstance(change, ClusterChange):
                change.alter(copy)
        room = CopiedRoom(copy, question.profile, self._decide)
        members = self._members(changes)
        placed, refused = 0, None
        for tried, pod in enumerate(members):
            hopeless = placed + len(members) - tried < enough and not to_the_end
            if placed >= enough or hopeless or self.remaining <= 0:
                break
            decision = room.decide(pod)
            queued = QueuedPodInfo(pod, 0, tried)
            at = decision.node if decision.result == "bound" else None
            if at and room.assume(queued, at).code is Code.SUCCESS:
                placed += 1
            elif refused is None:
                refused = pod
        advice: tuple[Advice, ...] = ()
        if plans and refused is not None:
            advice = advise(room.snapshot, refused, question.profile, question.nominator)
        return Walk(placed, advice)

    def _decide(self, snapshot: Snapshot, pod: PodInfo) -> Decision:
        self.remaining -= 1
        return decide(snapshot, pod, self.question.profile, self.question.nominator, FAST)

    def _members(self, changes: Sequence[Change]) -> list[PodInfo]:
        """The pods after the changes, with those that are created besides."""
        members = list(self.question.members)
        if any(isinstance(change, PodChange) for change in changes):
            members = [PodInfo.of(Pod.parse(changed_pod(pod.pod, changes))) for pod in members]
        for change in changes:
            if isinstance(change, MorePods) and members:
                like = next((pod for pod in members if pod.key == change.like), members[0])
                members += [_twin(like, name) for name in change.names]
        return members


def _twin(pod: PodInfo, name: str) -> PodInfo:
    document = changed_pod(pod.pod, ())
    metadata = dict(pod.pod.metadata_manifest) | {"name": name, "uid": f"{pod.uid}-{name}"}
    return PodInfo.of(Pod.parse({**document, "metadata": metadata}))


def advise_group(question: GroupQuestion, classes: Mapping[str, int]) -> tuple[Proposal, ...]:
    """Proposals that give enough pods of the group a place, the lightest first; those with a priority are not
    tried here, because what they lead to depends on how victims end."""
    trial = GroupTrial(question)
    if question.group is not None and question.group.topology:
        trial.snapshot = _fullest(trial, question.group)
    base = _present(question)
    if base and trial.fits(base):
        tried = [base]
    else:
        tried = [proposal for proposal in _proposals(trial, base) if proposal]
    tried += _fewer(trial)
    ranked = sorted(enumerate(tried), key=lambda entry: (_rank(entry[1]), entry[0]))
    raised = () if base else _raised(trial, classes)
    return (*(proposal for _, proposal in ranked), *raised)


def _rank(proposal: Proposal) -> tuple[int, int]:
    return max(change.weight for change in proposal) + 100 * (len(proposal) - 1), sum(
        change.effort for change in proposal
    )


def _present(question: GroupQuestion) -> Proposal:
    """What brings all pods that the group needs into the queue: gates removed, and missing pods created."""
    changes: list[Change] = []
    gates = dict.fromkeys(gate for pod in question.members for gate in pod.pod.spec.scheduling_gates)
    if gates:
        changes.append(RemoveGates(tuple(gates)))
    missing = question.minimum - question.count
    own = [pod for pod in question.members if pod.pod.meta.controller is None]
    if 0 < missing <= MOST_PODS_MORE and own:
        like = own[-1]
        present = {pod.name for pod in question.members}
        numbered = (f"{question.name.rpartition('/')[2]}-more-{number}" for number in range(1, 1_000))
        names = [name for name, _ in zip(_free(numbered, present), range(missing), strict=False)]
        changes.append(MorePods(question.name, like.key, tuple(names)))
    return tuple(changes)


def _free(names: Iterator[str], used: set[str]) -> Iterator[str]:
    return (name for name in names if name not in used)


def _proposals(trial: GroupTrial, base: Proposal) -> Iterator[Proposal]:
    """The changes, behind those of `base`, after which enough pods fit."""
    question = trial.question
    needed = question.minimum - question.placed
    first = trial.walk(base, enough=needed, to_the_end=True, plans=True)
    yield _step_by_step(trial, base, first, needed)
    others = LowerRequest | RaisePriority | RemoveGates
    for plan in first.plans:
        of_pods = all(
            isinstance(change, PodChange) and not isinstance(change, others) for change in plan.changes
        )
        if of_pods and trial.fits((*base, *plan.changes)):
            yield (*base, *plan.changes)
    yield _lower_requests(trial, base)
    yield _machines(trial, base, needed - first.placed)


def _step_by_step(trial: GroupTrial, base: Proposal, first: Walk, needed: int) -> Proposal:
    """Changes of the cluster, each of which gives one more pod a place; empty where few do not suffice."""
    changes: list[Change] = []
    walk = first
    members = {pod.key for pod in trial.question.members}
    while walk.placed < needed:
        plan = next((plan for plan in walk.plans if _of_cluster(plan, members)), None)
        if plan is None:
            return ()
        changes += plan.changes
        if len(changes) > CHANGES_TOGETHER:
            return ()
        walk = trial.walk((*base, *changes), enough=needed, to_the_end=True, plans=True)
    return (*base, *changes) if changes else ()


def _of_cluster(plan: Advice, members: set[str]) -> bool:
    """Whether the plan changes nodes that exist, or deletes a pod that is not of the group."""
    return all(
        isinstance(change, ClusterChange)
        and not isinstance(change, AddNode)
        and not (isinstance(change, DeletePod) and change.pod in members)
        for change in plan.changes
    )


def _lower_requests(trial: GroupTrial, base: Proposal) -> Proposal:
    """The largest request of a resource with which enough pods fit, where all of them request the same;
    empty where half of what they request is too much."""
    question = trial.question
    first = question.members[0]
    names = {"cpu": first.requests.milli_cpu, "memory": first.requests.memory, **first.requests.scalars}
    for resource, needs in names.items():
        same = all(pod.requests.get(resource) == needs for pod in question.members)
        amounts = _shares(trial.snapshot, resource, needs, question.minimum) if same and needs else []

        def lower(to: int, resource: str = resource, needs: int = needs) -> Proposal:
            return (*base, LowerRequest(resource, needs - to, to))

        if not amounts or not trial.fits(lower(amounts[-1])):
            continue
        low, high = 0, len(amounts) - 1
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if trial.fits(lower(amounts[middle])) else (middle + 1, high)
        return lower(amounts[low])
    return ()


def _shares(snapshot: Snapshot, resource: str, needs: int, most: int) -> list[int]:
    """The amounts below `needs` of which one more pod fits on some node than of any larger one, the largest
    first; none below half of it."""
    shares = {
        free // pods
        for node in snapshot.nodes
        if (free := node.allocatable.get(resource) - node.requested(resource)) > 0
        for pods in range(1, min(most, LEAST_SHARE * free // needs + 1) + 1)
    }
    enough = {share for share in shares if needs <= share * LEAST_SHARE < LEAST_SHARE * needs}
    return sorted(enough, reverse=True)


def _machines(trial: GroupTrial, base: Proposal, missing: int) -> Proposal:
    """The fewest new nodes of one shape with which enough pods fit; empty where none of the shapes helps."""
    best: tuple[AddNode, ...] = ()
    most = min(max(missing, 1), MOST_NODES_MORE)
    for (example,) in more_nodes(trial.snapshot):
        copy, nodes = trial.snapshot.copy(), list[AddNode]()
        like = copy.get(example.like)
        if like is None:
            continue
        for _ in range(min(most, len(best) - 1) if best else most):
            nodes.append(node_like(copy, like))
            nodes[-1].alter(copy)
        low, high = 1, len(nodes)
        if not nodes or not trial.fits((*base, AddNodes(tuple(nodes)))):
            continue
        while low < high:
            middle = (low + high) // 2
            fits = trial.fits((*base, AddNodes(tuple(nodes[:middle]))))
            low, high = (low, middle) if fits else (middle + 1, high)
        best = tuple(nodes[:low])
    return (*base, AddNodes(best)) if best else ()


def _fewer(trial: GroupTrial) -> list[Proposal]:
    """A smaller minCount, where some pods fit; not for a group that a controller makes, which would make it
    as before."""
    question = trial.question
    controlled = question.group is not None and question.group.meta.controller is not None
    if controlled or any(pod.pod.meta.controller is not None for pod in question.members):
        return []
    fit = trial.walk((), enough=len(question.members), to_the_end=True).placed
    to = min(question.placed + fit, question.minimum - 1)
    if to < 1:
        return []
    return [(LowerMinimum(question.name, question.minimum, to, in_place=question.in_place),)]


def _raised(trial: GroupTrial, classes: Mapping[str, int]) -> Iterator[Proposal]:
    """Higher priorities of the group, lowest first."""
    question = trial.question
    raised = priorities(question.snapshot, question.priority, classes)
    for value, name, new_class in list(raised)[:PRIORITIES_TO_TRY]:
        yield (RaiseGroupPriority(question.name, value, name, new_class=new_class, whole=question.whole),)


def _fullest(trial: GroupTrial, group: PodGroup) -> Snapshot:
    """The placement in which most pods of the group fit, as a cluster of its own."""
    question, best = trial.question, (-1, trial.snapshot)
    for nodes in domains(trial.snapshot, group).values():
        inside = GroupTrial(replace(question, snapshot=restricted(trial.snapshot, frozenset(nodes))))
        placed = inside.walk((), enough=question.minimum - question.placed).placed
        if placed > best[0]:
            best = (placed, inside.snapshot)
    return best[1]
