"""Attempts that have not ended, and the events since each began."""

from __future__ import annotations

from scheduler_core.scheduler.framework.events import Action, ClusterEvent, Resource
from scheduler_core.scheduler.queue.in_flight import InFlight
from scheduler_core.scheduler.queue.queued_pod import QueuedPodInfo
from tests.core.scheduler.builders import pod

FIRST, SECOND, THIRD = (
    ClusterEvent(Resource.NODE, action) for action in (Action.ADD, Action.DELETE, Action.UPDATE)
)


def started(in_flight: InFlight, name: str) -> str:
    queued = QueuedPodInfo(pod(name), 0, 1)
    in_flight.add(queued)
    return queued.pod.uid


def test_an_attempt_sees_the_events_since_it_began() -> None:
    in_flight = InFlight()
    a = started(in_flight, "a")
    in_flight.note(FIRST)
    b = started(in_flight, "b")
    in_flight.note(SECOND)

    assert [FIRST, SECOND] == list(in_flight.events_since(a))
    assert [SECOND] == list(in_flight.events_since(b))


def test_without_attempts_no_event_is_kept() -> None:
    in_flight = InFlight()
    in_flight.note(FIRST)

    assert [] == in_flight.events


def test_events_that_no_attempt_needs_are_forgotten() -> None:
    in_flight = InFlight()
    a = started(in_flight, "a")
    in_flight.note(FIRST)
    b = started(in_flight, "b")
    in_flight.note(SECOND)
    in_flight.done(a)

    assert [b, SECOND] == in_flight.events
    in_flight.done(b)
    assert ([], {}) == (in_flight.events, in_flight.pods)


def test_the_end_of_an_unknown_attempt_changes_nothing() -> None:
    in_flight = InFlight()
    a = started(in_flight, "a")
    in_flight.done("unknown")

    assert [a] == in_flight.events


def test_a_copy_changes_on_its_own() -> None:
    in_flight = InFlight()
    a = started(in_flight, "a")
    copy = in_flight.copy()
    copy.note(THIRD)

    assert ([], [THIRD]) == (list(in_flight.events_since(a)), list(copy.events_since(a)))
