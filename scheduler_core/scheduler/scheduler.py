"""Scheduler: the actor, which pops pods, decides, binds, carries out preemptions, and requeues waiting pods.

Source: pkg/scheduler/scheduler.go, schedule_one.go (v1.34.1; gates SchedulerAsyncPreemption and
SchedulerQueueingHints on). One act is one of: an event that moves pods (`requeue`), a whole scheduling cycle
(`schedule`), one step of a binding (`update`, `bind`), one call of an asynchronous preemption (`preempt`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from random import Random

from scheduler_core.actor import Act, Message, Toss, message
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.releases.changes import POD_GROUPS
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.replacing import replace
from scheduler_core.scheduler.backend import NAME, Backend, Failure, record_event, scheduler_act
from scheduler_core.scheduler.binding_cycle import BindingCycle
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.configuration import DEFAULT_CONFIGURATION, Configuration
from scheduler_core.scheduler.configuration.profile import Profile, build_profile
from scheduler_core.scheduler.configuration.releases import in_release
from scheduler_core.scheduler.cycle.decide import Attempt, decide, skipped
from scheduler_core.scheduler.cycle.decision import Decision
from scheduler_core.scheduler.cycle.memo import Memo
from scheduler_core.scheduler.event_handlers import WATCHED_KINDS, Announcement, ClusterView, Informer
from scheduler_core.scheduler.framework.api import SchedulerApi
from scheduler_core.scheduler.framework.event_words import event_words
from scheduler_core.scheduler.framework.handle import Pick, Picks, first
from scheduler_core.scheduler.framework.plugin_failed import PluginFailedError
from scheduler_core.scheduler.framework.post_filter import Candidate
from scheduler_core.scheduler.framework.status import Code
from scheduler_core.scheduler.groups.group_cycle import Deciding, GroupCycle
from scheduler_core.scheduler.groups.group_trials import not_reserved
from scheduler_core.scheduler.lanes import Lane, lanes_of
from scheduler_core.scheduler.own_plugins.own_plugin import NO_OWN_PLUGINS, OwnPlugins
from scheduler_core.scheduler.plugins.dynamic_resources.claim_binder import deallocate
from scheduler_core.scheduler.preemption_executor import PreemptionExecutor
from scheduler_core.scheduler.queue.moves import Move
from scheduler_core.scheduler.queue.queued_pod import Backoff, Place, QueuedPodInfo
from scheduler_core.scheduler.queue.scheduling_queue import SchedulingQueue

MAX_EFFECTS = 50
"""The number of waiting pods for which one frame tells what an event meant."""


class Scheduler:
    """The scheduler as an `Actor`.

    `own` are plugins besides the default ones, for profiles that enable them. `release` may lack features
    (`in_release`). The memos are not part of the
    state: every copy has its own.
    """

    rank = 5
    name = NAME
    watches = WATCHED_KINDS

    def __init__(
        self,
        configuration: Configuration = DEFAULT_CONFIGURATION,
        own: OwnPlugins = NO_OWN_PLUGINS,
        release: Release = BASELINE,
    ) -> None:
        self._release = release
        configuration = in_release(configuration, release)
        profiles = [build_profile(config, own) for config in configuration.profiles]
        backoff = Backoff(configuration.initial_backoff_ms, configuration.max_backoff_ms)
        self._profiles: Mapping[str, Profile] = {profile.scheduler_name: profile for profile in profiles}
        self.running = True
        view = ClusterView()
        queue = SchedulingQueue.of(*profiles, snapshot=view.snapshot, backoff=backoff)
        self._backend = Backend(view, queue, release)
        self._bindings = BindingCycle(self._backend, self.profile_of)
        self._preemptions = PreemptionExecutor(self._backend, self._bindings)
        self.groups = GroupCycle(self._backend, self._bindings, self._preemptions, release)
        queue.groups_only_back_off = release.group_shapes == POD_GROUPS
        self._next_start = 0
        self._start()

    def _start(self) -> None:
        """Sets the fields that copies do not share and that are not part of the state."""
        backend = self._backend
        self._memos = {name: Memo(profile) for name, profile in self._profiles.items()}
        self._informer = Informer(
            backend.view,
            backend.queue,
            self._responsible,
            backend.announced.append,
            self._release,
        )

    @property
    def queue(self) -> SchedulingQueue:
        return self._backend.queue

    @property
    def view(self) -> ClusterView:
        return self._backend.view

    def _responsible(self, pod: Pod) -> bool:
        return pod.spec.scheduler_name in self._profiles

    def profile_of(self, pod: PodInfo) -> Profile:
        """The profile of the pod's scheduler; raises KeyError when the pod names another scheduler."""
        return self._profiles[pod.pod.spec.scheduler_name]

    def copy(self) -> Scheduler:
        copy = Scheduler.__new__(Scheduler)
        copy._release = self._release
        copy._profiles = self._profiles
        copy.running = self.running
        copy._backend = self._backend.copy()
        copy._bindings = self._bindings.copy(copy._backend)
        copy._preemptions = self._preemptions.copy(copy._backend, copy._bindings)
        copy.groups = self.groups.copy(copy._backend, copy._bindings, copy._preemptions)
        copy._next_start = self._next_start
        copy._start()
        return copy

    # Views for the board

    def lanes(self) -> Mapping[str, Lane]:
        """The lane of every pod in the queue, by namespace/name."""
        return lanes_of(self.queue, self.groups.note_of)

    def decide(self, pod: PodInfo, profile: Profile | None = None, pick: Pick = first) -> Decision:
        """What the scheduler would decide about `pod` now, with another profile if one is given.

        It changes nothing. `pick` chooses between equals; the default takes the first one without a random
        choice.
        """
        attempt = Attempt(self._next_start, Picks(pick, pick, pick))
        try:
            return decide(
                self.view.snapshot, pod, profile or self.profile_of(pod), self.queue.nominator, attempt
            )
        except PluginFailedError as error:
            return Decision(pod.key, "error", fit_error=str(error))

    def waiting_pod(self, key: str) -> PodInfo | None:
        """A pod of this scheduler that is neither bound nor assumed."""
        pod = self.view.pods.get(key)
        if pod is None or pod.node_name or key in self.view.assumed or not self._responsible(pod.pod):
            return None
        return pod

    # Another start

    def exchange_pod(self, pod: Pod) -> bool:
        """Has another pod in the place of one that waits and was never tried, as if it had come like that.
        False where it was tried, or does not wait."""
        before, waiting = self.view.pods.get(pod.key), self.queue.place_of(pod.key)
        if before is None or waiting is None or waiting[1].attempts or before.nominated_node_name:
            return False
        after = PodInfo.of(pod, release=self._release)
        self.view.pods[pod.key] = after
        self.queue.exchange(after)
        return True

    def exchange_node(self, node: Node) -> None:
        """Has another node in the place of one of the same name, as if it had come like that."""
        self.view.snapshot.put_node(node)

    # Actor

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        self.queue.advance(now_ms)
        self._informer.handle(event, now_ms)
        # An event that moves no pod is not an act; it is recorded only for the pods in flight.
        announced = self._backend.announced
        if any(self.groups.tries.concerned_by(announcement) for announcement in announced):
            self.groups.tries.resume(now_ms)
        else:
            self.groups.tries.look(now_ms)
        while announced and not self._would_move(announced[0]):
            self._spread(announced.pop(0), now_ms)

    def _would_move(self, announcement: Announcement) -> bool:
        return self.queue.would_move(announcement.event, announcement.concerns)

    def _spread(self, announcement: Announcement, now_ms: int) -> None:
        self.queue.move_all(announcement.event, now_ms, announcement.concerns)

    def next_ms(self, now_ms: int) -> int | None:
        if not self.running:
            return None
        if (
            self.groups.busy
            or self._backend.announced
            or self.queue.moves_to_tell()
            or self._preemptions.busy
            or self.queue.ready
        ):
            return now_ms
        flush_ms = self.queue.next_flush_ms()
        times = (
            self._bindings.next_ms(now_ms),
            self.groups.next_ms(now_ms),
            None if flush_ms is None else max(flush_ms, now_ms),
        )
        return min((due for due in times if due is not None), default=None)

    def act(self, api: SchedulerApi, now_ms: int, random: Random) -> Act | None:
        self.queue.advance(now_ms)
        if self.groups.busy:
            return self.groups.act(api, now_ms)
        announced = self._backend.announced
        while True:
            moves = self.queue.take_moves()
            if moves:
                return self._requeued(moves)
            if not announced:
                break
            self._spread(announced.pop(0), now_ms)
        bound = self._bindings.act(api, now_ms)
        if bound is not None:
            return bound
        if self._preemptions.busy:
            return self._preemptions.act(api, now_ms)
        self.groups.tries.look(now_ms)
        self.groups.tries.wake(now_ms)
        return self.groups.act(api, now_ms) or self._schedule(api, now_ms, random)

    def fingerprint(self) -> Json:
        snapshot = self.view.snapshot
        return {
            "running": self.running,
            "queue": self.queue.fingerprint(),
            "nodes": [[node.name, [pod.uid for pod in node.pods]] for node in snapshot.nodes],
            "assumed": sorted(self.view.assumed),
            "announced": [[entry.event.name, entry.highest_priority] for entry in self._backend.announced],
            "bindings": self._bindings.fingerprint(),
            "tasks": self._preemptions.fingerprint(),
            "nextStart": self._next_start,
            **({"groups": self.groups.fingerprint()} if snapshot.pod_groups.version else {}),
            **snapshot.other_orders(),
            **({"imageCounts": stale} if (stale := snapshot.image_counts.stale(snapshot)) else {}),
        }

    # Requeueing

    def _requeued(self, moves: Sequence[Move]) -> Act:
        pods = tuple(move.pod for move in moves if move.to is not Place.UNSCHEDULABLE)
        names = tuple(pod.partition("/")[2] for pod in pods)
        event = moves[0].event
        effects = tuple(move.effect for move in moves if move.effect is not None)
        if event == "BackoffComplete":
            text = message("scheduler.backoff_over", pods=names)
        elif event == "UnschedulableTimeout":
            text = message("scheduler.flushed", pods=names)
        else:
            text = message("scheduler.requeued", pods=names, event=event, cause=event_words(event))
        return scheduler_act("requeue", text, pods, effects=effects[:MAX_EFFECTS])

    # The scheduling cycle

    def _schedule(self, api: SchedulerApi, now_ms: int, random: Random) -> Act | None:
        popped = self.queue.pop()
        if popped is None:
            return None
        self.view.snapshot.at_ms = api.epoch_ms(now_ms)
        queued, _ = popped
        pod = queued.pod
        in_group = bool(pod.group_key) and self._release.scheduling_groups
        if pod.key in self.view.assumed:
            self.queue.done(pod.uid)
            return None
        if pod.terminating and not in_group:
            return self._skip(pod, api, now_ms)
        if self._release.equal_nodes_by_heap:  # before, the order of the nodes decides nothing
            self.view.snapshot.keep_order()
        if self._release.keeps_image_counts:
            self.view.snapshot.image_counts.look(self.view.snapshot, self.view.snapshot.at_ms)
        if in_group:
            profile = self.profile_of(pod)
            deciding = Deciding(
                partial(self._decide_member, random),
                partial(self._decide_in_copy, profile, tries_on=False),
                partial(self._decide_in_copy, profile, tries_on=True),
                partial(_pick_placement, random),
                profile,
            )
            return self.groups.begin(queued, deciding, api, now_ms)
        tosses: list[Toss] = []
        try:
            decision = self._decide(pod, random, tosses)
        except PluginFailedError as error:
            return self._plugin_failed(queued, str(error), api, now_ms)
        self._next_start = decision.next_start
        decision = self._stamped(decision, pod, now_ms)
        if decision.failed:
            return self._attempt_failed(queued, decision, api, now_ms)
        if decision.result == "bound" and decision.node is not None:
            status = self._bindings.reserve(queued, decision.node, api, now_ms)
            if status.code is Code.SUCCESS:
                text = _chosen(pod, decision, decision.node)
                if self._bindings.holds(pod.uid):
                    self._bindings.nominate_held(api, now_ms)
                    text = message("scheduler.permit_holds", pod=pod.name, node=decision.node)
                return scheduler_act(
                    "schedule", text, (pod.key,), (decision.node,), decision=decision, tosses=tuple(tosses)
                )
            if not status.rejected:
                why = f'running Reserve plugin "{status.plugin}": {status.message}'
                return self._plugin_failed(queued, why, api, now_ms)
            decision = not_reserved(decision, status)
        text = self._failed(queued, decision, api, now_ms)
        nodes = (decision.node,) if decision.node else ()
        return scheduler_act("schedule", text, (pod.key,), nodes, decision=decision, tosses=tuple(tosses))

    def _stamped(self, decision: Decision, pod: PodInfo, now_ms: int) -> Decision:
        """The decision with the number of this cycle, its virtual time (ms) and the uid of the pod."""
        return replace(decision, cycle=self.queue.cycle, at_ms=now_ms, uid=pod.uid)

    def _decide(self, pod: PodInfo, random: Random, tosses: list[Toss]) -> Decision:
        def toss(what: str, names: Sequence[str], *, listed: bool = True) -> str:
            chosen = names[random.randrange(len(names))]
            tosses.append(Toss(what, tuple(names) if listed else (), chosen))
            return chosen

        profile = self.profile_of(pod)
        picks = Picks(
            host=partial(toss, "host"),
            candidate=partial(toss, "candidate"),
            start=partial(toss, "dryRunStart", listed=False),
        )
        attempt = Attempt(self._next_start, picks, memo=self._memos[profile.scheduler_name])
        return decide(self.view.snapshot, pod, profile, self.queue.nominator, attempt)

    def _decide_member(self, random: Random, pod: PodInfo, tosses: list[Toss]) -> Decision:
        """The decision about a pod of a group, which may be an error."""
        try:
            decision = self._decide(pod, random, tosses)
        except PluginFailedError as error:
            return Decision(pod.key, "error", fit_error=str(error))
        self._next_start = decision.next_start
        return decision

    def _decide_in_copy(
        self, profile: Profile, snapshot: Snapshot, pod: PodInfo, *, tries_on: bool
    ) -> Decision:
        """The decision about a pod of a group in a copy of the cluster. With `tries_on` it is one that people
        see, and PostFilter plugins are asked as well."""
        attempt = Attempt(self._next_start if not tries_on else 0, trace=tries_on, post_filters=tries_on)
        try:
            return decide(snapshot, pod, profile, self.queue.nominator, attempt)
        except PluginFailedError as error:
            return Decision(pod.key, "error", fit_error=str(error))

    def _skip(self, pod: PodInfo, api: SchedulerApi, now_ms: int) -> Act:
        """Skips a pod that is being deleted."""
        self.queue.done(pod.uid)
        note = f"skip schedule deleting pod: {pod.key}"
        record_event(api, pod.key, "Warning", "FailedScheduling", note, now_ms)
        decision = self._stamped(skipped(pod), pod, now_ms)
        text = message("scheduler.skipped", pod=pod.name)
        return scheduler_act("schedule", text, (pod.key,), decision=decision)

    def _plugin_failed(self, queued: QueuedPodInfo, why: str, api: SchedulerApi, now_ms: int) -> Act:
        """An error is not a verdict on the pod: the pod is tried again after its backoff, regardless of
        events."""
        failed = Decision(queued.pod.key, "error", fit_error=why)
        decision = self._stamped(failed, queued.pod, now_ms)
        return self._attempt_failed(queued, decision, api, now_ms)

    def _attempt_failed(
        self, queued: QueuedPodInfo, decision: Decision, api: SchedulerApi, now_ms: int
    ) -> Act:
        """The end of an attempt in an error: reason SchedulerError, and the nomination is cleared."""
        pod, why = queued.pod, decision.fit_error
        self._backend.give_back(queued, Failure(why, "SchedulerError", nominate=""), api, now_ms)
        text = message("scheduler.no_node", pod=pod.name, text=why)
        return scheduler_act("schedule", text, (pod.key,), decision=decision)

    def _failed(self, queued: QueuedPodInfo, decision: Decision, api: SchedulerApi, now_ms: int) -> Message:
        """handleSchedulingFailure, after the API calls of a preemption have been prepared."""
        pod = queued.pod
        candidate = decision.candidate
        if candidate is not None:
            self._preemptions.prepare(pod, candidate)
        if decision.post_filter is not None and decision.post_filter.deallocate:
            deallocate(api, decision.post_filter.deallocate, now_ms)
        nominate = "" if decision.post_filter is None else decision.post_filter.nominate
        failure = Failure(decision.message, "Unschedulable", decision.rejectors, nominate)
        self._backend.give_back(queued, failure, api, now_ms)
        if candidate is not None:
            return _nominated(pod, candidate)
        return message("scheduler.fits_nowhere", pod=pod.name)


def _pick_placement(random: Random, names: Sequence[str], tosses: list[Toss]) -> str:
    chosen = names[random.randrange(len(names))]
    tosses.append(Toss("placement", tuple(names), chosen))
    return chosen


def _nominated(pod: PodInfo, candidate: Candidate) -> Message:
    """Names the pods that preemption deletes, or else the terminating pods for which it waits."""
    running = [victim for victim in candidate.victims if not victim.terminating]
    victims = tuple(victim.pod.partition("/")[2] for victim in running or candidate.victims)
    which = "scheduler.nominated" if running else "scheduler.nominated_waiting"
    return message(which, pod=pod.name, node=candidate.node, victims=victims)


def _chosen(pod: PodInfo, decision: Decision, node: str) -> Message:
    if decision.tie:
        return message("scheduler.chosen_tie", pod=pod.name, node=node, count=len(decision.best))
    if len(decision.best) > 1:
        return message("scheduler.chosen_by_heap", pod=pod.name, node=node, count=len(decision.best))
    return message("scheduler.chosen", pod=pod.name, node=node)
