"""Events in transit: in order within a stream, handed over when they are due, lost when their way is cut."""

from __future__ import annotations

from scheduler_core.apiserver.storage.watch import EventType, WatchEvent
from scheduler_core.simulation.cluster.delayed_events import DelayedEvents


def event(key: str) -> WatchEvent:
    return WatchEvent(EventType.ADDED, "Pod", key, None, None)


def test_an_event_does_not_overtake_another_one_of_its_stream() -> None:
    delayed = DelayedEvents()
    delayed.send("a", event("first"), 500, "Pod")
    delayed.send("a", event("second"), 100, "Pod")
    delayed.send("a", event("other"), 100, "Node")

    assert 100 == delayed.next_ms()
    assert [("a", event("other"))] == delayed.take(100)
    assert [("a", event("first")), ("a", event("second"))] == delayed.take(500)
    assert not delayed


def test_what_is_dropped_never_arrives() -> None:
    delayed = DelayedEvents()
    delayed.send("a", event("x"), 5)
    delayed.send("b", event("y"), 5)
    delayed.drop("a")

    assert [("b", event("y"))] == delayed.take(9)


def test_opening_takes_what_would_arrive_later_too() -> None:
    delayed = DelayedEvents()
    delayed.send("a", event("x"), 5)
    delayed.send("a", event("y"), 50)

    assert [event("x"), event("y")] == delayed.open("a")
    assert delayed.next_ms() is None


def test_a_copy_keeps_what_its_original_hands_over() -> None:
    delayed = DelayedEvents()
    delayed.send("a", event("x"), 5)
    copy = delayed.copy()
    delayed.take(5)

    assert [("a", event("x"))] == copy.take(5)
