"""Scheduler: the actor. Pops pods, decides, binds, carries preemption out, and wakes waiting pods.

Source: pkg/scheduler/schedule_one.go, framework/preemption/executor (v1.34.1; gates
SchedulerAsyncPreemption and
SchedulerQueueingHints on). One act is one of: an event that moves pods (`requeue`), a whole scheduling cycle
(`schedule`), one binding (`bind`), one step of an asynchronous preemption (`preempt`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from random import Random

import scheduler_core.scheduler.plugins.volumes.volume_work as volumes
from scheduler_core.actor import Act, Message, Toss, message
from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import Pod
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.configuration.configuration import DEFAULT_CONFIGURATION, Configuration
from scheduler_core.scheduler.configuration.profile import Profile, build_profile
from scheduler_core.scheduler.cycle.decide import decide, first, skipped
from scheduler_core.scheduler.cycle.decision import Candidate, Decision
from scheduler_core.scheduler.cycle.memo import Memo
from scheduler_core.scheduler.event_handlers import Announcement, ClusterView, Informer
from scheduler_core.scheduler.framework.api import SchedulerApi
from scheduler_core.scheduler.framework.events import Action, ClusterEvent, Resource
from scheduler_core.scheduler.framework.fit_error import NO_NODES
from scheduler_core.scheduler.framework.interface import Code, CycleState
from scheduler_core.scheduler.plugins.default_preemption.preemption import lower_nominations
from scheduler_core.scheduler.plugins.own_plugin import NO_OWN_PLUGINS, OwnPlugins, PluginFailedError
from scheduler_core.scheduler.plugins.volumes.volume_work import VolumeWork, volume_work
from scheduler_core.scheduler.queue.hints import Heard
from scheduler_core.scheduler.queue.queued_pod import Backoff, Place, QueuedPodInfo
from scheduler_core.scheduler.queue.scheduling_queue import Move, SchedulingQueue

MAX_EVENT_NOTE = 1024
HEARD_TOLD = 50
"""Waiting pods of which one frame tells what an event meant for them."""
BIND_FAILED = 'running Bind plugin "DefaultBinder": '


@dataclass(frozen=True, slots=True)
class Lane:
    """Where a waiting pod stands: active, backoff, unschedulable, gated or cycle (in flight).

    `backoff_until_ms` only while it backs off.
    """

    lane: str
    attempts: int
    backoff_until_ms: int | None = None


@lru_cache(maxsize=4096)
def _lane(lane: str, attempts: int, backoff_until_ms: int | None = None) -> Lane:
    """Equal ones are one object: a thousand pods that wait alike are looked at after every act."""
    return Lane(lane, attempts, backoff_until_ms)


@dataclass(frozen=True, slots=True)
class Binding:
    """A pod that is assumed on `node` and still has to be bound.

    `volumes`: what PreBind has to do first; `written_ms`: when it did, and waits for it to come true.
    """

    queued: QueuedPodInfo
    node: str
    volumes: VolumeWork | None = None
    written_ms: int | None = None


@dataclass(frozen=True, slots=True)
class PreemptionTask:
    """What an asynchronous preemption still has to do: first clear nominations, then delete victims
    (keys)."""

    preemptor: str
    preemptor_uid: str
    node: str
    nominations: tuple[str, ...]
    victims: tuple[tuple[str, str], ...]
    scheduler: str
    deleted: bool = False


class Scheduler:
    """See the module docstring; implements apiserver.Actor.

    `own`: the plugins there are beside the default ones, for profiles that enable them.
    """

    rank = 5
    name = "kube-scheduler"

    def __init__(
        self, configuration: Configuration = DEFAULT_CONFIGURATION, own: OwnPlugins = NO_OWN_PLUGINS
    ) -> None:
        profiles = [build_profile(config, own) for config in configuration.profiles]
        self._profiles: Mapping[str, Profile] = {profile.scheduler_name: profile for profile in profiles}
        self.running = True
        backoff = Backoff(configuration.initial_backoff_ms, configuration.max_backoff_ms)
        self.queue = SchedulingQueue.of(*profiles, backoff=backoff)
        self.view = ClusterView()
        self._announced: list[Announcement] = []
        self._bindings: list[Binding] = []
        self._waiting: list[Binding] = []
        self._tasks: list[PreemptionTask] = []
        self._next_start = 0
        # No part of the state: every copy has its own.
        self._memos = {name: Memo(profile) for name, profile in self._profiles.items()}
        self._informer = self._new_informer()

    def _new_informer(self) -> Informer:
        return Informer(self.view, self.queue, self._responsible, self._announced.append)

    def _responsible(self, pod: Pod) -> bool:
        return pod.spec.scheduler_name in self._profiles

    def profile_of(self, pod: PodInfo) -> Profile:
        """KeyError for a pod that names another scheduler."""
        return self._profiles[pod.pod.spec.scheduler_name]

    def copy(self) -> Scheduler:
        copy = Scheduler.__new__(Scheduler)
        copy._profiles = self._profiles
        copy.running = self.running
        copy.queue = self.queue.copy()
        copy.view = self.view.copy()
        copy._announced = list(self._announced)
        copy._bindings = list(self._bindings)
        copy._waiting = list(self._waiting)
        copy._tasks = list(self._tasks)
        copy._next_start = self._next_start
        copy._memos = {name: memo.empty() for name, memo in self._memos.items()}
        copy._informer = copy._new_informer()
        return copy

    # What others may read

    def lanes(self) -> Mapping[str, Lane]:
        """Every pod the queue knows, by namespace/name."""
        queue = self.queue
        lanes: dict[str, Lane] = {}
        for queued in queue.in_flight.values():
            lanes[queued.key] = _lane("cycle", queued.attempts)
        for queued in queue.active.values():
            lanes[queued.key] = _lane("active", queued.attempts)
        for table in (queue.backoff, queue.error_backoff):
            for queued in table.values():
                lanes[queued.key] = _lane("backoff", queued.attempts, queued.backoff_until_ms)
        for queued in queue.unschedulable.values():
            lane = "gated" if queued.pod.pod.spec.scheduling_gates else "unschedulable"
            lanes[queued.key] = _lane(lane, queued.attempts)
        return lanes

    def decide(
        self, pod: PodInfo, profile: Profile | None = None, pick: Callable[[Sequence[str]], str] = first
    ) -> Decision:
        """What the scheduler would decide about `pod` now, with another profile if one is given.

        Nothing is changed. `pick` chooses between equals; by default the first one, without a toss.
        """
        try:
            return decide(
                self.view.snapshot,
                pod,
                profile or self.profile_of(pod),
                self.queue.nominator,
                next_start=self._next_start,
                pick=pick,
                pick_candidate=pick,
                pick_start=pick,
            )
        except PluginFailedError as error:
            return Decision(pod.key, "error", fit_error=str(error))

    def waiting_pod(self, key: str) -> PodInfo | None:
        """A pod that is this scheduler's and has no node yet (not even an assumed one)."""
        pod = self.view.pods.get(key)
        if pod is None or pod.node_name or key in self.view.assumed or not self._responsible(pod.pod):
            return None
        return pod

    # Actor

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        self.queue.advance(now_ms)
        self._informer.handle(event, now_ms)
        # An event that moves nobody is no act; it is only remembered for the pods in flight.
        while self._announced and not self._would_move(self._announced[0]):
            self._spread(self._announced.pop(0), now_ms)

    def _would_move(self, announcement: Announcement) -> bool:
        return self.queue.would_move(announcement.event, announcement.concerns)

    def _spread(self, announcement: Announcement, now_ms: int) -> None:
        self.queue.move_all(announcement.event, now_ms, announcement.concerns)

    def next_ms(self, now_ms: int) -> int | None:
        if not self.running:
            return None
        if self._announced or self.queue.moves_to_tell() or self._bindings or self._tasks or self.queue.ready:
            return now_ms
        times = [self._volumes_due_ms(binding, now_ms) for binding in self._waiting]
        flush = self.queue.next_flush_ms()
        return min((max(due, now_ms) for due in (flush, *times) if due is not None), default=None)

    def act(self, api: SchedulerApi, now_ms: int, random: Random) -> Act | None:
        self.queue.advance(now_ms)
        while True:
            told = self.queue.take_moves()
            if told:
                return self._requeued(told)
            if not self._announced:
                break
            self._spread(self._announced.pop(0), now_ms)
        for place, binding in enumerate(self._waiting):
            if self._volumes_due_ms(binding, now_ms) <= now_ms:
                return self._bind(self._waiting.pop(place), api, now_ms)
        if self._bindings:
            binding = self._bindings.pop(0)
            step = self._pre_bind if binding.volumes is not None else self._bind
            return step(binding, api, now_ms)
        if self._tasks:
            return self._continue_preemption(api, now_ms)
        return self._schedule(api, now_ms, random)

    def fingerprint(self) -> Json:
        snapshot = self.view.snapshot
        return {
            "running": self.running,
            "queue": self.queue.fingerprint(),
            "nodes": [[node.name, [pod.uid for pod in node.pods]] for node in snapshot.nodes],
            "assumed": sorted(self.view.assumed),
            "announced": [[entry.event.name, entry.highest_priority] for entry in self._announced],
            "bindings": [
                [
                    entry.queued.key,
                    entry.node,
                    entry.written_ms,
                    None if entry.volumes is None else entry.volumes.to_json(),
                ]
                for entry in (*self._waiting, *self._bindings)
            ],
            "tasks": [
                [task.preemptor_uid, task.node, list(task.nominations), [key for key, _ in task.victims]]
                for task in self._tasks
            ],
            "nextStart": self._next_start,
        }

    # Requeueing

    def _requeued(self, moves: Sequence[Move]) -> Act:
        pods = tuple(move.pod for move in moves if move.to is not Place.UNSCHEDULABLE)
        names = tuple(pod.partition("/")[2] for pod in pods)
        event = moves[0].event
        heard = tuple(move.heard for move in moves if move.heard is not None)
        if event == "BackoffComplete":
            text = message("scheduler.backoff_over", pods=names)
        elif event == "UnschedulableTimeout":
            text = message("scheduler.flushed", pods=names)
        else:
            text = message("scheduler.requeued", pods=names, event=event)
        return self._act("requeue", text, pods, heard=heard[:HEARD_TOLD])

    # The scheduling cycle

    def _schedule(self, api: SchedulerApi, now_ms: int, random: Random) -> Act | None:
        popped = self.queue.pop()
        if popped is None:
            return None
        queued = popped[0]
        pod = queued.pod
        cycle = self.queue.cycle
        if pod.key in self.view.assumed:
            self.queue.done(pod.uid)
            return None
        if pod.terminating:
            self.queue.done(pod.uid)
            note = f"skip schedule deleting pod: {pod.key}"
            self._event(api, pod.key, "Warning", "FailedScheduling", note, now_ms)
            decision = replace(skipped(pod), cycle=cycle, at_ms=now_ms)
            text = message("scheduler.skipped", pod=pod.name)
            return self._act("schedule", text, (pod.key,), decision=decision, cycle=cycle)
        tosses: list[Toss] = []

        def toss(what: str, names: Sequence[str], *, listed: bool = True) -> str:
            chosen = names[random.randrange(len(names))]
            tosses.append(Toss(what, tuple(names) if listed else (), chosen))
            return chosen

        profile = self.profile_of(pod)
        try:
            decision = decide(
                self.view.snapshot,
                pod,
                profile,
                self.queue.nominator,
                next_start=self._next_start,
                pick=partial(toss, "host"),
                pick_candidate=partial(toss, "candidate"),
                pick_start=partial(toss, "dryRunStart", listed=False),
                memo=self._memos[profile.scheduler_name],
            )
        except PluginFailedError as error:
            return self._plugin_failed(queued, str(error), cycle, api, now_ms)
        decision = replace(decision, cycle=cycle, at_ms=now_ms)
        self._next_start = decision.next_start
        if decision.result == "bound" and decision.node is not None:
            work = volume_work(self.view.snapshot, pod, decision.node) if profile.binds_volumes else None
            for plugin in profile.reserve:
                plugin.reserve(CycleState(self.view.snapshot), self.view.snapshot, pod, decision.node)
            self.view.assume(pod, decision.node)
            self.queue.assume(pod)
            self._bindings.append(Binding(queued, decision.node, work))
            text = message("scheduler.chosen", pod=pod.name, node=decision.node)
            if decision.tie:
                text = message(
                    "scheduler.chosen_tie", pod=pod.name, node=decision.node, count=len(decision.best)
                )
            return self._act("schedule", text, (pod.key,), (decision.node,), decision, tuple(tosses), cycle)
        text = self._failed(queued, decision, api, now_ms)
        nodes = (decision.node,) if decision.node else ()
        return self._act("schedule", text, (pod.key,), nodes, decision, tuple(tosses), cycle)

    def _plugin_failed(
        self, queued: QueuedPodInfo, why: str, cycle: int, api: SchedulerApi, now_ms: int
    ) -> Act:
        """An error is no verdict on the pod: it is tried again after its backoff, whatever happens."""
        pod = queued.pod
        self._give_back(queued, frozenset(), "", why, "SchedulerError", api, now_ms)
        decision = Decision(pod.key, "error", cycle=cycle, at_ms=now_ms, fit_error=why)
        text = message("scheduler.no_node", pod=pod.name, text=why)
        return self._act("schedule", text, (pod.key,), (), decision, (), cycle)

    def _failed(self, queued: QueuedPodInfo, decision: Decision, api: SchedulerApi, now_ms: int) -> Message:
        """handleSchedulingFailure, after the preemption's calls have been prepared."""
        pod, outcome = queued.pod, decision.post_filter
        nominate = None if outcome is None else outcome.nominate
        candidate: Candidate | None = None
        if (
            outcome is not None
            and outcome.preemption is not None
            and outcome.code is Code.SUCCESS
            and nominate
        ):
            candidate = outcome.preemption.candidate(nominate)
            if candidate is not None:
                self._prepare_preemption(pod, candidate)
        self._give_back(queued, decision.rejectors, nominate, decision.message, "Unschedulable", api, now_ms)
        if candidate is not None:
            victims = tuple(victim.pod.partition("/")[2] for victim in candidate.victims)
            return message("scheduler.nominated", pod=pod.name, node=candidate.node, victims=victims)
        return message("scheduler.no_node", pod=pod.name, text=decision.message or NO_NODES)

    def _give_back(
        self,
        queued: QueuedPodInfo,
        rejectors: frozenset[str],
        nominate: str | None,
        note: str,
        reason: str,
        api: SchedulerApi,
        now_ms: int,
    ) -> None:
        """Back into the queue; then event and condition, and the nomination in the status."""
        newest = self.view.pods.get(queued.key)
        if newest is not None and newest.node_name:
            newest = None
        self.queue.fail(queued, now_ms, newest=newest, unschedulable=rejectors, nominate=nominate)
        self.queue.take_moves()
        if newest is None:
            return
        self._event(api, queued.key, "Warning", "FailedScheduling", note, now_ms)
        condition = {"type": "PodScheduled", "status": "False", "reason": reason, "message": note}
        changes: dict[str, Json] = {} if nominate is None else {"nominatedNodeName": nominate or None}
        api.patch_pod_status(queued.key, changes, now_ms, (condition,))

    # Binding

    def _pre_bind(self, binding: Binding, api: SchedulerApi, now_ms: int) -> Act:
        """The volumes of the pod, before the pod: written now, then waited for."""
        pod, work = binding.queued.pod, binding.volumes
        assert work is not None
        self.queue.done(pod.uid)
        why = volumes.write(work, api)
        if why:
            return self._bind_failed(binding, f'running PreBind plugin "VolumeBinding": {why}', api, now_ms)
        self._waiting.append(replace(binding, written_ms=now_ms))
        text = message("scheduler.volumes_chosen", pod=pod.name, volumes=work.told)
        return self._act("update", text, (pod.key,), (binding.node,))

    def _volumes_due_ms(self, binding: Binding, now_ms: int) -> int:
        """When the waiting for volumes ends: now, if they are bound (or the pod is gone), or by timeout."""
        assert binding.volumes is not None
        assert binding.written_ms is not None
        gone = binding.queued.key not in self.view.assumed
        if gone or volumes.done(binding.volumes, self.view.snapshot.claims):
            return now_ms
        return binding.written_ms + volumes.BIND_TIMEOUT_MS

    def _bind(self, binding: Binding, api: SchedulerApi, now_ms: int) -> Act:
        pod, node = binding.queued.pod, binding.node
        self.queue.done(pod.uid)
        work = binding.volumes
        if work is not None and not volumes.done(work, self.view.snapshot.claims):
            return self._bind_failed(binding, volumes.TIMED_OUT, api, now_ms)
        result = api.bind(pod.namespace, pod.name, node, now_ms)
        if isinstance(result, Refused):
            return self._bind_failed(binding, BIND_FAILED + result.text, api, now_ms)
        note = f"Successfully assigned {pod.key} to {node}"
        self._event(api, pod.key, "Normal", "Scheduled", note, now_ms)
        return self._act("bind", message("scheduler.bound", pod=pod.name, node=node), (pod.key,), (node,))

    def _bind_failed(self, binding: Binding, why: str, api: SchedulerApi, now_ms: int) -> Act:
        pod = binding.queued.pod
        placed = self.view.forget(pod.key)
        if placed is not None:
            event = ClusterEvent(Resource.ASSIGNED_POD, Action.DELETE, placed, None)
            self._announced.append(Announcement(event))
        if binding.volumes is not None:
            volumes.forget(binding.volumes, api, self.view.snapshot)
        self._give_back(binding.queued, frozenset(), "", why, "SchedulerError", api, now_ms)
        text = message("scheduler.bind_failed", pod=pod.name, node=binding.node, text=why)
        return self._act("bind", text, (pod.key,), (binding.node,))

    # Asynchronous preemption

    def _prepare_preemption(self, pod: PodInfo, candidate: Candidate) -> None:
        """prepareCandidateAsync: nothing at all if every victim is on its way out already."""
        victims = tuple((victim.pod, victim.uid) for victim in candidate.victims if not victim.terminating)
        if not victims:
            return
        lower = lower_nominations(self.queue.nominator.on(candidate.node), pod)
        self._tasks.append(
            PreemptionTask(
                pod.key,
                pod.uid,
                candidate.node,
                tuple(other.key for other in lower),
                victims,
                pod.pod.spec.scheduler_name,
            )
        )
        self.queue.preempting |= {pod.uid}

    def _continue_preemption(self, api: SchedulerApi, now_ms: int) -> Act:
        task = self._tasks[0]
        by = task.preemptor.partition("/")[2]
        if task.nominations:
            key = task.nominations[0]
            self._tasks[0] = replace(task, nominations=task.nominations[1:])
            api.patch_pod_status(key, {"nominatedNodeName": None}, now_ms)
            text = message("scheduler.nomination_cleared", pod=key.partition("/")[2], node=task.node, by=by)
            return self._act("preempt", text, (key, task.preemptor), (task.node,))
        key, uid = task.victims[0]
        last = len(task.victims) == 1
        if last:
            # Before the last call, so that the event of its deletion finds the pod no longer gated.
            self.queue.preempting -= {task.preemptor_uid}
        asked = self._ask_to_leave(key, uid, task, api, now_ms)
        task = replace(task, victims=task.victims[1:], deleted=task.deleted or asked)
        if last:
            self._tasks.pop(0)
            preemptor = self.view.pods.get(task.preemptor)
            if not task.deleted and preemptor is not None:
                self.queue.activate((preemptor,), now_ms)
        else:
            self._tasks[0] = task
        text = message(
            "scheduler.victim" if asked else "scheduler.victim_gone",
            pod=key.partition("/")[2],
            node=task.node,
            by=by,
        )
        return self._act("preempt", text, (key, task.preemptor), (task.node,))

    def _ask_to_leave(self, key: str, uid: str, task: PreemptionTask, api: SchedulerApi, now_ms: int) -> bool:
        """The condition, then a plain DELETE (the victim's own grace), then the event. False: it was gone."""
        victim = api.pods.get(key)
        if victim is None or victim.uid != uid:
            return False
        condition = {
            "type": "DisruptionTarget",
            "status": "True",
            "reason": "PreemptionByScheduler",
            "message": f"{task.scheduler}: preempting to accommodate a higher priority pod",
        }
        api.patch_pod_status(key, {}, now_ms, (condition,))
        if isinstance(api.delete("Pod", key, DeleteOptions(), now_ms), Refused):
            return False
        note = f"Preempted by pod {task.preemptor_uid} on node {task.node}"
        api.record_event(victim, "Normal", "Preempted", note, task.scheduler, now_ms)
        return True

    # Telling

    def _event(self, api: SchedulerApi, key: str, type_: str, reason: str, note: str, now_ms: int) -> None:
        pod = api.pods.get(key)
        if pod is not None:
            api.record_event(pod, type_, reason, cut(note), pod.spec.scheduler_name, now_ms)

    def _act(
        self,
        kind: str,
        text: Message,
        pods: tuple[str, ...],
        nodes: tuple[str, ...] = (),
        decision: Decision | None = None,
        tosses: tuple[Toss, ...] = (),
        cycle: int | None = None,
        heard: tuple[Heard, ...] = (),
    ) -> Act:
        return Act("scheduler", self.name, kind, text, pods, nodes, decision, tosses, cycle, heard)


def cut(note: str) -> str:
    """An event's note has 1 024 bytes at most (util.TruncateMessage)."""
    raw = note.encode()
    if len(raw) <= MAX_EVENT_NOTE:
        return note
    return raw[: MAX_EVENT_NOTE - 4].decode(errors="ignore") + " ..."
