"""The algorithm of a group's cycle: pod after pod is tried and assumed, so that the next ones see it.

Source: pkg/scheduler/schedule_one_podgroup.go podGroupSchedulingDefaultAlgorithm,
podGroupPodSchedulingAlgorithm (v1.36.2). In v1.37 not Permit decides, but PlacementFeasible, which also ends
a cycle early.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from scheduler_core.objects.replacing import replace
from scheduler_core.scheduler.binding_cycle import Binding, BindingCycle
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import Profile
from scheduler_core.scheduler.cycle.decision import Decision
from scheduler_core.scheduler.framework.api import SchedulerApi
from scheduler_core.scheduler.framework.diagnosis.fit_error import fit_error
from scheduler_core.scheduler.framework.status import SUCCESS, Code, Status
from scheduler_core.scheduler.queue.queued_pod import QueuedPodInfo

UNSCHEDULABLE = "pod group is unschedulable"
WAITS_FOR_VICTIMS = "pod group is waiting for preemption to complete"
ASKED_TO_WAIT = "one or more plugins asked to wait and no plugin rejected pod"
OTHER_FAILED = "failed to schedule other pod from a pod group: "
OUT_OF_REACH = "minCount (%(minimum)d) cannot be satisfied: %(placed)d scheduled, %(rest)d remaining"
NOT_YET = "minCount (%(minimum)d) is not yet satisfied: %(placed)d scheduled, %(rest)d remaining"
NONE_PLACED = "no pods were schedulable"


@dataclass(frozen=True, slots=True)
class Quorum:
    """How many pods of the group need a node, and how many have one already (v1.37)."""

    minimum: int
    placed: int

    def feasible(self, more: int, rest: int) -> tuple[Code, str]:
        """PlacementFeasible, once `more` pods have a place and `rest` were not tried yet."""
        placed = self.placed + more
        args = {"minimum": self.minimum, "placed": placed, "rest": rest}
        if placed + rest < self.minimum:
            return Code.UNSCHEDULABLE, OUT_OF_REACH % args
        if placed < self.minimum:
            return Code.WAIT, NOT_YET % args
        return Code.SUCCESS, ""


@dataclass(frozen=True, slots=True)
class Trial:
    """One pod of a group: its decision, and the node where it was assumed, "" where it has no place.

    `permit` is the answer of Permit after it was assumed. `preempts` says that the node has room only once
    victims are gone.
    """

    queued: QueuedPodInfo
    decision: Decision
    node: str = ""
    permit: Status = SUCCESS
    preempts: bool = False

    @property
    def waits(self) -> bool:
        return self.permit.code is Code.WAIT


@dataclass(frozen=True, slots=True)
class GroupResult:
    """The trials of a group, in their order; fewer than its pods where one ended in an error.

    `status` is SUCCESS, a rejection or an error; `preempting` says that the group would fit once victims are
    gone. `placement` names the domain in which the group was tried, "" for the whole cluster. `nominated` are
    the nodes that the pods get once the victims of the whole group are gone (v1.37).
    """

    trials: tuple[Trial, ...]
    status: Status
    preempting: bool = False
    placement: str = ""
    nominated: Mapping[str, str] = field(default_factory=dict)

    @property
    def placed(self) -> int:
        return sum(1 for trial in self.trials if trial.node)


class Room(Protocol):
    """Where pods are tried: the scheduler's own view of the cluster, or a copy of it."""

    def decide(self, pod: PodInfo) -> Decision: ...

    def assume(self, queued: QueuedPodInfo, node: str) -> Status:
        """SUCCESS when the pod counts on the node from now on, or why it does not."""
        ...

    def permit(self, pod: PodInfo) -> Status: ...

    def leave(self) -> None:
        """Takes all pods back that were assumed."""
        ...


class OwnRoom:
    """The scheduler's own view. What is assumed in it is taken back at the end."""

    def __init__(
        self, decide: Callable[[PodInfo], Decision], bindings: BindingCycle, api: SchedulerApi, now_ms: int
    ) -> None:
        self._decide = decide
        self._bindings, self._api, self._now_ms = bindings, api, now_ms
        self._assumed: list[Binding] = []

    def decide(self, pod: PodInfo) -> Decision:
        return self._decide(pod)

    def assume(self, queued: QueuedPodInfo, node: str) -> Status:
        binding = self._bindings.try_out(queued, node, self._api, self._now_ms)
        if isinstance(binding, Status):
            return binding
        self._assumed.append(binding)
        return SUCCESS

    def permit(self, pod: PodInfo) -> Status:
        return self._bindings.permit(pod, self._now_ms)

    def leave(self) -> None:
        for binding in reversed(self._assumed):
            self._bindings.take_back(binding, self._api, self._now_ms)
        self._assumed = []


class CopiedRoom:
    """A copy of the cluster without some of its pods or nodes."""

    def __init__(
        self, snapshot: Snapshot, profile: Profile, decide: Callable[[Snapshot, PodInfo], Decision]
    ) -> None:
        self.snapshot = snapshot
        self._profile, self._decide = profile, decide
        self._assumed: list[PodInfo] = []

    def decide(self, pod: PodInfo) -> Decision:
        return self._decide(self.snapshot, pod)

    def assume(self, queued: QueuedPodInfo, node: str) -> Status:
        placed = queued.pod.on(node)
        for plugin in self._profile.reserve:
            status = plugin.reserve(self.snapshot, queued.pod, node).status
            if status.code is not Code.SUCCESS:
                return status
        self.snapshot.add_pod(placed)
        self.snapshot.pod_groups.place(queued.pod, node)
        self._assumed.append(placed)
        return SUCCESS

    def permit(self, pod: PodInfo) -> Status:
        return permit_of(self._profile, self.snapshot, pod)

    def leave(self) -> None:
        for placed in reversed(self._assumed):
            self.snapshot.remove_pod(placed)
            self.snapshot.pod_groups.unplace(placed)
        self._assumed = []


def permit_of(profile: Profile, snapshot: Snapshot, pod: PodInfo) -> Status:
    """Asks the Permit plugins about a pod that is assumed on its node (RunPermitPlugins)."""
    waits = SUCCESS
    for plugin in profile.permit:
        status = plugin.permit(snapshot, pod)
        if status.code is Code.WAIT:
            waits = status
        elif status.code is not Code.SUCCESS:
            return status
    return waits


def try_group(members: Sequence[QueuedPodInfo], room: Room, quorum: Quorum | None = None) -> GroupResult:
    """Tries the pods of a group in their order; nothing of it stays. With a `quorum` this decides, not
    Permit."""
    if quorum is not None:
        return _try_while_feasible(members, room, quorum)
    trials: list[Trial] = []
    status = Status(Code.UNSCHEDULABLE, (UNSCHEDULABLE,))
    needs_victims = preempting = False
    for queued in members:
        trial = _try(queued, room)
        trials.append(trial)
        if trial.decision.failed:
            why = OTHER_FAILED + trial.decision.fit_error
            status, preempting = Status(Code.ERROR, (why,)), False
            break
        if not trial.node:
            continue
        needs_victims = needs_victims or trial.preempts
        if not trial.waits:
            preempting = needs_victims
            reasons = (UNSCHEDULABLE, WAITS_FOR_VICTIMS)
            status = Status(Code.UNSCHEDULABLE, reasons) if needs_victims else SUCCESS
    room.leave()
    return GroupResult(tuple(trials), status, preempting)


def _try_while_feasible(members: Sequence[QueuedPodInfo], room: Room, quorum: Quorum) -> GroupResult:
    """Tries pods as long as enough of them can get a place."""
    trials: list[Trial] = []
    code, why = quorum.feasible(0, len(members))
    if code is Code.UNSCHEDULABLE:
        return GroupResult((), Status(Code.UNSCHEDULABLE, (UNSCHEDULABLE, why)))
    more = 0
    for place, queued in enumerate(members, start=1):
        trial = _try(queued, room)
        trials.append(trial)
        if trial.decision.failed:
            room.leave()
            return GroupResult(tuple(trials), Status(Code.ERROR, (OTHER_FAILED + trial.decision.fit_error,)))
        more += 1 if trial.node else 0
        code, why = quorum.feasible(more, len(members) - place)
        if code is Code.UNSCHEDULABLE:
            break
    room.leave()
    if code is Code.SUCCESS and not more:
        code, why = Code.UNSCHEDULABLE, NONE_PLACED
    status = SUCCESS if code is Code.SUCCESS else Status(Code.UNSCHEDULABLE, (why,))
    return GroupResult(tuple(trials), status)


def _try(queued: QueuedPodInfo, room: Room) -> Trial:
    decision = room.decide(queued.pod)
    node = decision.node or ""
    if decision.failed or not node:
        return Trial(queued, decision)
    status = room.assume(queued, node)
    if status.code is not Code.SUCCESS:
        if status.rejected:
            return Trial(queued, not_reserved(decision, status))
        why = f'running Reserve plugin "{status.plugin}": {status.message}'
        return Trial(queued, Decision(decision.pod, "error", fit_error=why))
    permit = room.permit(queued.pod)
    if permit.code not in (Code.SUCCESS, Code.WAIT):
        why = f'running Permit plugin "{permit.plugin}": {permit.message}'
        return Trial(queued, Decision(decision.pod, "error", fit_error=why))
    return Trial(queued, decision, node, permit, decision.result == "nominated")


def not_reserved(decision: Decision, status: Status) -> Decision:
    """The decision when a Reserve plugin refused the chosen node: the cycle ends as if no node had passed."""
    return replace(
        decision,
        result="unschedulable",
        node=None,
        reserve=status,
        fit_error=fit_error(1, (status,)),
        rejectors=frozenset((status.plugin,)),
    )


def in_order(members: Iterable[QueuedPodInfo], variant: int = 0) -> list[QueuedPodInfo]:
    """The pods by priority, then by their first entry into activeQ: the one that completed the group comes
    first, because its arrival moves the others.

    In which order these enter is left to chance in the original, which walks through a map. 0 takes them as
    they came; other variants are others of its possible outcomes.
    """
    queued = list(members)
    first = min((entry.entered for entry in queued), default=0)

    def place(entry: QueuedPodInfo) -> tuple[int, ...]:
        if variant == 1:
            return (0 if entry.entered == first else 1, -entry.serial)
        if variant == 2:
            return (entry.serial,)
        if variant > 2:
            return ((entry.serial * 7919 + 31) * (variant * 104_729 + 17) % 9973,)
        return (entry.entered, entry.serial)

    return sorted(queued, key=lambda entry: (-entry.pod.priority, *place(entry)))
