"""GroupCycle: the scheduling cycle of a whole PodGroup, with an act for each of its pods and one for its end.

Source: pkg/scheduler/schedule_one_podgroup.go (v1.36.2). All pods are tried on one state of the cluster at
the beginning; what comes of it is written at the end. A group that does not fit comes back through backoffQ,
from which it is popped at once while nothing else waits, so the original tries it some thousands of times a
second. Attempts that would find the same cluster are not played here, but counted. In v1.37 it waits for an
event instead, as a single pod does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scheduler_core.actor import Act, Message, Toss, message
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod_groups import INITIALLY_SCHEDULED, SCHEDULED, PodGroup
from scheduler_core.objects.releases.changes import GROUPS_IN_QUEUE
from scheduler_core.objects.releases.releases import Release
from scheduler_core.objects.replacing import replace
from scheduler_core.scheduler.backend import Backend, Failure, record_event, scheduler_act
from scheduler_core.scheduler.binding_cycle import BindingCycle
from scheduler_core.scheduler.cluster.pod_groups import PodGroups
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import Profile
from scheduler_core.scheduler.cycle.decision import Decision, GroupStep
from scheduler_core.scheduler.framework.api import SchedulerApi
from scheduler_core.scheduler.framework.diagnosis.fit_error import fit_error
from scheduler_core.scheduler.framework.status import Code, Status
from scheduler_core.scheduler.groups.condition import write_condition
from scheduler_core.scheduler.groups.failures import decision_at_end, failure_of
from scheduler_core.scheduler.groups.group_preemption import (
    FITS_AFTER,
    PREFIX,
    WholeGroupPreemption,
    find_victims,
)
from scheduler_core.scheduler.groups.group_trials import (
    GroupResult,
    OwnRoom,
    Quorum,
    Trial,
    in_order,
    try_group,
)
from scheduler_core.scheduler.groups.open_group import OpenGroup, name_of
from scheduler_core.scheduler.groups.placements import Placement, none_available, search_placements
from scheduler_core.scheduler.groups.tries import GroupTries
from scheduler_core.scheduler.preemption_executor import PreemptionExecutor
from scheduler_core.scheduler.queue.queued_pod import QueuedPodInfo


@dataclass(frozen=True, slots=True)
class Deciding:
    """How the scheduler decides about a pod of a group with this profile: in its `own` view of the cluster,
    where the tosses of a decision go into the list, in a copy, where nothing is preempted, and in a copy with
    the nodes of a placement. `pick` chooses between placements that are equally good."""

    own: Callable[[PodInfo, list[Toss]], Decision]
    copied: Callable[[Snapshot, PodInfo], Decision]
    placed: Callable[[Snapshot, PodInfo], Decision]
    pick: Callable[[Sequence[str], list[Toss]], str]
    profile: Profile


class GroupCycle:
    """The cycles of groups; at most one is open. `variant` is that of `in_order`; `tries` are the attempts of
    all groups."""

    def __init__(
        self, backend: Backend, bindings: BindingCycle, preemptions: PreemptionExecutor, release: Release
    ) -> None:
        self._backend, self._bindings, self._preemptions = backend, bindings, preemptions
        self._release = release
        self._open: OpenGroup | None = None
        self.tries = GroupTries(backend)
        self._in_queue = release.group_shapes >= GROUPS_IN_QUEUE
        self.variant = 0

    def copy(self, backend: Backend, bindings: BindingCycle, preemptions: PreemptionExecutor) -> GroupCycle:
        copy = GroupCycle(backend, bindings, preemptions, self._release)
        copy._open = self._open
        copy.tries = self.tries.copy(backend)
        copy.variant = self.variant
        return copy

    @property
    def _groups(self) -> PodGroups:
        return self._backend.view.snapshot.pod_groups

    @property
    def busy(self) -> bool:
        """Whether an act is due at once."""
        return self._open is not None or self.tries.noted

    def next_ms(self, now_ms: int) -> int | None:
        """The time (ms) at which a group is tried again; None where none waits for its time."""
        return now_ms if self.busy else self.tries.next_ms(now_ms)

    def trying(self, key: str) -> tuple[tuple[str, GroupStep], ...]:
        """The trials of the open cycle of the group that had their act, (pod, step); empty where none is
        open. What follows from them, and how the cycle ends, is not shown before its end."""
        opened = self._open
        if opened is None or opened.key != key or opened.same:
            return ()
        shown = range(opened.shown)
        return tuple(
            (opened.result.trials[place].queued.key, opened.step(place, self._groups)) for place in shown
        )

    def held(self, uid: str) -> bool:
        """Whether Permit holds the pod, whose place is reserved."""
        return self._bindings.holds(uid)

    def assumed(self, key: str) -> str:
        """The node on which the scheduler has assumed the pod with this key; "" where it has not."""
        pod = self._backend.view.assumed.get(key)
        return "" if pod is None else pod.node_name

    def note_of(self, key: str) -> Message | None:
        """What the group of waiting pods lacks; None where that is not known yet."""
        groups = self._groups
        name = name_of(key)
        if self._release.scheduling_groups and key not in groups.objects:
            return message("group.missing", group=name)
        minimum = groups.minimum(key)
        if minimum is not None and groups.count(key) < minimum:
            return message("group.few", group=name, present=str(groups.count(key)), minimum=str(minimum))
        view = self.tries.last(key)
        return None if view is None or view.outcome == "scheduled" else view.sentence

    # The cycle

    def begin(self, popped: QueuedPodInfo, deciding: Deciding, api: SchedulerApi, now_ms: int) -> Act | None:
        """Tries the group of a pod that was popped; None where no pod of it is left to be tried."""
        members = self._members(popped)
        names = dict.fromkeys(queued.pod.pod.spec.scheduler_name for queued in members)
        if len(names) > 1:
            return self._two_schedulers(members, tuple(names), api, now_ms)
        kept = self._to_be_tried(members, api, now_ms)
        if not kept:
            return self.act(api, now_ms)
        for queued in kept:
            self._backend.queue.nominator.delete(queued.pod)
        key = popped.pod.group_key
        tosses: list[list[Toss]] = []
        tasks = self._preemptions.started

        def decide(pod: PodInfo) -> Decision:
            own: list[Toss] = []
            tosses.append(own)
            decision = deciding.own(pod, own)
            candidate = decision.candidate
            if candidate is not None:
                self._preemptions.prepare(pod, candidate)
            return decision

        placements: tuple[Placement, ...] = ()
        quorum = self._quorum(key)
        group = self._groups.objects.get(key)
        if self._release.topology_aware_workloads and group is not None and group.topology:
            result, placements = self._search(kept, group, deciding, tosses, quorum)
        else:
            result = try_group(kept, OwnRoom(decide, self._bindings, api, now_ms), quorum)
            if self._release.topology_aware_workloads and result.status.rejected and not result.preempting:
                result = none_available(result, 1)
        if len(result.trials) < len(kept):
            result = replace(result, trials=(*result.trials, *self._untried(kept, result)))
        victims: WholeGroupPreemption | None = None
        if self._release.whole_group_preemption and result.status.rejected:
            result, victims = self._preempt_as_one(key, kept, result, deciding)
        started = self._preemptions.started != tasks
        summary = _summary(result)
        same = self.tries.of(key).last == summary and not started and result.status.code is not Code.SUCCESS
        same = same and not self._in_queue
        self.tries.played_one(key, summary)
        per_trial = tuple(tuple(own) for own in tosses)
        self._open = OpenGroup.of(
            key, result, per_trial, started=started, same=same, victims=victims, placements=placements
        )
        return self.act(api, now_ms)

    def _search(
        self,
        members: Sequence[QueuedPodInfo],
        group: PodGroup,
        deciding: Deciding,
        tosses: list[list[Toss]],
        quorum: Quorum | None,
    ) -> tuple[GroupResult, tuple[Placement, ...]]:
        """Tries the group in each of its placements. What chance decided between them stands with the first
        pod."""
        chance: list[Toss] = []
        search = search_placements(
            members,
            group,
            self._backend.view.snapshot,
            deciding.profile,
            deciding.placed,
            lambda names: deciding.pick(names, chance),
            quorum,
        )
        tosses.append(chance)
        if not search.result.trials:
            status = search.result.status
            refused = [
                Trial(queued, Decision(queued.key, "unschedulable", fit_error=status.message))
                for queued in members
            ]
            return replace(search.result, trials=tuple(refused)), search.placements
        return search.result, search.placements

    def _preempt_as_one(
        self, key: str, members: Sequence[QueuedPodInfo], result: GroupResult, deciding: Deciding
    ) -> tuple[GroupResult, WholeGroupPreemption | None]:
        """Preempts for the whole group where that makes room for it. The result says why not, or that it
        waits for its victims."""
        snapshot = self._backend.view.snapshot
        group = snapshot.pod_groups.objects.get(key)
        if group is None:
            why = f'failed to get pod group object: podgroup.scheduling.k8s.io "{name_of(key)}" not found'
            return replace(result, status=Status(Code.ERROR, (why,))), None
        outcome = find_victims(members, group, snapshot, deciding.profile, deciding.copied, self._quorum(key))
        more = outcome.reasons if isinstance(outcome, Status) else ()
        if self._in_queue:
            text_ = (
                FITS_AFTER % len(outcome.pods)
                if isinstance(outcome, WholeGroupPreemption)
                else outcome.message
            )
            more = (PREFIX + text_,)
        status = replace(result.status, reasons=(*result.status.reasons, *more))
        if isinstance(outcome, Status):
            return replace(result, status=outcome if outcome.code is Code.ERROR else status), None
        scheduler = deciding.profile.scheduler_name
        self._preemptions.prepare_for_group(key, group.meta.uid, scheduler, outcome.pods)
        return replace(result, status=status, preempting=True, nominated=outcome.nodes), outcome

    def _quorum(self, key: str) -> Quorum | None:
        """What PlacementFeasible asks of the group (v1.37); a group that is no gang needs one pod."""
        if not self._in_queue:
            return None
        groups = self._groups
        return Quorum(groups.minimum(key) or 1, groups.placed(key))

    def _members(self, popped: QueuedPodInfo) -> list[QueuedPodInfo]:
        """The popped pod and all others of its group that wait in the queue."""
        groups, queue = self._groups, self._backend.queue
        others = [
            queued
            for pod in tuple(groups.waiting(popped.pod.group_key))
            if pod.uid != popped.pod.uid and (queued := queue.pop_member(pod)) is not None
        ]
        return in_order([popped, *others], self.variant)

    def _to_be_tried(
        self, members: Sequence[QueuedPodInfo], api: SchedulerApi, now_ms: int
    ) -> list[QueuedPodInfo]:
        """The pods without those that are being deleted or have been assumed meanwhile."""
        kept: list[QueuedPodInfo] = []
        for queued in members:
            pod = queued.pod
            if pod.terminating:
                note = f"skip schedule deleting pod: {pod.key}"
                record_event(api, pod.key, "Warning", "FailedScheduling", note, now_ms)
            if pod.terminating or pod.key in self._backend.view.assumed:
                self._backend.queue.done(pod.uid)
            else:
                kept.append(queued)
        return kept

    def _two_schedulers(
        self, members: Sequence[QueuedPodInfo], names: tuple[str, ...], api: SchedulerApi, now_ms: int
    ) -> Act:
        """A group whose pods name different schedulers: an error for each of its pods."""
        why = (
            "all pods in a single pod group should have the same .spec.schedulerName set, got: "
            f'"{names[1]}" and "{names[0]}"'
        )
        for queued in members:
            self._backend.give_back(queued, Failure(why, "SchedulerError", nominate=""), api, now_ms)
        text_ = message("scheduler.group_error", group=name_of(members[0].pod.group_key), text=why)
        return scheduler_act("schedule", text_, tuple(queued.key for queued in members))

    def _untried(self, members: Sequence[QueuedPodInfo], result: GroupResult) -> list[Trial]:
        """The pods behind an error, or behind the one that put the minimum out of reach: they fail with the
        group."""
        failed = "error" if result.status.code is Code.ERROR else "unschedulable"
        return [
            Trial(queued, Decision(queued.key, failed, fit_error=result.status.message))
            for queued in members[len(result.trials) :]
        ]

    # Acts

    def act(self, api: SchedulerApi, now_ms: int) -> Act | None:
        """The next act of what is open: attempts that were not played, one trial, or the end."""
        note = self.tries.next_note()
        if note is not None:
            sentence = message(
                "scheduler.group_tries", group=name_of(note.key), tries=note.tries, seconds=note.seconds
            )
            pods = tuple(pod.key for pod in self._groups.waiting(note.key))
            return scheduler_act("requeue", sentence, pods)
        opened = self._open
        if opened is None:
            return None
        if opened.shown < len(opened.result.trials):
            self._open = replace(opened, shown=opened.shown + 1)
            return self._trial_act(opened, now_ms)
        self._open = None
        view = opened.view(self._groups)
        self.tries.keep_view(opened.key, view)
        return self._end(opened, view.sentence, api, now_ms)

    def _trial_act(self, opened: OpenGroup, now_ms: int) -> Act:
        result, place = opened.result, opened.shown
        trial = result.trials[place]
        decision = replace(
            decision_at_end(trial, result, in_queue=self._in_queue),
            group=opened.step(place, self._groups),
            cycle=self._backend.queue.cycle,
            at_ms=now_ms,
            uid=trial.queued.pod.uid,
        )
        args = {"pod": trial.queued.pod.name, "group": name_of(opened.key)}
        args |= {"number": str(place + 1), "count": str(len(result.trials))}
        which = "scheduler.group_no_place"
        if trial.preempts:
            which, args["node"] = "scheduler.group_preempts", trial.node
        elif trial.node:
            which, args["node"] = "scheduler.group_place", trial.node
        tosses = opened.tosses[place] if place < len(opened.tosses) else ()
        nodes = (trial.node,) if trial.node else ()
        return scheduler_act(
            "schedule", message(which, **args), (trial.queued.key,), nodes, decision=decision, tosses=tosses
        )

    # The end of a cycle

    def _end(self, opened: OpenGroup, sentence: Message, api: SchedulerApi, now_ms: int) -> Act:
        result = opened.result
        pods = tuple(trial.queued.key for trial in result.trials)
        changed = opened.started
        for trial in result.trials:
            if trial.node and result.status.code is Code.SUCCESS:
                self._bind(trial, api, now_ms)
                changed = True
            else:
                changed |= self._fail(trial, result, api, now_ms)
        self._bindings.nominate_held(api, now_ms)
        kind = INITIALLY_SCHEDULED if self._in_queue else SCHEDULED
        write_condition(api, opened.key, kind, result, now_ms)
        self.tries.note_version()
        if not self._in_queue:  # in v1.37 they wait for an event
            self.tries.spin(opened.key, pods, now_ms, again=changed or not opened.same)
        nodes = tuple(trial.node for trial in result.trials if trial.node)
        return scheduler_act("schedule", sentence, pods, nodes)

    def _bind(self, trial: Trial, api: SchedulerApi, now_ms: int) -> None:
        """Reserves the place of one pod for good, and binds it when Permit lets it go."""
        queued, backend = trial.queued, self._backend
        newest = backend.view.pods.get(queued.key)
        if newest is None or newest.uid != queued.pod.uid or newest.node_name:
            backend.queue.done(queued.pod.uid)
            return
        status = self._bindings.reserve(queued, trial.node, api, now_ms)
        if status.code is Code.SUCCESS:
            return
        if status.rejected:
            failure = Failure(fit_error(1, (status,)), "Unschedulable", frozenset((status.plugin,)), "")
        else:
            why = f'running {_point(status)} plugin "{status.plugin}": {status.message}'
            failure = Failure(why, "SchedulerError", nominate="")
        backend.give_back(queued, failure, api, now_ms)

    def _fail(self, trial: Trial, result: GroupResult, api: SchedulerApi, now_ms: int) -> bool:
        """Gives the pod back to the queue; whether its nomination changed."""
        failure = failure_of(trial, result, in_queue=self._in_queue)
        before = self._backend.view.pods.get(trial.queued.key)
        had = "" if before is None else before.nominated_node_name
        self._backend.give_back(trial.queued, failure, api, now_ms)
        return failure.nominate is not None and failure.nominate != had

    def fingerprint(self) -> Json:
        opened = self._open
        return [None if opened is None else [opened.key, opened.shown], *self.tries.fingerprint()]


def _summary(result: GroupResult) -> tuple[object, ...]:
    """What came of a cycle, to compare it with the next one."""
    return (
        result.status,
        result.preempting,
        tuple(
            (trial.queued.key, trial.node, trial.waits, trial.preempts, trial.decision.message)
            for trial in result.trials
        ),
    )


def _point(status: Status) -> str:
    return "Permit" if status.plugin == "GangScheduling" else "Reserve"
