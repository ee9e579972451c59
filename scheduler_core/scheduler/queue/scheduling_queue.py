"""The scheduling queue: activeQ, backoffQ, unschedulablePods, and what happened while a pod was in flight.

Source: pkg/scheduler/backend/queue (v1.34.1): scheduling_queue.go, active_queue.go, backoff_queue.go. Pods
are known
by namespace/name in the queues and by uid while in flight. Times are virtual milliseconds; virtual 0 is a
whole second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from scheduler_core.objects.manifest import Json
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.framework.event_split import pod_update_events
from scheduler_core.scheduler.framework.events import (
    Action,
    ClusterEvent,
    Resource,
    force_activate,
    unschedulable_timeout,
)
from scheduler_core.scheduler.framework.interface import QueueSortPlugin
from scheduler_core.scheduler.framework.status import Code
from scheduler_core.scheduler.queue.hints import Heard, Hints, QueueRules
from scheduler_core.scheduler.queue.nominator import Nominator
from scheduler_core.scheduler.queue.pod_table import PodTable
from scheduler_core.scheduler.queue.queued_pod import (
    DEFAULT_BACKOFF,
    SECOND_MS,
    Backoff,
    Place,
    QueuedPodInfo,
    Strategy,
)

if TYPE_CHECKING:
    from scheduler_core.scheduler.configuration.profile import Profile

FLUSH_INTERVAL_MS = 30_000
MAX_UNSCHEDULABLE_MS = 300_000
EVENTS_REMEMBERED = 200
STAYED_TOLD = 20

__all__ = ["Move", "Place", "QueuedPodInfo", "SchedulingQueue", "Strategy"]

InFlightEntry: TypeAlias = str | ClusterEvent
"""A pod's marker (its uid) or an event that came after it."""


@dataclass(frozen=True, slots=True)
class Move:
    """One pod changed its place, or stayed where others left: for narration. `heard` says why."""

    pod: str
    to: Place
    event: str
    heard: Heard | None = None


@dataclass(frozen=True, slots=True)
class _Remembered:
    """An event some plugin wanted to hear of; `serial` counts them."""

    serial: int
    at_ms: int
    event: ClusterEvent
    concerned: Callable[[PodInfo], bool] | None


class SchedulingQueue:
    """See the module docstring. Every method takes `now_ms`, the time at which it happens."""

    def __init__(
        self,
        rules: Mapping[str, QueueRules],
        queue_sort: QueueSortPlugin,
        backoff: Backoff = DEFAULT_BACKOFF,
    ) -> None:
        self._rules = rules
        self._queue_sort = queue_sort
        self._backoff = backoff
        self.hints = Hints(rules)
        self.active = PodTable(self.sort_key)
        self.backoff = PodTable(self.backoff_key)
        self.error_backoff = PodTable()
        self.unschedulable = PodTable()
        self.in_flight: dict[str, QueuedPodInfo] = {}
        self.in_flight_events: list[InFlightEntry] = []
        self.nominator = Nominator()
        self.preempting: frozenset[str] = frozenset()
        self.moves: list[Move] = []
        self.cycle = 0
        self._serial = 0
        self._flushed_ms = 0
        self._flushes: dict[bool, tuple[tuple[int, ...], int | None]] = {}
        self._events: list[_Remembered] = []
        self._event_serial = 0

    @classmethod
    def of(cls, *profiles: Profile, backoff: Backoff = DEFAULT_BACKOFF) -> SchedulingQueue:
        """The one queue of some profiles; the first one's QueueSort is that of all."""
        rules = {
            profile.scheduler_name: QueueRules(profile.registrations, profile.pre_enqueue)
            for profile in profiles
        }
        return cls(rules, profiles[0].queue_sort, backoff)

    def copy(self) -> SchedulingQueue:
        copy = SchedulingQueue(self._rules, self._queue_sort, self._backoff)
        copy.active = self.active.copied(copy.sort_key)
        copy.backoff = self.backoff.copied(copy.backoff_key)
        copy.error_backoff = self.error_backoff.copied()
        copy.unschedulable = self.unschedulable.copied()
        copy.in_flight = dict(self.in_flight)
        copy.in_flight_events = list(self.in_flight_events)
        copy.nominator = self.nominator.copy()
        copy.preempting = self.preempting
        copy.moves = list(self.moves)
        copy.cycle = self.cycle
        copy._serial = self._serial
        copy._flushed_ms = self._flushed_ms
        copy._events = list(self._events)
        copy._event_serial = self._event_serial
        return copy

    # Looking

    def moves_to_tell(self) -> bool:
        return bool(self.moves)

    def take_moves(self) -> tuple[Move, ...]:
        """The oldest moves that one event made, taken out of the list."""
        if not self.moves:
            return ()
        event = self.moves[0].event
        count = next((i for i, move in enumerate(self.moves) if move.event != event), len(self.moves))
        taken = self.moves[:count]
        del self.moves[:count]
        return tuple(taken)

    def in_vain(self, key: str) -> tuple[Heard, ...]:
        """The events since the last attempt of a waiting pod that did not wake it, oldest first.

        Of at most EVENTS_REMEMBERED events, and only such as some plugin wants to hear of.
        """
        queued = self.unschedulable.get(key)
        if queued is None:
            return ()
        return tuple(
            self.hints.heard(queued, past.event, past.at_ms, "")
            for past in self._events
            if past.serial > queued.heard
            and (past.concerned is None or past.concerned(queued.pod))
            and self.hints.strategy(queued, past.event) is Strategy.SKIP
        )

    def place_of(self, key: str) -> tuple[Place, QueuedPodInfo] | None:
        for place, table in self._tables():
            if key in table:
                return place, table[key]
        for queued in self.in_flight.values():
            if queued.key == key:
                return Place.IN_FLIGHT, queued
        return None

    def _tables(self) -> tuple[tuple[Place, PodTable], ...]:
        return (
            (Place.ACTIVE, self.active),
            (Place.BACKOFF, self.backoff),
            (Place.ERROR_BACKOFF, self.error_backoff),
            (Place.UNSCHEDULABLE, self.unschedulable),
        )

    def sort_key(self, queued: QueuedPodInfo) -> tuple[int, ...]:
        return self._queue_sort.sort_key(queued.pod, queued.timestamp_ms, queued.serial)

    def backoff_key(self, queued: QueuedPodInfo) -> tuple[int, tuple[int, ...]]:
        return queued.backoff_until_ms or 0, self.sort_key(queued)

    def order_in_lane(self, key: str) -> tuple[int, ...]:
        """Numbers by which the pods of one lane are in the queue's own order: compared one after the other,
        the smaller is taken first. Empty for a pod that the queue does not hold."""
        found = self.place_of(key)
        if found is None:
            return ()
        place, queued = found
        if place in (Place.BACKOFF, Place.ERROR_BACKOFF):
            until_ms, order = self.backoff_key(queued)
            return until_ms, *order
        return self.sort_key(queued)

    def ordered_active(self) -> list[QueuedPodInfo]:
        return sorted(self.active.values(), key=self.sort_key)

    def ordered_backoff(self) -> list[QueuedPodInfo]:
        return sorted(self.backoff.values(), key=self.backoff_key)

    @property
    def ready(self) -> bool:
        """Whether `pop` would give a pod."""
        return bool(self.active or self.backoff)

    def next_flush_ms(self) -> int | None:
        """The next time at which a flush moves anybody, if nothing else happens before."""
        return self._next_flush(gated_too=False)

    def _next_flush(self, *, gated_too: bool) -> int | None:
        """Asked after every event; looked up again only where something has changed."""
        tables = (self.backoff, self.error_backoff, self.unschedulable)
        state = (*[table.version for table in tables], self._flushed_ms)
        known = self._flushes.get(gated_too)
        if known is None or known[0] != state:
            known = self._flushes[gated_too] = (state, self._find_next_flush(gated_too))
        return known[1]

    def _find_next_flush(self, gated_too: bool) -> int | None:
        times: list[int] = []
        for queued in (*self.backoff.values(), *self.error_backoff.values()):
            until = queued.backoff_until_ms
            times.append(max(0 if until is None else until + SECOND_MS, self._flushed_ms + SECOND_MS))
        for queued in self.unschedulable.values():
            if gated_too or not queued.gated:
                over = max(queued.timestamp_ms + MAX_UNSCHEDULABLE_MS, self._flushed_ms)
                times.append(over // FLUSH_INTERVAL_MS * FLUSH_INTERVAL_MS + FLUSH_INTERVAL_MS)
        return min(times, default=None)

    # Coming and going

    def add(self, pod: PodInfo, now_ms: int) -> None:
        """A new waiting pod."""
        self._enqueue_new(pod, now_ms, "UnschedulablePodAdd")

    def _enqueue_new(self, pod: PodInfo, now_ms: int, event: str) -> None:
        self._serial += 1
        queued = QueuedPodInfo(pod, now_ms, self._serial, backoff=self._backoff, heard=self._event_serial)
        self._to_active(queued, event)

    def update(self, old: PodInfo, new: PodInfo, now_ms: int, *, assumed: bool = False) -> None:
        """A newer version of a waiting pod."""
        if assumed:
            return
        self._update(old, new, now_ms)
        if old.nominated_node_name and old.nominated_node_name != new.nominated_node_name:
            self.nomination_gone(old, now_ms)

    def _update(self, old: PodInfo, new: PodInfo, now_ms: int) -> None:
        if new.uid in self.in_flight:
            for event in pod_update_events(old, new):
                self.in_flight_events.append(event)
            return
        for place, table in self._tables():
            queued = table.get(new.key)
            if queued is None:
                continue
            queued = replace(queued, pod=new)
            table[new.key] = queued
            self.nominator.update(old, new)
            if place is Place.UNSCHEDULABLE:
                self._after_own_update(queued, old, new, now_ms)
            return
        self._enqueue_new(new, now_ms, "UnschedulablePodUpdate")

    def _after_own_update(self, queued: QueuedPodInfo, old: PodInfo, new: PodInfo, now_ms: int) -> None:
        for event in pod_update_events(old, new):
            strategy = self.hints.worth_requeuing(queued, event)
            heard = self._heard(queued, strategy, event, now_ms)
            place = self._requeue(queued, strategy, event.name, now_ms, heard)
            if place is not Place.UNSCHEDULABLE:
                return
            queued = self.unschedulable[queued.key]

    def delete(self, pod: PodInfo, now_ms: int) -> None:
        """The waiting pod is gone (or is bound now). In flight it stays until its attempt ends."""
        self.nominator.delete(pod)
        for _, table in self._tables():
            table.pop(pod.key, None)

    def nomination_gone(self, pod: PodInfo, now_ms: int) -> None:
        """Pods that treated the nominated one as if it were there may try again."""
        event = ClusterEvent(Resource.ASSIGNED_POD, Action.DELETE, pod, None)
        self.move_all(event, now_ms, lambda other: other.priority <= pod.priority)

    # One attempt

    def pop(self) -> tuple[QueuedPodInfo, Place] | None:
        """The next pod to try; backoffQ only if activeQ is empty, and then whatever is left of the
        backoff."""
        if self.active:
            queued, place = self.active.first(), Place.ACTIVE
            del self.active[queued.key]
        elif self.backoff:
            queued, place = self.backoff.first(), Place.BACKOFF
            del self.backoff[queued.key]
        else:
            return None
        self.cycle += 1
        queued = replace(
            queued,
            attempts=queued.attempts + 1,
            unschedulable_plugins=frozenset(),
            pending_plugins=frozenset(),
            gating_plugin="",
        )
        self.in_flight[queued.pod.uid] = queued
        self.in_flight_events.append(queued.pod.uid)
        return queued, place

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
        """The attempt failed. `newest`: the pod as it is known now; None if it is gone or bound, then it
        only leaves.

        Without plugins it counts as an error. `nominate` as in PostFilterOutcome. Returns where the pod went.
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
        if not any(newest.key in table for _, table in self._tables()):
            place = self._put_back(failed, now_ms)
        self.done(newest.uid)
        self.nominator.add(newest, nominate)
        return place

    def _put_back(self, queued: QueuedPodInfo, now_ms: int) -> Place:
        rejected = bool(queued.rejectors)
        strategy = self._strategy_for_in_flight(queued)
        queued = replace(
            queued,
            unschedulable_count=queued.unschedulable_count + (1 if rejected else 0),
            consecutive_errors=0 if rejected else queued.consecutive_errors + 1,
            timestamp_ms=now_ms,
            heard=self._event_serial,
        )
        return self._requeue(queued, strategy, "ScheduleAttemptFailure", now_ms)

    def _strategy_for_in_flight(self, queued: QueuedPodInfo) -> Strategy:
        if not queued.rejectors or queued.pod.uid not in self.in_flight:
            return Strategy.AFTER_BACKOFF
        marker = self.in_flight_events.index(queued.pod.uid)
        strongest = Strategy.SKIP
        for entry in self.in_flight_events[marker + 1 :]:
            if isinstance(entry, str):
                continue
            strategy = self.hints.worth_requeuing(queued, entry)
            if strategy is Strategy.IMMEDIATELY:
                return strategy
            if strategy is Strategy.AFTER_BACKOFF:
                strongest = strategy
        return strongest

    def assume(self, pod: PodInfo) -> None:
        """A node was found: the nomination has served its purpose."""
        self.nominator.delete(pod)

    def done(self, uid: str) -> None:
        """The pod is no longer in flight; events that nobody in flight needs any more are forgotten."""
        if self.in_flight.pop(uid, None) is None:
            return
        events = self.in_flight_events
        events.remove(uid)
        first = next((index for index, entry in enumerate(events) if isinstance(entry, str)), len(events))
        del events[:first]

    # Events

    def move_all(
        self, event: ClusterEvent, now_ms: int, concerned: Callable[[PodInfo], bool] | None = None
    ) -> None:
        """An event: every pod in unschedulablePods for which it may matter moves on."""
        if not self.hints.of_interest(event):
            return
        self._remember(event, concerned, now_ms)
        moves = len(self.moves)
        stayed: list[QueuedPodInfo] = []
        for queued in list(self.unschedulable.values()):
            if concerned is None or concerned(queued.pod):
                self._move(queued, event, now_ms)
                if queued.key in self.unschedulable:
                    stayed.append(queued)
        if len(self.moves) > moves:
            # Told beside those that moved. Events that move nobody are no act; `in_vain` knows of them.
            self.moves += [
                Move(
                    queued.key,
                    Place.UNSCHEDULABLE,
                    event.name,
                    self.hints.heard(queued, event, now_ms, ""),
                )
                for queued in stayed[:STAYED_TOLD]
            ]
        if self.in_flight:
            self.in_flight_events.append(event)

    def _remember(
        self, event: ClusterEvent, concerned: Callable[[PodInfo], bool] | None, now_ms: int
    ) -> None:
        self._event_serial += 1
        if len(self._events) >= 2 * EVENTS_REMEMBERED:
            del self._events[:EVENTS_REMEMBERED]
        self._events.append(_Remembered(self._event_serial, now_ms, event, concerned))

    def would_move(self, event: ClusterEvent, concerned: Callable[[PodInfo], bool] | None = None) -> bool:
        """Whether `move_all` would move anybody now."""
        return self.hints.of_interest(event) and any(
            (concerned is None or concerned(queued.pod))
            and self.hints.strategy(queued, event) is not Strategy.SKIP
            for queued in self.unschedulable.values()
        )

    def _move(self, queued: QueuedPodInfo, event: ClusterEvent, now_ms: int) -> None:
        strategy = self.hints.strategy(queued, event)
        if strategy is not Strategy.SKIP:
            heard = self._heard(queued, strategy, event, now_ms)
            self._requeue(queued, strategy, event.name, now_ms, heard)

    def _heard(
        self, queued: QueuedPodInfo, strategy: Strategy, event: ClusterEvent, now_ms: int
    ) -> Heard | None:
        """For the telling of a move; where it leads to is settled there."""
        return None if strategy is Strategy.SKIP else self.hints.heard(queued, event, now_ms, "")

    def activate(self, pods: Iterable[PodInfo], now_ms: int) -> None:
        """Forced: into activeQ whatever the backoff; a pod in flight gets a wildcard event for itself."""
        for pod in pods:
            found = next((table[pod.key] for place, table in self._tables()[1:] if pod.key in table), None)
            if found is not None and pod.key not in self.active:
                self._to_active(found, "ForceActivate")
            elif pod.uid in self.in_flight:
                self.in_flight_events.append(force_activate(pod))

    # Time

    def advance(self, now_ms: int) -> None:
        """Runs the flushes of all whole seconds up to `now_ms`, each only where it does anything.

        A gated pod that is due moves nowhere, but its event is kept for the pods in flight.
        """
        while True:
            due = self._next_flush(gated_too=bool(self.in_flight))
            if due is None or due > now_ms:
                break
            self._flush(due)
        self._flushed_ms = max(self._flushed_ms, now_ms // SECOND_MS * SECOND_MS)

    def _flush(self, second_ms: int) -> None:
        self._flushed_ms = second_ms
        for table in (self.backoff, self.error_backoff):
            for queued in sorted(table.values(), key=self.backoff_key):
                if not queued.backing_off(second_ms):
                    self._to_active(queued, "BackoffComplete")
        if second_ms % FLUSH_INTERVAL_MS == 0:
            self._flush_leftover(second_ms)

    def _flush_leftover(self, now_ms: int) -> None:
        """More than five minutes in unschedulablePods: tried again whatever happened (or did not)."""
        due = [
            queued
            for queued in self.unschedulable.values()
            if now_ms - queued.timestamp_ms > MAX_UNSCHEDULABLE_MS
        ]
        if not due:
            return
        event = unschedulable_timeout()
        for queued in due:
            self._move(queued, event, now_ms)
        if self.in_flight:
            self.in_flight_events.append(event)

    # Moving

    def _requeue(
        self,
        queued: QueuedPodInfo,
        strategy: Strategy,
        event: str,
        now_ms: int,
        heard: Heard | None = None,
    ) -> Place:
        if strategy is Strategy.SKIP:
            self.unschedulable[queued.key] = queued
            return Place.UNSCHEDULABLE
        if strategy is Strategy.AFTER_BACKOFF and queued.backing_off(now_ms):
            return self._to_backoff(queued, event, heard)
        return self._to_active(queued, event, heard)

    def _to_active(self, queued: QueuedPodInfo, event: str, heard: Heard | None = None) -> Place:
        if event != "BackoffComplete":
            queued = self._run_pre_enqueue(queued)
        if queued.gated:
            for place, table in self._tables():
                if queued.key in table:
                    table[queued.key] = queued
                    return place
            self.unschedulable[queued.key] = queued
            return Place.UNSCHEDULABLE
        self._leave_all(queued.key)
        self.active[queued.key] = queued
        if event in ("UnschedulablePodAdd", "UnschedulablePodUpdate"):
            self.nominator.add(queued.pod)
        else:
            self.moves.append(_moved(queued.key, Place.ACTIVE, event, heard))
        return Place.ACTIVE

    def _to_backoff(self, queued: QueuedPodInfo, event: str, heard: Heard | None) -> Place:
        errors = not queued.rejectors
        queued = self._run_pre_enqueue(queued)
        if queued.gated:
            self.unschedulable[queued.key] = queued
            return Place.UNSCHEDULABLE
        self._leave_all(queued.key)
        table, place = (self.error_backoff, Place.ERROR_BACKOFF) if errors else (self.backoff, Place.BACKOFF)
        table[queued.key] = queued
        self.moves.append(_moved(queued.key, place, event, heard))
        return place

    def _leave_all(self, key: str) -> None:
        for _, table in self._tables():
            table.pop(key, None)

    def _run_pre_enqueue(self, queued: QueuedPodInfo) -> QueuedPodInfo:
        """The plugin that gated last time is asked first; the first that holds the pod decides."""
        last = queued.gating_plugin
        asked = self.hints.rules_of(queued.pod).pre_enqueue
        plugins = sorted(asked, key=lambda plugin: plugin.name != last)
        for plugin in plugins:
            if plugin.pre_enqueue(queued.pod, self.preempting).code is not Code.SUCCESS:
                return replace(
                    queued,
                    gating_plugin=plugin.name,
                    unschedulable_plugins=queued.unschedulable_plugins | {plugin.name},
                )
        return replace(queued, gating_plugin="") if last else queued

    # Checkpoints

    def fingerprint(self) -> Json:
        def row(queued: QueuedPodInfo) -> Json:
            return [
                queued.key,
                queued.pod.uid,
                queued.pod.pod.meta.resource_version,
                queued.timestamp_ms,
                queued.serial,
                queued.attempts,
                queued.unschedulable_count,
                queued.consecutive_errors,
                sorted(queued.unschedulable_plugins),
                sorted(queued.pending_plugins),
                queued.gating_plugin,
            ]

        return {
            "places": {
                place.value: [row(table[key]) for key in sorted(table)] for place, table in self._tables()
            },
            "inFlight": [row(queued) for queued in self.in_flight.values()],
            "events": [entry if isinstance(entry, str) else entry.name for entry in self.in_flight_events],
            "nominated": [[node, list(pods)] for node, pods in self.nominator.items()],
            "preempting": sorted(self.preempting),
            "cycle": self.cycle,
            "serial": self._serial,
            "flushed": self._flushed_ms,
        }


def _moved(key: str, to: Place, event: str, heard: Heard | None) -> Move:
    return Move(key, to, event, None if heard is None else replace(heard, moved_to=to.value))
