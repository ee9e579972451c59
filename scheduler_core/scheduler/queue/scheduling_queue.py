"""The scheduling queue: which pod is tried next, and which events move waiting pods.

Source: pkg/scheduler/backend/queue/scheduling_queue.go PriorityQueue (v1.34.1). Times are virtual
milliseconds; virtual 0 is a whole second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from scheduler_core.objects.manifest import Json
from scheduler_core.objects.replacing import replace
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import Profile
from scheduler_core.scheduler.framework.diagnosis.event_split import pod_update_events
from scheduler_core.scheduler.framework.events import (
    Action,
    ClusterEvent,
    Resource,
    force_activate,
    unschedulable_timeout,
)
from scheduler_core.scheduler.framework.interface import QueueSortPlugin
from scheduler_core.scheduler.queue.event_history import EventHistory
from scheduler_core.scheduler.queue.flushes import FLUSH_INTERVAL_MS, MAX_UNSCHEDULABLE_MS, Flushes
from scheduler_core.scheduler.queue.hints import EventEffect, Hints, QueueRules
from scheduler_core.scheduler.queue.in_flight import InFlight
from scheduler_core.scheduler.queue.moves import Move, Moves
from scheduler_core.scheduler.queue.nominator import Nominator
from scheduler_core.scheduler.queue.placement import Placement
from scheduler_core.scheduler.queue.queued_pod import (
    DEFAULT_BACKOFF,
    SECOND_MS,
    Backoff,
    Place,
    QueuedPodInfo,
    Strategy,
)
from scheduler_core.scheduler.queue.tables import Tables

MAX_STAYED = 20
"""The number of pods that one narrated event names although they did not move."""


class SchedulingQueue:
    """The scheduling queue. Every method takes `now_ms`, the time at which it is called.

    With `groups_only_back_off` no event decides when a pod of a group is tried again (v1.36). `cycle` counts
    the attempts. `snapshot` is the scheduler's view of the cluster, in which hints look up objects.
    """

    def __init__(
        self,
        rules: Mapping[str, QueueRules],
        queue_sort: QueueSortPlugin,
        snapshot: Snapshot,
        backoff: Backoff = DEFAULT_BACKOFF,
    ) -> None:
        self._backoff = backoff
        self.hints = Hints(rules, snapshot)
        self.tables = Tables(queue_sort)
        self.in_flight = InFlight()
        self.nominator = Nominator()
        self.cycle = 0
        self._moves = Moves()
        self._placement = Placement(self.hints, self.tables, self.nominator, self._moves)
        self._flushes = Flushes()
        self._history = EventHistory()
        self._serial = 0
        self.groups_only_back_off = False

    @classmethod
    def of(
        cls, *profiles: Profile, snapshot: Snapshot | None = None, backoff: Backoff = DEFAULT_BACKOFF
    ) -> SchedulingQueue:
        """The one queue of several profiles; the QueueSort of the first profile is that of all. Without a
        snapshot the hints see an empty cluster."""
        rules = {
            profile.scheduler_name: QueueRules(profile.registrations, profile.pre_enqueue)
            for profile in profiles
        }
        return cls(rules, profiles[0].queue_sort, snapshot or Snapshot(), backoff)

    def copy(self, snapshot: Snapshot | None = None) -> SchedulingQueue:
        """A copy whose hints look at `snapshot`, or at the same cluster without one."""
        copy = SchedulingQueue.__new__(SchedulingQueue)
        copy._backoff = self._backoff
        copy.hints = self.hints if snapshot is None else self.hints.with_snapshot(snapshot)
        copy.tables = self.tables.copy()
        copy.in_flight = self.in_flight.copy()
        copy.nominator = self.nominator.copy()
        copy.cycle = self.cycle
        copy._moves = self._moves.copy()
        placement = self._placement
        copy._placement = Placement(
            copy.hints, copy.tables, copy.nominator, copy._moves, placement.preempting, placement.entries
        )
        copy.groups_only_back_off = self.groups_only_back_off
        copy._flushes = self._flushes.copy()
        copy._history = self._history.copy()
        copy._serial = self._serial
        return copy

    # Queries

    @property
    def preempting(self) -> frozenset[str]:
        """The uids of the pods whose own preemption still makes API calls."""
        return self._placement.preempting

    @preempting.setter
    def preempting(self, uids: frozenset[str]) -> None:
        self._placement.preempting = uids

    def moves_to_tell(self) -> bool:
        return len(self._moves) > 0

    def take_moves(self) -> tuple[Move, ...]:
        """The oldest moves that one event made, taken out of the list."""
        return self._moves.take()

    def in_vain(self, key: str) -> tuple[EventEffect, ...]:
        """The events since the last attempt of a waiting pod that did not requeue it, oldest first; only
        those that some plugin asked for."""
        queued = self.tables.unschedulable.get(key)
        return () if queued is None else self._history.in_vain(queued, self.hints)

    def place_of(self, key: str) -> tuple[Place, QueuedPodInfo] | None:
        waiting = self.tables.place_of(key)
        if waiting is not None:
            return waiting
        in_flight = self.in_flight.pods.values()
        return next(((Place.IN_FLIGHT, queued) for queued in in_flight if queued.key == key), None)

    def order_in_lane(self, key: str) -> tuple[int, ...]:
        """The pod's sort key within its lane: a smaller one is taken first. Empty for a pod that is not in
        the queue."""
        waiting = self.place_of(key)
        return () if waiting is None else self.tables.order_of(*waiting)

    @property
    def ready(self) -> bool:
        """Whether `pop` would return a pod."""
        return bool(self.tables.active or self.tables.backoff)

    def next_flush_ms(self) -> int | None:
        """The next time at which a flush moves a pod, if nothing else happens earlier."""
        return self._flushes.next_ms(self.tables, gated_too=False)

    # Adding, updating, deleting

    def add(self, pod: PodInfo, now_ms: int) -> None:
        """Adds a new waiting pod."""
        self._enqueue_new(pod, now_ms, "UnschedulablePodAdd")

    def _enqueue_new(self, pod: PodInfo, now_ms: int, event: str) -> None:
        self._serial += 1
        queued = QueuedPodInfo(
            pod, now_ms, self._serial, backoff=self._backoff, event_serial=self._history.serial
        )
        self._placement.to_active(queued, event)

    def update(self, old: PodInfo, new: PodInfo, now_ms: int, *, assumed: bool = False) -> None:
        """Replaces a waiting pod by a newer version."""
        if assumed:
            return
        self._update(old, new, now_ms)
        if old.nominated_node_name and old.nominated_node_name != new.nominated_node_name:
            self.nomination_removed(old, now_ms)

    def _update(self, old: PodInfo, new: PodInfo, now_ms: int) -> None:
        if new.uid in self.in_flight.pods:
            for event in pod_update_events(old, new):
                self.in_flight.note(event)
            return
        waiting = self.tables.place_of(new.key)
        if waiting is None:
            self._enqueue_new(new, now_ms, "UnschedulablePodUpdate")
            return
        place, queued = waiting[0], replace(waiting[1], pod=new)
        dict(self.tables.all())[place][new.key] = queued
        self.nominator.update(old, new)
        if place is Place.UNSCHEDULABLE:
            self._after_own_update(queued, old, new, now_ms)

    def _after_own_update(self, queued: QueuedPodInfo, old: PodInfo, new: PodInfo, now_ms: int) -> None:
        for event in pod_update_events(old, new):
            strategy = self.hints.worth_requeuing(queued, event)
            effect = self._effect(queued, strategy, event, now_ms)
            place = self._placement.requeue(queued, strategy, event.name, now_ms, effect)
            if place is not Place.UNSCHEDULABLE:
                return
            queued = self.tables.unschedulable[queued.key]

    def delete(self, pod: PodInfo, now_ms: int) -> None:
        """Removes a waiting pod that was deleted or bound. A pod in flight stays until its attempt ends."""
        self.nominator.delete(pod)
        self.tables.remove(pod.key)

    def nomination_removed(self, pod: PodInfo, now_ms: int) -> None:
        """Lets pods be tried again for which the nominated pod counted as if it were on the node."""
        event = ClusterEvent(Resource.ASSIGNED_POD, Action.DELETE, pod, None)
        self.move_all(event, now_ms, lambda other: other.priority <= pod.priority)

    def exchange(self, pod: PodInfo) -> None:
        """Has another pod in the place of a waiting one of the same name. No rule about updates applies."""
        for _, table in self.tables.all():
            if pod.key in table:
                table[pod.key] = replace(table[pod.key], pod=pod)

    # One attempt

    def pop(self) -> tuple[QueuedPodInfo, Place] | None:
        """The next pod to try. backoffQ is used only while activeQ is empty; the rest of the backoff is then
        dropped."""
        tables = self.tables
        if tables.active:
            queued, place = tables.active.first(), Place.ACTIVE
            del tables.active[queued.key]
        elif tables.backoff:
            queued, place = tables.backoff.first(), Place.BACKOFF
            del tables.backoff[queued.key]
        else:
            return None
        self.cycle += 1
        return self._begin(queued), place

    def _begin(self, queued: QueuedPodInfo) -> QueuedPodInfo:
        queued = replace(
            queued,
            attempts=queued.attempts + 1,
            unschedulable_plugins=frozenset(),
            pending_plugins=frozenset(),
            gating_plugin="",
        )
        self.in_flight.add(queued)
        return queued

    def pop_member(self, pod: PodInfo) -> QueuedPodInfo | None:
        """Takes a pod of a group that is tried now out of whichever table it is in; None for one that is not
        in the queue, or that PreEnqueue still holds back (PopSpecificPod, v1.36)."""
        waiting = self.tables.place_of(pod.key)
        if waiting is None:
            return None
        place, queued = waiting
        if place is Place.UNSCHEDULABLE and queued.gated and not self._placement.passes(queued):
            return None
        self.tables.remove(pod.key)
        if not queued.entered:
            self._placement.entries += 1
            queued = replace(queued, entered=self._placement.entries)
        return self._begin(queued)

    # Groups that are tried again and again

    def spin(self, keys: Iterable[str]) -> None:
        """Puts aside the pods of a group that would be tried again at once, with the same result."""
        tables = self.tables
        for key in keys:
            waiting = tables.place_of(key)
            if waiting is not None and waiting[0] in (Place.BACKOFF, Place.ERROR_BACKOFF):
                tables.remove(key)
                tables.spinning[key] = waiting[1]

    def resume(self, group: str) -> None:
        """Puts the pods of such a group back to where they were."""
        tables = self.tables
        for key, queued in tuple(tables.spinning.items()):
            if queued.pod.group_key != group:
                continue
            tables.remove(key)
            (tables.backoff if queued.rejectors else tables.error_backoff)[key] = queued

    def fail(
        self,
        queued: QueuedPodInfo,
        now_ms: int,
        *,
        newest: PodInfo | None,
        unschedulable: Iterable[str] = (),
        pending: Iterable[str] = (),
        nominate: str | None = None,
    ) -> Place | None:
        """Handles a failed attempt; returns the place to which the pod moved.

        `newest` is the pod as it is now; None when it is gone or bound, and then it only leaves the queue.
        Without plugins the failure counts as an error. `nominate` is that of PostFilterOutcome.
        """
        if newest is None:
            self.done(queued.pod.uid)
            return None
        failed = replace(
            queued,
            pod=newest,
            unschedulable_plugins=frozenset(unschedulable),
            pending_plugins=frozenset(pending),
        )
        place: Place | None = None
        if self.tables.place_of(newest.key) is None:
            place = self._put_back(failed, now_ms)
        self.done(newest.uid)
        self.nominator.add(newest, nominate)
        return place

    def _put_back(self, queued: QueuedPodInfo, now_ms: int) -> Place:
        """Returns a pod to the queue after a failed attempt, with its counters raised."""
        rejected = bool(queued.rejectors)
        strategy = self._strategy_for_in_flight(queued)
        queued = replace(
            queued,
            unschedulable_count=queued.unschedulable_count + (1 if rejected else 0),
            consecutive_errors=0 if rejected else queued.consecutive_errors + 1,
            timestamp_ms=now_ms,
            event_serial=self._history.serial,
        )
        return self._placement.requeue(queued, strategy, "ScheduleAttemptFailure", now_ms)

    def _strategy_for_in_flight(self, queued: QueuedPodInfo) -> Strategy:
        """The strongest answer to the events since the attempt began."""
        if not queued.rejectors or queued.pod.uid not in self.in_flight.pods:
            return Strategy.AFTER_BACKOFF
        if self.groups_only_back_off and queued.pod.group_key:
            return Strategy.AFTER_BACKOFF
        strongest = Strategy.SKIP
        for event in self.in_flight.events_since(queued.pod.uid):
            strategy = self.hints.worth_requeuing(queued, event)
            if strategy is Strategy.IMMEDIATELY:
                return strategy
            if strategy is Strategy.AFTER_BACKOFF:
                strongest = strategy
        return strongest

    def assume(self, pod: PodInfo) -> None:
        """Drops the pod's nomination, because a node was found."""
        self.nominator.delete(pod)

    def done(self, uid: str) -> None:
        """Notes that the pod is no longer in flight."""
        self.in_flight.done(uid)

    # Events

    def move_all(
        self, event: ClusterEvent, now_ms: int, concerned: Callable[[PodInfo], bool] | None = None
    ) -> None:
        """Moves every pod in unschedulablePods for which the event may matter."""
        if not self.hints.of_interest(event):
            return
        self._history.note(event, concerned, now_ms)
        moves_before = len(self._moves)
        stayed: list[QueuedPodInfo] = []
        for queued in list(self.tables.unschedulable.values()):
            if concerned is None or concerned(queued.pod):
                self._move(queued, event, now_ms)
                if queued.key in self.tables.unschedulable:
                    stayed.append(queued)
        if len(self._moves) > moves_before:
            # Pods that stayed are narrated only beside others that moved. Events that move no pod are no act;
            # `in_vain` lists them.
            for queued in stayed[:MAX_STAYED]:
                effect = self.hints.effect_of(queued, event, now_ms, "")
                self._moves.add(Move(queued.key, Place.UNSCHEDULABLE, event.name, effect))
        self.in_flight.note(event)

    def would_move(self, event: ClusterEvent, concerned: Callable[[PodInfo], bool] | None = None) -> bool:
        """Whether `move_all` would move a pod now."""
        return self.hints.of_interest(event) and any(
            (concerned is None or concerned(queued.pod))
            and self.hints.strategy(queued, event) is not Strategy.SKIP
            for queued in self.tables.unschedulable.values()
        )

    def _move(self, queued: QueuedPodInfo, event: ClusterEvent, now_ms: int) -> None:
        strategy = self.hints.strategy(queued, event)
        if strategy is not Strategy.SKIP:
            effect = self._effect(queued, strategy, event, now_ms)
            self._placement.requeue(queued, strategy, event.name, now_ms, effect)

    def _effect(
        self, queued: QueuedPodInfo, strategy: Strategy, event: ClusterEvent, now_ms: int
    ) -> EventEffect | None:
        """The narration of a move; the place is added where it is known."""
        return None if strategy is Strategy.SKIP else self.hints.effect_of(queued, event, now_ms, "")

    def activate(self, pods: Iterable[PodInfo], now_ms: int) -> None:
        """Forces pods into activeQ regardless of their backoff; a pod in flight gets a wildcard event
        instead."""
        for pod in pods:
            waiting = self.tables.place_of(pod.key)
            if waiting is not None and waiting[0] is not Place.ACTIVE:
                self._placement.to_active(waiting[1], "ForceActivate")
            elif pod.uid in self.in_flight.pods:
                self.in_flight.note(force_activate(pod))

    # Time

    def advance(self, now_ms: int) -> None:
        """Runs the flushes of all whole seconds up to `now_ms` that have anything to do.

        A gated pod that is due does not move, but its event is kept for the pods in flight.
        """
        flushes = self._flushes
        while True:
            due = flushes.next_ms(self.tables, gated_too=bool(self.in_flight.pods))
            if due is None or due > now_ms:
                break
            self._flush(due)
        flushes.flushed_ms = max(flushes.flushed_ms, now_ms // SECOND_MS * SECOND_MS)

    def _flush(self, second_ms: int) -> None:
        self._flushes.flushed_ms = second_ms
        for table in (self.tables.backoff, self.tables.error_backoff):
            for queued in sorted(table.values(), key=self.tables.backoff_key):
                if not queued.backing_off(second_ms):
                    self._placement.to_active(queued, "BackoffComplete")
        if second_ms % FLUSH_INTERVAL_MS == 0:
            self._flush_leftover(second_ms)

    def _flush_leftover(self, now_ms: int) -> None:
        """Retries pods that have been in unschedulablePods for more than five minutes."""
        due = [
            queued
            for queued in self.tables.unschedulable.values()
            if now_ms - queued.timestamp_ms > MAX_UNSCHEDULABLE_MS
        ]
        if not due:
            return
        event = unschedulable_timeout()
        for queued in due:
            self._move(queued, event, now_ms)
        self.in_flight.note(event)

    # Checkpoints

    def fingerprint(self) -> Json:
        places: dict[str, Json] = {
            place.value: [table[key].row() for key in sorted(table)]
            for place, table in self.tables.all()
            if place is not Place.SPINNING or table
        }
        events = self.in_flight.events
        return {
            "places": places,
            "inFlight": [queued.row() for queued in self.in_flight.pods.values()],
            "events": [entry if isinstance(entry, str) else entry.name for entry in events],
            "nominated": [[node, list(pods)] for node, pods in self.nominator.items()],
            "preempting": sorted(self.preempting),
            "cycle": self.cycle,
            "serial": self._serial,
            "flushed": self._flushes.flushed_ms,
        }
