"""Events: equal occurrences are counted, others are stored beside them."""

from __future__ import annotations

from dataclasses import replace

from scheduler_core.apiserver.storage.events import MAX_EVENTS, EventLog, Occurrence
from scheduler_core.objects.pod import Pod

POD = Pod.parse({"kind": "Pod", "metadata": {"name": "p", "uid": "1"}})
FAILED = Occurrence(POD, "Warning", "FailedScheduling", "no", "default-scheduler")


def test_an_equal_occurrence_raises_the_count_and_the_last_time() -> None:
    log = EventLog()
    log.record(FAILED, 1_000)
    event = log.record(FAILED, 5_000)

    assert (2, 1_000, 5_000) == (event.count, event.first_ms, event.last_ms)
    assert (event,) == log.all()


def test_another_message_host_or_component_is_another_event() -> None:
    log = EventLog()
    for other in (
        FAILED,
        replace(FAILED, message="x"),
        replace(FAILED, host="n1"),
        replace(FAILED, component="y"),
    ):
        log.record(other, 0)

    assert 4 == len(log.all())


def test_the_event_recorded_last_stands_at_the_end() -> None:
    log = EventLog()
    for reason in ("A", "B", "A"):
        log.record(replace(FAILED, reason=reason), 0)

    assert ["B", "A"] == [event.reason for event in log.about("Pod", "default/p")]


def test_more_events_than_the_limit_drop_the_one_that_was_silent_for_longest() -> None:
    log = EventLog()
    for number in range(MAX_EVENTS + 1):
        log.record(replace(FAILED, message=str(number)), number)

    assert (MAX_EVENTS, "1") == (len(log.all()), log.all()[0].message)
